/**
 * The end of a run: its result is tested again, and so are the unchanged input and something that was refused. A result that does
 * not hold gives way to an earlier state that does; an oracle that has changed its mind is told, and then nothing is confirmed.
 */
import * as l10n from '@vscode/l10n';
import { failureLine } from '../../oracle/judging/failureLine';
import { type Reliability, isWellKnown, runsOfEmpty } from '../../oracle/judging/evidence';
import { type Tally, sum } from '../../oracle/judging/repeat';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Measured } from '../limits';
import type { Run } from '../state';
import type { WalkEnd } from '../walk';
import { type Certified, type Confirmation, type How, type Lead, testedAgain, untested } from './confirm';
import { certified } from './certify';

export interface Settled {
  readonly state: unknown;
  readonly confirmation: Confirmation;
  /** A limit has left no room to test it again. */
  readonly unverified?: true;
  readonly changed?: boolean;
  /** The test is flaky, which the calibration did not show: how often the unchanged input showed the bug. The search goes on. */
  readonly wavers?: Reliability;
  /** Why the state is not the one that the search has ended with, or not to be trusted: one sentence with the remedy. */
  readonly problem?: string;
}

/** Tests of other contents than the result: one that must not hold, and the unchanged input. */
const others = 2;

/** Of an oracle that has contradicted itself: 0.3^7 is 1 in 4,500. */
const timesInDoubt = 7;

/** By how much a verdict must be ahead that is not expected. */
const unexpected = 3;

const one: Lead = { holds: 1, fails: 1 };
const inDoubt: Lead = { holds: timesInDoubt, fails: unexpected };

/** Within the limits of the run. A user who stops it meanwhile has the result as it is. */
export async function settled(
  run: Run,
  { ending, measured, sure }: Pick<WalkEnd, 'ending' | 'sure'> & { readonly measured: Measured },
): Promise<Settled> {
  const { limits, state } = run;
  const nothing = { state: state.current, confirmation: untested };
  if (ending === 'interrupted') return nothing;
  const times = limits.left(measured, state.counts.tests) - others;
  const end = times > 0 ? await settledIn(run, measured, times, { ending, sure }) : undefined;
  if (end && !(limits.signal.aborted && end.confirmation.problem)) return end;
  const isStopped = limits.signal.aborted && !limits.isOver;
  return isStopped ? nothing : { ...nothing, unverified: true };
}

/** Where nothing is known that must not hold, the candidate that was refused last must still be. `times`: of the result, at most. */
async function settledIn(
  run: Run,
  measured: Measured,
  times: number,
  { ending, sure }: Pick<WalkEnd, 'ending' | 'sure'>,
): Promise<Settled> {
  const { property, subject, trail, limits } = run;
  const how = { ...measured, signal: limits.signal };
  const { demand } = property;
  const lead = { holds: Math.min(times, timesToHold(evidenceOf(run.answers.values()))), fails: unexpected };
  const { state, confirmation: result } = demand
    ? (sure ?? (await certified(run, { ...how, most: times })))
    : await resultAgain(run, lead, how, ending === 'done' ? 1 : times);
  if (result.problem) return { state, confirmation: result };
  const { input, empty = subject.forbidden?.content } = subject.input;
  const refused = empty ?? (trail.lastRefused && subject.candidateContent(trail.lastRefused));
  const no = refused && (await testedAgain(property, refused, { holds: unexpected, fails: 1 }, how));
  if (no?.verdict === 'holds') {
    const takesAnything = l10n.t(
      'The test has changed during the run: it now takes input that it refused before, so the result may be wrong; repair the test, and reduce again.',
    );
    return changed(trail.lastSure, no, takesAnything);
  }
  const ofInput = () => testedAgain(property, input, one, how);
  const yes = await originalAgain(ofInput, how);
  const problem = no?.problem ?? yes.problem;
  if (problem) return { state, confirmation: { ...result, verdict: undefined, problem } };
  if (yes.verdict !== 'holds')
    return changed(state, yes, isDecided(how, yes.tally) ? refusesAll(yes) : changedOrFlaky(yes, how));
  if (demand) return { state, confirmation: result };
  const isSure = how.held === how.runs && ![result, yes, no].some((test) => test?.contradicted);
  if (isSure && result.verdict === 'holds') return { state, confirmation: result };
  if (!property.parts[0].isFixed) {
    const { tally } = await repeated(ofInput, sum(how, yes.tally), isWellKnown);
    const ofOther = () => testedAgain(property, refused!, one, how);
    const wrong = no && (await repeated(ofOther, no.tally, ({ runs }) => runs >= runsOfEmpty.first)).tally;
    return { state, confirmation: result, wavers: { ...tally, wrong } };
  }
  const confirm = (other: unknown) => stateAgain(run, other, inDoubt, how);
  const last = result.verdict === 'holds' ? await confirm(state) : result;
  if (last.verdict === 'holds' || last.problem) return { state, confirmation: last };
  return steppedBack(trail.earlier, yes, confirm);
}

/** A search that was cut off has left its lines as cuts have made them: if the readable text holds, it is the result. */
async function resultAgain(run: Run, lead: Lead, how: How, most: number): Promise<Certified> {
  const { current } = run.state;
  const isRoom = most > 1 && run.state.numberOf(current) === undefined;
  const readable = isRoom ? run.subject.readable?.(current) : undefined;
  if (!readable || readable === current)
    return { state: current, confirmation: await stateAgain(run, current, lead, how) };
  const confirmation = await stateAgain(run, readable, { ...lead, fails: 1 }, how);
  if (confirmation.verdict === 'holds') return { state: readable, confirmation };
  const rest = { ...lead, holds: Math.min(lead.holds, most - 1) };
  return { state: current, confirmation: await stateAgain(run, current, rest, how) };
}

/** The tally is that of the content that must hold. */
async function stateAgain({ subject, property }: Run, state: unknown, lead: Lead, how: How): Promise<Confirmation> {
  const holds = await testedAgain(property, subject.contentOf(state), lead, how);
  const passing = subject.passingOf?.(state);
  if (!passing || holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  return other.verdict === 'fails' ? holds : { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}

function changed(state: unknown, confirmation: Confirmation, problem: string): Settled {
  return { state, confirmation: { ...confirmation, verdict: undefined }, changed: true, problem };
}

/** To the last state that holds: after a candidate that was taken wrongly, hardly any does. */
async function steppedBack(
  states: readonly unknown[],
  ofInput: Confirmation,
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
  return { state: states[holding], confirmation, problem: earlierResult(confirmation) };
}

function changedOrFlaky({ tally }: Confirmation, before: Tally): string {
  return l10n.t(
    'The test has changed during the run, or it is flaky: the unchanged input showed the bug in {0} of {1} runs at the end, and in {2} of {3} at the beginning; repair the test, and reduce again.',
    ...[tally.held, tally.runs, before.held, before.runs],
  );
}

function refusesAll({ output = '' }: Confirmation): string {
  const said = failureLine({ stderr: output, stdout: '' })?.line.trim().slice(0, 200);
  return l10n.t(
    'The test has changed during the run: it no longer shows the bug on the unchanged input{0}; repair the test, and reduce again.',
    said ? ` ("${said}")` : '',
  );
}

function earlierResult({ tally: { held, runs } }: Confirmation): string {
  return l10n.t(
    'The test is not reliable: the smallest result did not hold when it was tested again, so an earlier one is kept, which held in {0} of {1} runs; leave the number of runs to Whittle (without ‹runs›), or choose a larger one.',
    held,
    runs,
  );
}

/** A test that has not changed is said to have, at most. */
const risk = 1 / 1000;

const most = { runs: 40, ms: 60_000 };

/** Tests of the unchanged input in any case. */
const least = 3;

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

/** Evidence on the rate of a wrong yes, from the verdicts of a search. */
interface Evidence {
  readonly accepted: number;
  /** The longest row of candidates that did not hold. */
  readonly refused: number;
}

/** `answers`: in the order in which they were committed. */
export function evidenceOf(answers: Iterable<Pick<OracleAnswer, 'verdict'>>): Evidence {
  let [accepted, refused, row] = [0, 0, 0];
  for (const { verdict } of answers) {
    if (verdict === 'holds') [accepted, row] = [accepted + 1, 0];
    if (verdict === 'fails') refused = Math.max(refused, ++row);
  }
  return { accepted, refused };
}

/** Rates of a wrong yes that are reckoned with, 1 to 30 %. */
const rates = Array.from({ length: 30 }, (_, at) => (at + 1) / 100);

/** A wrong result passes in no more of the runs, whatever the rate is. */
const mostWrong = 1 / 400;

/** The fewest tests that a wrong result passes with at most this risk, 1 to 5. */
export function timesToHold({ accepted, refused }: Evidence): number {
  /** Upper bound on the probability of such a row of refusals, if a wrong yes has this rate. */
  const chanceOf = (rate: number) => Math.min(1, (accepted + 1) * (1 - rate) ** refused);
  let times = 1;
  while (rates.some((rate) => rate ** times * chanceOf(rate) > mostWrong)) times++;
  return times;
}

/** Probability that a test that held in so many runs, and has not changed, fails in each of so many more (rule of succession). */
export function chanceToFail({ held, runs }: Tally, more: number): number {
  let chance = 1;
  for (let run = 0; run < more; run++) chance *= (runs - held + 1 + run) / (runs + 2 + run);
  return chance;
}
