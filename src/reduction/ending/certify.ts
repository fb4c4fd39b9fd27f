/**
 * Of a flaky test: does a text show the bug as often as is demanded? A text that the search goes on from is tested until that is likely; if it
 * is not, the search goes back to the last one of which it is. The result gets a certificate: fresh runs, which no search has chosen from.
 */
import * as l10n from '@vscode/l10n';
import { type Content, contentKey } from '../../oracle/content';
import { certifiedBy, demandAfter, demandOf, isWellKnown, runsOfEmpty, trustedBy } from '../../oracle/judging/evidence';
import { type Tally, isFlaky, sum, untold } from '../../oracle/judging/repeat';
import { type Property, observeAll } from '../../oracle/property';
import type { Controls } from '../controls';
import type { Journal } from '../journal/journal';
import type { Shown, Trail } from '../state';
import type { Subject } from '../subjects/subject';
import { type Certified, type Confirmation, type How, mostOutput, testedAgain } from './confirm';

interface Certifying {
  readonly property: Property;
  readonly trail: Trail;
  readonly subject: Pick<Subject, 'input' | 'contentOf' | 'passingOf'>;
  readonly journal?: Journal;
  readonly controls?: Pick<Controls, 'ready'>;
}

type Limited = Pick<How, 'timeoutMs' | 'signal'>;

/** `most`: runs of one state; unset: as many as it takes. */
export interface Certificate extends Limited {
  readonly most?: number;
}

/** Does the run's state show the bug too seldom to go on from? Else it is trusted. */
export async function isRefuted(run: Certifying, how: Limited): Promise<boolean> {
  const { trail, property } = run;
  const last = trail.since.at(-1);
  if (last && !(await isTrusted(run, last, how))) return true;
  trail.trust(trail.since.length);
  property.doubt(demandAfter(property.demand!, trail.trusted.at(-1)!.tally));
  return false;
}

/** After a state that was refuted: the last one before it that is trusted. If that was so already, it may be wrong, and must be certified. */
export async function backToTrusted(run: Certifying, how: Limited): Promise<Shown> {
  const { trail, property } = run;
  let trusted = 0;
  for (let wrong = trail.since.length; wrong - trusted > 1;) {
    const middle = Math.floor((trusted + wrong) / 2);
    if (await isTrusted(run, trail.since[middle - 1], how)) trusted = middle;
    else wrong = middle;
  }
  trail.trust(trusted);
  const last = trusted > 0 ? trail.trusted.at(-1)! : await backToCertified(run, how);
  property.doubt(demandAfter(property.demand!, last.tally));
  return last;
}

/** Throws the reason if a state could not be tested. */
export async function backToCertified(run: Certifying, how: Certificate): Promise<Shown> {
  const { trail } = run;
  for (;;) {
    const last = trail.trusted.at(-1)!;
    const { verdict, problem } = await certificateOf(run, last, how);
    if (problem) throw problem;
    if (verdict === 'holds') return last;
    trail.trusted.pop();
    trail.goOn();
  }
}

async function isTrusted(run: Certifying, shown: Shown, how: Limited): Promise<boolean> {
  const { property, trail, subject } = run;
  const content = subject.contentOf(shown.state);
  const ask = async () => {
    const isEnough = (tally: Tally) => trustedBy(property.demand!, sum(shown.tally, tally));
    const { tally } = await recorded(run, 'text', content, how, isEnough);
    shown.tally = sum(shown.tally, tally);
    return trustedBy(property.demand!, shown.tally)!;
  };
  const isGood = (await ask()) || (!isWellKnown(trail.trusted[0].tally) && (await learnMore(run, how), await ask()));
  if (isGood) return true;
  trail.refuted.add(contentKey(content));
  property.doubt({ ...property.demand!, isWarned: true });
  return false;
}

/** The rate of the input may have been overestimated, and that of wrong verdicts underestimated. */
async function learnMore(run: Certifying, how: Limited): Promise<void> {
  const { property, trail, subject } = run;
  const [original] = trail.trusted;
  const { empty, input } = subject.input;
  const more = async (name: string, content: Content, isEnough: (tally: Tally) => boolean) =>
    (await recorded(run, name, content, how, (tally) => isEnough(tally) || undefined)).tally;
  original.tally = sum(original.tally, await more('original', input, (tally) => isWellKnown(sum(original.tally, tally))));
  const { wrong } = property.demand!;
  const all = empty ? sum(wrong, await more('empty', empty, ({ runs }) => runs >= runsOfEmpty.more)) : wrong;
  property.doubt({ ...property.demand!, ...demandOf({ ...original.tally, wrong: all }) });
}

/** The certificate of the run's state. The unchanged input is not tested. */
export async function certificateOf(run: Certifying, shown: Shown, how: Certificate): Promise<Confirmation> {
  const { trail, property, subject } = run;
  const { state } = shown;
  if (shown.certificate) return shown.certificate;
  const [original] = trail.trusted;
  if (state === original.state) return { verdict: 'holds', tally: original.tally, contradicted: true };
  const demand = property.demand!;
  try {
    // With no room for more runs, the likelier of both.
    const isCut = ({ runs }: Tally) => runs >= (how.most ?? Infinity);
    const likelier = ({ held, runs }: Tally) => held >= demand.bound * runs;
    const content = subject.contentOf(state);
    const { tally, isEnough, output } = await recorded(run, 'certificate', content, how, (all) => {
      return certifiedBy(demand, all) ?? (isCut(all) ? likelier(all) : undefined);
    });
    const passing = isEnough && subject.passingOf?.(state);
    const isBoth = passing && (await holdsToo(run, passing, how));
    if (!isEnough) trail.refuted.add(contentKey(content));
    const verdict = isEnough && !isBoth ? 'holds' : 'fails';
    return (shown.certificate = { verdict, tally, contradicted: isFlaky(tally), output });
  } catch (error) {
    return { tally: untold, contradicted: false, problem: error as Error };
  }
}

/** The run's state, or the last trusted one before it that is certified. */
export async function certified(run: Certifying, how: Certificate): Promise<Certified> {
  const { trusted, since } = run.trail;
  for (let shown = since.at(-1) ?? trusted.at(-1)!; ; shown = trusted.at(-1)!) {
    const confirmation = await certificateOf(run, shown, how);
    if (confirmation.problem || confirmation.verdict === 'holds') return { state: shown.state, confirmation };
    if (since.length > 0) since.length = 0;
    else trusted.pop();
  }
}

async function holdsToo({ property }: Certifying, passing: Content, how: Limited): Promise<boolean> {
  const { verdict } = await testedAgain(property, passing, { holds: 3, fails: 1 }, { ...untold, ...how });
  return verdict !== 'fails';
}

/** Runs until `decide` has a verdict; a resumed run takes them from its journal. */
async function recorded(
  { property, journal, controls }: Certifying,
  name: string,
  content: Content,
  how: Limited,
  decide: (tally: Tally) => boolean | undefined,
) {
  const key = `${name} ${contentKey(content)}`;
  const before = journal?.answerTo(key);
  let [tally, output, isEnough] = [before?.tally ?? untold, '', undefined as boolean | undefined];
  while ((isEnough = decide(tally)) === undefined) {
    await controls?.ready(how.signal);
    const answer = await observeAll(property, content, how.timeoutMs, how.signal);
    tally = sum(tally, { held: Number(answer.verdict === 'holds'), runs: 1 });
    if (answer.verdict === 'holds') output = answer.output;
  }
  journal?.commit(key, before ?? { verdict: isEnough ? 'holds' : 'fails', ms: 0, tally }, false);
  journal?.forget(key);
  return { tally, isEnough, output: output ? output.slice(-mostOutput) : undefined };
}

export const certifying = () => l10n.t('Testing the result again');
