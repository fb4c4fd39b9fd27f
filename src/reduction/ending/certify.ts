/**
 * The certificate of a flaky test's result: fresh runs, which no search has chosen from, until it is clear whether the text shows the bug
 * as often as is demanded. If it does not, earlier states are tested, and the last one that does is the result.
 */
import * as l10n from '@vscode/l10n';
import { contentKey } from '../../oracle/content';
import { type Demand, certifiedBy } from '../../oracle/judging/evidence';
import { type Tally, sum, untold } from '../../oracle/judging/repeat';
import { type Property, observeAll } from '../../oracle/property';
import type { Controls } from '../controls';
import type { Journal } from '../journal/journal';
import type { Trail } from '../state';
import type { Subject } from '../subjects/subject';
import { type Certified, type Confirmation, type How, mostOutput, testedAgain } from './confirm';

interface Certifying {
  readonly property: Property;
  readonly trail: Trail;
  readonly subject: Pick<Subject, 'contentOf' | 'passingOf'>;
  readonly state: { readonly current: unknown };
  readonly journal?: Journal;
  readonly controls?: Pick<Controls, 'ready'>;
}

/** `most`: runs of one state; unset: as many as it takes. */
export interface Certificate extends How {
  readonly most?: number;
}

/** Is the run's state no result? Else it is certified. */
export async function isRefuted(run: Certifying, how: Pick<Certificate, 'timeoutMs' | 'signal'>): Promise<boolean> {
  const { current: state } = run.state;
  const confirmation = await certificateOf(run, state, run.property.demand!, { ...untold, ...how });
  if (confirmation.problem) throw confirmation.problem;
  run.trail.sure = { state, confirmation };
  return confirmation.verdict === 'fails';
}

/** The run's state, or the last one before it that is certified. The unchanged input is not tested. */
export async function certified(run: Certifying, demand: Demand, how: Certificate): Promise<Certified> {
  const { trail } = run;
  const { current } = run.state;
  const original: Confirmation = { verdict: 'holds', tally: how, contradicted: true };
  if (current === trail.earliest) return { state: current, confirmation: original };
  const { sure } = trail;
  const confirmation = sure.state === current ? sure.confirmation : await certificateOf(run, current, demand, how);
  let best: Certified = { state: current, confirmation };
  if (confirmation.problem || confirmation.verdict === 'holds') return best;
  const states = trail.earlier;
  let holding = 0;
  best = { state: states[0], confirmation: original };
  for (let wrong = states.length; wrong - holding > 1;) {
    const middle = Math.floor((holding + wrong) / 2);
    const found = await certificateOf(run, states[middle], demand, how);
    if (found.problem) return { state: best.state, confirmation: found };
    if (found.verdict === 'holds') [holding, best] = [middle, { state: states[middle], confirmation: found }];
    else wrong = middle;
  }
  trail.backTo(best);
  return best;
}

/** Runs of the original once a state was refuted: its rate may have been overestimated. */
const runsOfOriginal = 12;

/** More runs of the original. */
export async function originalAgain(run: Certifying, how: Certificate): Promise<Tally> {
  const { tally } = await recorded(
    run,
    'original',
    run.trail.earliest,
    how,
    ({ runs }) => runs >= runsOfOriginal || undefined,
  );
  return tally;
}

async function certificateOf(run: Certifying, state: unknown, demand: Demand, how: Certificate): Promise<Confirmation> {
  try {
    // With no room for more runs, the likelier of both.
    const isCut = ({ runs }: Tally) => runs >= (how.most ?? Infinity);
    const likelier = ({ held, runs }: Tally) => held >= demand.bound * runs;
    return await recorded(run, 'certificate', state, how, (tally) => {
      return certifiedBy(demand, tally) ?? (isCut(tally) ? likelier(tally) : undefined);
    });
  } catch (error) {
    return { tally: untold, contradicted: false, problem: error as Error };
  }
}

/** Runs until `decide` has a verdict; a resumed run takes them from its journal. */
async function recorded(
  { subject, property, journal, controls }: Certifying,
  name: string,
  state: unknown,
  how: Certificate,
  decide: (tally: Tally) => boolean | undefined,
): Promise<Confirmation> {
  const content = subject.contentOf(state);
  const key = `${name} ${contentKey(content)}`;
  const before = journal?.answerTo(key);
  let [tally, output, verdict] = [before?.tally ?? untold, '', undefined as boolean | undefined];
  while ((verdict = decide(tally)) === undefined) {
    await controls?.ready(how.signal);
    const answer = await observeAll(property, content, how.timeoutMs, how.signal);
    tally = sum(tally, { held: Number(answer.verdict === 'holds'), runs: 1 });
    if (answer.verdict === 'holds') output = answer.output;
  }
  const passing = subject.passingOf?.(state);
  const isOtherSide =
    passing && (await testedAgain(property, passing, { holds: 3, fails: 1 }, how)).verdict !== 'fails';
  const answer = before ?? { verdict: verdict && !isOtherSide ? 'holds' : 'fails', ms: 0, tally };
  journal?.commit(key, answer, false);
  journal?.forget(key);
  const told = output ? output.slice(-mostOutput) : undefined;
  return { verdict: answer.verdict as 'holds' | 'fails', tally, contradicted: tally.held < tally.runs, output: told };
}

export const certifying = () => l10n.t('Testing the result again');
