/**
 * The end of a run: its result is tested again, and so are the unchanged input and something that was refused. A result that does
 * not hold gives way to an earlier state that does; an oracle that has changed its mind is told, and then nothing is confirmed.
 */
import * as l10n from '@vscode/l10n';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { Content } from '../../oracle/content';
import { type Tally, flakiness } from '../../oracle/judging/repeat';
import type { Property } from '../../oracle/property';
import {
  type Confirmation,
  type Evidence,
  evidenceOf,
  type How,
  type Lead,
  chanceToFail,
  holdsLess,
  showsBug,
  testedAgain,
  timesInDoubt,
  timesToHold,
  untested,
} from './confirm';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Ending } from '../events/events';
import type { Trail } from '../state';
import type { Subject } from '../subjects/subject';

/** How the unchanged input did, the time-out of a test, and the cores that it keeps busy. */
export type Measured = Tally & Pick<PropertyCalibration, 'timeoutMs' | 'cores'>;

/** Nothing was measured. */
export const unmeasured: Measured = { held: 0, runs: 0, timeoutMs: 0, cores: 1 };

/** A run whose search has ended. */
export interface EndedRun<C extends object, S> {
  readonly subject: Pick<Subject<C, S>, 'input' | 'forbidden' | 'contentOf' | 'candidateContent' | 'passingOf'>;
  readonly property: Property;
  readonly signal: AbortSignal;
  readonly trail: Trail<S>;
  /** The candidate that was refused last. */
  readonly refused: { readonly last?: C };
}

export interface Found<S> {
  readonly ending: Ending;
  readonly state: S;
  readonly measured: Measured;
  /** Committed verdicts, in their order. */
  readonly answers: ReadonlyMap<string, OracleAnswer>;
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

/** Where nothing is known that must not hold, the candidate that was refused last must still be. */
export async function settled<C extends object, S>(run: EndedRun<C, S>, found: Found<S>): Promise<Settled<S>> {
  const { property, subject, trail } = run;
  const { state } = found;
  if (found.ending === 'interrupted') return { state, confirmation: untested };
  const how = { ...found.measured, signal: run.signal };
  const evidence = evidenceOf(found.answers.values());
  const { input, empty = subject.forbidden?.content } = subject.input;
  const refused = empty ?? (run.refused.last && subject.candidateContent(run.refused.last));
  const again = (one: S, lead: Lead) => stateAgain(run, one, lead, how);
  const isOnce = property.parts.every(({ repeat }) => repeat.runs === 1);
  // Of a test that is known as flaky, a lead would take long, and show little.
  const isKnown = isOnce && how.held < how.runs;
  const lead = isKnown ? { holds: 1, fails: 1 } : { holds: timesToHold(evidence), fails: unexpected };
  const result = await again(state, lead);
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
      ? (one: S) => confirmedFlaky((lead) => again(one, lead), evidence, rate)
      : (one: S) => again(one, inDoubt);
  const last = isFlaky || result.verdict === 'holds' ? await confirm(state) : result;
  if (last.verdict === 'holds' || last.problem) return { state, confirmation: last, flaky };
  return { ...(await steppedBack(trail.earlier, yes, confirm)), flaky };
}

/** The tally is that of the content that must hold. */
async function stateAgain<C extends object, S>(
  { subject, property }: EndedRun<C, S>,
  state: S,
  lead: Lead,
  how: How,
): Promise<Confirmation> {
  const holds = await testedAgain(property, subject.contentOf(state), lead, how);
  const passing = subject.passingOf?.(state);
  if (!passing || holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  return other.verdict === 'fails' ? holds : { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}

const inDoubt: Lead = { holds: timesInDoubt, fails: unexpected };

function changed<S>(state: S, confirmation: Confirmation, problem: string): Settled<S> {
  return { state, confirmation: { ...confirmation, verdict: undefined }, changed: true, problem };
}

/** To the last state that holds: after a candidate that was taken wrongly, hardly any does. */
async function steppedBack<S>(
  states: readonly S[],
  ofInput: Confirmation,
  confirm: (state: S) => Promise<Confirmation>,
): Promise<Settled<S>> {
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

/** A test that has not changed is said to have, at most. */
const risk = 1 / 1000;

const most = { runs: 40, ms: 60_000 };

/** Rounds in any case. */
const least = 3;

const one: Lead = { holds: 1, fails: 1 };

/** Of the unchanged input, as often as it takes. `undecided`: the time was over before. */
async function originalAgain(
  property: Property,
  input: Content,
  how: How,
): Promise<Confirmation & { readonly undecided?: boolean }> {
  const until = performance.now() + most.ms;
  let all = untested;
  for (let round = 1; ; round++) {
    const next = await testedAgain(property, input, one, how);
    all = { ...next, tally: sum(all.tally, next.tally), contradicted: round > 1 || next.contradicted };
    if (next.problem || next.verdict === 'holds') return all;
    if (all.tally.held > 0) return { ...all, verdict: 'holds', contradicted: true };
    if (chanceToFail(how, all.tally.runs) <= risk || all.tally.runs >= most.runs) return all;
    if (round >= least && performance.now() > until) return { ...all, undecided: true };
  }
}

/** Runs of the unchanged input that tell a test that is flaky from one that says yes wrongly. */
const telling = 12;

/** How often the unchanged input holds, by these runs and some more. */
async function originalRate(property: Property, input: Content, how: How, before: Tally): Promise<Tally> {
  let tally = sum(how, before);
  while (tally.runs < telling && tally.held === tally.runs) {
    const next = await testedAgain(property, input, one, how);
    if (next.problem || next.tally.runs === 0) return tally;
    tally = sum(tally, next.tally);
  }
  return tally;
}

/** Runs of one state at most. */
const mostRuns = 100;

/** `confirm`: tests the state once. The verdict is "fails" if it holds less often than the unchanged input, and unset without enough evidence. */
async function confirmedFlaky(
  confirm: (lead: Lead) => Promise<Confirmation>,
  evidence: Evidence,
  input: Tally,
): Promise<Confirmation> {
  let all = untested;
  while (all.tally.runs < mostRuns) {
    const next = await confirm(one);
    all = { ...next, tally: sum(all.tally, next.tally), contradicted: true };
    const isOtherSide = next.verdict !== 'holds' && next.tally.held === next.tally.runs;
    if (next.problem || isOtherSide) return all;
    if (showsBug(evidence, all.tally)) return { ...all, verdict: 'holds' };
    if (holdsLess(all.tally, input)) return { ...all, verdict: 'fails' };
  }
  return { ...all, verdict: undefined };
}

function sum(a: Tally, b: Tally): Tally {
  return { held: a.held + b.held, runs: a.runs + b.runs };
}
