/**
 * The end of a run: its result is tested again, and so are the unchanged input and something that was refused. A result that does
 * not hold gives way to an earlier state that does; an oracle that has changed its mind is told, and then nothing is confirmed.
 */
import * as l10n from '@vscode/l10n';
import { type Repeat, type Tally, flakiness, isFlaky, once, sum } from '../../oracle/judging/repeat';
import type { Measured, RunState } from '../state';
import type { Subject } from '../subjects/subject';
import type { Run, WalkEnd } from '../walk';
import {
  type Confirmation,
  type Evidence,
  type How,
  type Lead,
  chanceToFail,
  evidenceOf,
  holdsLess,
  showsBug,
  testedAgain,
  timesInDoubt,
  timesToHold,
  untested,
} from './confirm';

/** A run whose search has ended. */
interface EndedRun extends Pick<Run, 'property' | 'limits' | 'trail' | 'answers'> {
  readonly subject: Pick<Subject, 'input' | 'forbidden' | 'contentOf' | 'candidateContent' | 'passingOf'>;
  readonly state: Pick<RunState, 'current' | 'counts'>;
}

/** The end of a run. */
export interface Settled {
  readonly state: unknown;
  readonly confirmation: Confirmation;
  /** A limit has left no room to test it again. */
  readonly unverified?: true;
  /** The oracle has changed its mind. */
  readonly changed?: boolean;
  /** The test is flaky, which the calibration did not show: one sentence with the remedy. */
  readonly flaky?: string;
  /** Why the state is not the one that the search has ended with, or not to be trusted: one sentence with the remedy. */
  readonly problem?: string;
}

/** Tests of other contents than the result: one that must not hold, and the unchanged input. */
const others = 2;

/** By how much a verdict must be ahead that is not expected. */
const unexpected = 3;

const one: Lead = { holds: 1, fails: 1 };
const inDoubt: Lead = { holds: timesInDoubt, fails: unexpected };

/** Within the limits of the run. A user who stops it meanwhile has the result as it is. */
export async function settled(
  run: EndedRun,
  { ending, measured }: Pick<WalkEnd, 'ending'> & { readonly measured: Measured },
): Promise<Settled> {
  const { limits, state } = run;
  const nothing = { state: state.current, confirmation: untested };
  if (ending === 'interrupted') return nothing;
  const times = limits.left(measured, state.counts.tests) - others;
  const end = times > 0 ? await settledIn(run, measured, times) : undefined;
  if (end && !(limits.signal.aborted && end.confirmation.problem)) return end;
  const isStopped = limits.signal.aborted && !limits.isOver;
  return isStopped ? nothing : { ...nothing, unverified: true };
}

/** Where nothing is known that must not hold, the candidate that was refused last must still be. `times`: of the result, at most. */
async function settledIn(run: EndedRun, measured: Measured, times: number): Promise<Settled> {
  const { property, subject, trail, limits } = run;
  const state = run.state.current;
  const how = { ...measured, signal: limits.signal };
  const evidence = evidenceOf(run.answers.values());
  const { input, empty = subject.forbidden?.content } = subject.input;
  const refused = empty ?? (trail.lastRefused && subject.candidateContent(trail.lastRefused));
  const isOnce = property.parts.every(({ repeat }) => repeat.runs === 1);
  // Of a test that is known as flaky, a lead would take long, and show little.
  const isKnown = isOnce && how.held < how.runs;
  const result = await stateAgain(
    run,
    state,
    isKnown ? one : { holds: Math.min(times, timesToHold(evidence)), fails: unexpected },
    how,
  );
  if (result.problem) return { state, confirmation: result };
  const no = refused && (await testedAgain(property, refused, { holds: unexpected, fails: 1 }, how));
  if (no?.verdict === 'holds') return changed(trail.lastSure, no, takesAnything());
  const ofInput = () => testedAgain(property, input, one, how);
  const yes = await originalAgain(ofInput, how);
  const problem = no?.problem ?? yes.problem;
  if (problem) return { state, confirmation: { ...result, verdict: undefined, problem } };
  if (yes.verdict !== 'holds')
    return changed(state, yes, isDecided(how, yes.tally) ? refusesAll(yes) : changedOrFlaky(yes, how));
  const isSure = how.held === how.runs && ![result, yes, no].some((test) => test?.contradicted);
  if (isSure && result.verdict === 'holds') return { state, confirmation: result };
  const { tally: rate } = await repeated(
    ofInput,
    sum(how, yes.tally),
    (tally) => tally.runs >= telling || isFlaky(tally),
  );
  const { repeat } = property.parts[0];
  const unsure = isFlaky(rate) ? flakiness(rate, repeat) : undefined;
  const flaky = how.held === how.runs ? unsure?.notice : undefined;
  const confirm = (other: unknown) =>
    isFlaky(rate) && isOnce
      ? confirmedFlaky(() => stateAgain(run, other, one, how), evidence, rate)
      : stateAgain(run, other, inDoubt, how);
  const last = isFlaky(rate) || result.verdict === 'holds' ? await confirm(state) : result;
  if (last.verdict === 'holds' || last.problem) return { state, confirmation: last, flaky };
  const runs = Math.max(runsInDoubt, 2 * repeat.runs);
  const more = unsure?.better ?? { runs, need: isFlaky(rate) ? 2 * repeat.need : runs };
  return steppedBack(trail.earlier, yes, more, confirm);
}

/** The tally is that of the content that must hold. */
async function stateAgain(
  { subject, property }: Pick<EndedRun, 'subject' | 'property'>,
  state: unknown,
  lead: Lead,
  how: How,
): Promise<Confirmation> {
  const holds = await testedAgain(property, subject.contentOf(state), lead, how);
  const passing = subject.passingOf?.(state);
  if (!passing || holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  return other.verdict === 'fails' ? holds : { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}

function changed(state: unknown, confirmation: Confirmation, problem: string): Settled {
  return { state, confirmation: { ...confirmation, verdict: undefined }, changed: true, problem };
}

/** To the last state that holds: after a candidate that was taken wrongly, hardly any does. `more`: runs that are advised. */
async function steppedBack(
  states: readonly unknown[],
  ofInput: Confirmation,
  more: Repeat,
  confirm: (state: unknown) => Promise<Confirmation>,
): Promise<Settled> {
  let [holding, confirmation] = [0, ofInput];
  for (let wrong = states.length; wrong - holding > 1;) {
    const middle = Math.floor((holding + wrong) / 2);
    const found = await confirm(states[middle]);
    if (found.problem) return { state: states[holding], confirmation: found };
    if (found.verdict === 'holds') [holding, confirmation] = [middle, found];
    else wrong = middle;
  }
  return { state: states[holding], confirmation, problem: earlierResult(confirmation, more) };
}

function takesAnything(): string {
  return l10n.t(
    'The test has changed during the run: it now takes input that it refused before, so the result may be wrong; repair the test, and reduce again.',
  );
}

function changedOrFlaky({ tally }: Confirmation, before: Tally): string {
  const { better } = flakiness(sum(tally, before), once)!;
  return l10n.t(
    'The test has changed during the run, or it is flaky: the unchanged input showed the bug in {0} of {1} runs at the end, and in {2} of {3} at the beginning; repair the test, or test each candidate several times (‹runs={4}› ‹need={5}›), and reduce again.',
    ...[tally.held, tally.runs, before.held, before.runs, better.runs, better.need],
  );
}

function refusesAll({ output = '' }: Confirmation): string {
  const said = output.trim().split('\n').at(-1)!.slice(0, 200);
  return l10n.t(
    'The test has changed during the run: it no longer shows the bug on the unchanged input{0}; repair the test, and reduce again.',
    said && ` ("${said}")`,
  );
}

function earlierResult({ tally: { held, runs } }: Confirmation, more: Repeat): string {
  return l10n.t(
    'The test is not reliable: the smallest result did not hold when it was tested again, so an earlier one is kept, which held in {0} of {1} runs; test each candidate several times (‹runs={2}› ‹need={3}›).',
    held,
    runs,
    more.runs,
    more.need,
  );
}

/** A wrong yes in 30 % of the runs comes five times in a row for 1 candidate of 400. */
const runsInDoubt = 5;

/** A test that has not changed is said to have, at most. */
const risk = 1 / 1000;

const most = { runs: 40, ms: 60_000 };

/** Tests of the unchanged input in any case. */
const least = 3;

/** Runs of the unchanged input that tell a test that is flaky from one that says yes wrongly. */
const telling = 12;

/** Runs of one state at most. */
const mostRuns = 100;

/** Tests once more until all runs are enough, or one cannot be made. `before`: runs that count too. */
async function repeated(
  test: () => Promise<Confirmation>,
  before: Tally,
  isEnough: (all: Tally) => boolean,
): Promise<Confirmation> {
  let all: Confirmation = { ...untested, tally: before };
  for (let rounds = 1; !all.problem && !isEnough(all.tally); rounds++) {
    const next = await test();
    all = { ...next, tally: sum(all.tally, next.tally), contradicted: rounds > 1 || next.contradicted };
  }
  return all;
}

/** Of the unchanged input, as often as it takes, or as there is time for. */
async function originalAgain(test: () => Promise<Confirmation>, how: Tally): Promise<Confirmation> {
  const until = performance.now() + most.ms;
  let rounds = 0;
  const isLate = () => rounds++ >= least && performance.now() > until;
  const all = await repeated(test, untested.tally, (tally) => tally.held > 0 || isDecided(how, tally) || isLate());
  return all.tally.held > 0
    ? { ...all, verdict: 'holds', contradicted: all.contradicted || all.verdict !== 'holds' }
    : all;
}

/** Have so many runs failed that the test is said to have changed? */
function isDecided(before: Tally, { runs }: Tally): boolean {
  return chanceToFail(before, runs) <= risk || runs >= most.runs;
}

/** `test`: tests the state once. The verdict is "fails" if it holds less often than the unchanged input, and unset without enough evidence. */
async function confirmedFlaky(
  test: () => Promise<Confirmation>,
  evidence: Evidence,
  input: Tally,
): Promise<Confirmation> {
  let isOtherSide = false;
  const noticing = async () => {
    const next = await test();
    isOtherSide = next.verdict !== 'holds' && next.tally.held === next.tally.runs;
    return next;
  };
  const verdictBy = (tally: Tally) =>
    showsBug(evidence, tally) ? 'holds' : holdsLess(tally, input) ? 'fails' : undefined;
  const all = await repeated(noticing, untested.tally, (tally) => {
    return tally.runs > 0 && (tally.runs >= mostRuns || isOtherSide || verdictBy(tally) !== undefined);
  });
  return all.problem || isOtherSide ? all : { ...all, verdict: verdictBy(all.tally) };
}
