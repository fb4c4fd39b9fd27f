/**
 * The end of a run: its result is tested again, and so are the unchanged input and something that was refused. A result that does
 * not hold gives way to an earlier state that does; an oracle that has changed its mind is told, and then nothing is confirmed.
 */
import * as l10n from '@vscode/l10n';
import type { Content } from '../../oracle/content';
import { flakiness, type Tally } from '../../oracle/judging/repeat';
import type { Property } from '../../oracle/property';
import { timesInDoubt, timesToHold, type Evidence } from './certainty';
import { testedAgain, type Confirmation, type How, type Lead } from './confirm';
import { confirmedFlaky, originalAgain, originalRate } from './flaky';
import type { Trail } from './trail';

/** How a run has come to its end. */
export interface Settling<S> {
  readonly property: Property;
  readonly how: How;
  readonly trail: Trail<S>;
  /** The result of the search. */
  readonly state: S;
  readonly evidence: Evidence;
  /** Must hold. */
  readonly input: Content;
  /** Must not hold: the empty input, or else a candidate that was refused. Undefined if there is neither. */
  readonly refused?: Content;
  /** Tests a state again. */
  confirm(state: S, lead: Lead): Promise<Confirmation>;
}

/** The end of a run. */
export interface Settled<S> {
  readonly state: S;
  readonly confirmation: Confirmation;
  /** The oracle has changed its mind. */
  readonly changed?: boolean;
  /** The test is flaky, which the calibration did not show: one sentence with the remedy. */
  readonly flaky?: string;
  /** Why the state is not the one that the search has ended with, or not to be trusted: one sentence with the remedy. */
  readonly problem?: string;
}

/** By how much a verdict must be ahead that is not expected. */
const unexpected = 3;

export async function settled<S>(run: Settling<S>): Promise<Settled<S>> {
  const { property, how, state, trail, input, refused } = run;
  const isOnce = property.parts.every(({ repeat }) => repeat.runs === 1);
  // Of a test that is known as flaky, a lead would take long, and show little.
  const isKnown = isOnce && how.held < how.runs;
  const lead = isKnown ? { holds: 1, fails: 1 } : { holds: timesToHold(run.evidence), fails: unexpected };
  const result = await run.confirm(state, lead);
  if (result.problem) return { state, confirmation: result };
  const no = refused && (await testedAgain(property, refused, { holds: unexpected, fails: 1 }, how));
  if (no?.verdict === 'holds') return changed(trail.lastSure, no, takesAnything());
  const yes = await originalAgain(property, input, how);
  const problem = no?.problem ?? yes.problem;
  if (problem) return { state, confirmation: { ...result, verdict: undefined, problem } };
  if (yes.verdict !== 'holds') return changed(state, yes, yes.undecided ? changedOrFlaky(yes, how) : refusesAll(yes));
  const isSure = how.held === how.runs && ![result, yes, no].some((one) => one?.contradicted);
  if (isSure && result.verdict === 'holds') return { state, confirmation: result };
  const rate = await originalRate(property, input, how, yes.tally);
  const isFlaky = rate.held < rate.runs;
  const flaky = isFlaky && how.held === how.runs ? flakiness(rate, property.parts[0].repeat)?.notice : undefined;
  const confirm =
    isFlaky && isOnce
      ? (one: S) => confirmedFlaky((lead) => run.confirm(one, lead), run.evidence, rate)
      : (one: S) => run.confirm(one, inDoubt);
  const again = isFlaky || result.verdict === 'holds' ? await confirm(state) : result;
  if (again.verdict === 'holds' || again.problem) return { state, confirmation: again, flaky };
  return { ...(await steppedBack(run, yes, confirm)), flaky };
}

const inDoubt: Lead = { holds: timesInDoubt, fails: unexpected };

function changed<S>(state: S, confirmation: Confirmation, problem: string): Settled<S> {
  return { state, confirmation: { ...confirmation, verdict: undefined }, changed: true, problem };
}

/** To the last state that holds: after a candidate that was taken wrongly, hardly any does. */
async function steppedBack<S>(
  { trail }: Settling<S>,
  ofInput: Confirmation,
  confirm: (state: S) => Promise<Confirmation>,
): Promise<Settled<S>> {
  const states = trail.earlier;
  let [holding, confirmation] = [0, ofInput];
  for (let wrong = states.length; wrong - holding > 1;) {
    const middle = Math.floor((holding + wrong) / 2);
    const found = await confirm(states[middle]);
    if (found.problem) return { state: states[holding], confirmation: found };
    if (found.verdict === 'holds') [holding, confirmation] = [middle, found];
    else wrong = middle;
  }
  return { state: states[holding], confirmation, problem: earlierResult(confirmation) };
}

function takesAnything(): string {
  return l10n.t(
    'The test has changed during the run: it now takes input that it refused before, so the result may be wrong; repair the test, and reduce again.',
  );
}

function changedOrFlaky({ tally }: Confirmation, before: Tally): string {
  return l10n.t(
    'The test has changed during the run, or it is flaky: the unchanged input showed the bug in {0} of {1} runs at the end, and in {2} of {3} at the beginning; repair the test, or test each candidate several times (runs 5, need 2), and reduce again.',
    tally.held,
    tally.runs,
    before.held,
    before.runs,
  );
}

function refusesAll({ output = '' }: Confirmation): string {
  const said = output.trim().split('\n').at(-1)!.slice(0, 200);
  return said
    ? l10n.t(
        'The test has changed during the run: it no longer shows the bug on the unchanged input ("{0}"); repair the test, and reduce again.',
        said,
      )
    : l10n.t(
        'The test has changed during the run: it no longer shows the bug on the unchanged input; repair the test, and reduce again.',
      );
}

function earlierResult({ tally: { held, runs } }: Confirmation): string {
  return l10n.t(
    'The test is not reliable: the smallest result did not hold when it was tested again, so an earlier one is kept, which held in {0} of {1} runs; require the bug in each of several runs (runs {2}, need {2}).',
    held,
    runs,
    runsInDoubt,
  );
}

/** A wrong yes in 30 % of the runs comes five times in a row for 1 candidate of 400. */
const runsInDoubt = 5;
