/**
 * One walk of a run's search, and the lab that tests its candidates with the time-out of this run. The search asks for the guards of the
 * property, if there are any, in stages (`search/stages.ts`).
 */
import type { Timeout } from '../oracle/calibration/timeout';
import { byteLength, contentKey } from '../oracle/content';
import { clearNumber } from '../oracle/judging/evidence';
import type { OracleAnswer } from '../oracle/oracle';
import { onceFor } from '../text/once';
import { rejecting } from '../search/compose';
import { type Staged, complete, inStages, partial, undivided } from '../search/stages';
import { pausing, problemOf } from './controls';
import { walkBy } from './drive/drive';
import type { Mode } from './drive/loops';
import type { Lab } from './drive/pool';
import { isRefuted } from './ending/certify';
import type { Certified } from './ending/confirm';
import type { Ending } from './events/events';
import type { Run } from './state';

/** How a walk tests, and when it ends. */
export interface Walking {
  readonly timeout: Timeout;
  /** Tests that may be committed. */
  readonly maxTests?: number;
  readonly mode: Mode;
  /** The user's, and that of limits. */
  readonly stop: AbortSignal;
  /** Keys of candidates: no others are tested. */
  readonly only?: ReadonlySet<string>;
}

export interface WalkEnd {
  readonly ending: Ending;
  /** Of a flaky test: the state shows the bug too seldom. */
  readonly isWrong?: boolean;
  readonly problem?: string;
  /** Of a flaky test: the certificate of the run's state. */
  readonly sure?: Certified;
}

/** Walks the search from the run's state until it ends or is stopped. `labelled`: of a phase. */
export async function walk(
  run: Run,
  { timeout, maxTests, mode, stop, only }: Walking,
  labelled = (label: string) => label,
): Promise<WalkEnd> {
  const { job, property, subject, state, trail, others, limits, controls, journal, answers, onBest } = run;
  /** The last state for which the whole property held. */
  let sure = state.current;
  const lab = pausing(labOf(run, timeout), controls);
  const { ending, problem, result } = await walkBy(mode, () => searchFrom(run, sure, lab, only), lab, {
    ...{ signal: stop, record: journal, maxTests, answers, controls },
    isEnough: () => state.size.tokens <= (job.limits.targetTokens ?? -1) && state.current === sure,
    isWrong: () => (isDoubtful(run) ? isRefuted(run, { timeoutMs: timeout.ms, signal: stop }) : undefined),
    asCommitted: ({ candidate, whole }, answer) =>
      whole && isWorse(run, candidate, answer) ? { ...answer, verdict: 'fails', isWorse: true } : answer,
    // Of more tokens most will go in a few tests.
    isShort: () => state.size.tokens <= 2000,
    onSkip: (label) => state.skip(label),
    onPhase: (label) => state.enter(labelled(label)),
    onCommit({ candidate: { candidate, whole }, answer, cached, recorded, expected }) {
      const { verdict, stage, failure, isWorse: held } = answer;
      const next = subject.after(candidate, verdict);
      state.commit({ answer, cached, recorded, expected }, next);
      if (verdict === 'fails' && !cached && !held) trail.refused(stage === undefined ? candidate : undefined);
      if (failure !== undefined && !cached) others.meet(failure, subject.candidateContent(candidate));
      if (next === undefined) return;
      trail.held(next, state.size.bytes, answer.tally);
      if (!whole) return;
      sure = next;
      onBest?.(() => (subject.bestContent ?? subject.contentOf)(next));
    },
  });
  if (result !== undefined) state.current = result;
  else if (state.current !== sure && !(await holdsNow())) state.become(sure);
  if (ending === 'wrong') return { ending: 'done', isWrong: true };
  return { ending: ending === 'interrupted' ? cutOff(run) : ending, problem: problemOf(problem) };

  async function holdsNow(): Promise<boolean> {
    if (limits.signal.aborted) return false;
    const test = property.test(subject.contentOf(state.current), timeout.ms, limits.signal);
    return test.then(({ verdict }) => verdict === 'holds').catch(() => false);
  }
}

/** In stages. With `only`, other candidates that were not tested yet are refused. */
function searchFrom(
  { property, subject, answers }: Run,
  state: unknown,
  { key }: Pick<Lab<Staged<object>>, 'key'>,
  only?: ReadonlySet<string>,
) {
  const confidence = property.unguarded ? (property.warm ? complete : partial) : undivided;
  const all = inStages(subject.search(state), confidence);
  return only ? rejecting(all, (one) => ![only, answers].some((keys) => keys.has(key(one)))) : all;
}

/** Of a candidate that holds, where a number is to become small. An isolation has none. */
function isWorse(
  { job, subject, state }: Run,
  candidate: object,
  { verdict, value = Infinity }: OracleAnswer,
): boolean {
  const now = subject.passingOf ? undefined : state.numberOf(state.current);
  if (verdict !== 'holds' || now === undefined || value <= now) return false;
  const next = job.tests.prefer === 'size' && value < Infinity ? subject.after(candidate, verdict) : undefined;
  return next === undefined || subject.sizeOf(next).tokens >= state.size.tokens;
}

/** So many refusals in a row are a reason to test the state of a flaky test again: if it is wrong, nothing will go any more. */
const doubtfulRow = 5;

function isDoubtful({ property, trail }: Run): boolean {
  return property.demand !== undefined && trail.row >= doubtfulRow && trail.since.length > 0;
}

export function cutOff({ signal, controls }: Run): Ending {
  return signal.aborted ? 'interrupted' : controls.finishing.aborted ? 'enough' : 'time';
}

/** A lab for a property. The subject is asked once per candidate. */
function labOf({ property, subject, state, trail }: Run, timeout: Timeout): Lab<Staged<object>> {
  const contentOf = onceFor((candidate: object) => subject.candidateContent(candidate));
  const keyOf = onceFor((candidate: object) => contentKey(contentOf(candidate)));
  const removalOf = onceFor((candidate: object) => subject.removal!(candidate));
  const bytesOf = onceFor((now: object) => byteLength(subject.contentOf(now)));
  /** What an isolation refuses moves its passing side, so no refusal may be hasty. */
  const gainOf = (candidate: object) =>
    subject.passingOf ? 1 / 2 : Math.max(0, 1 - byteLength(contentOf(candidate)) / bytesOf(state.current as object));
  return {
    key: ({ candidate, whole }) => keyOf(candidate) + (whole ? '' : ' cheap'),
    removal: subject.removal && (({ candidate }) => removalOf(candidate)),
    async test({ candidate, whole }, signal, chance) {
      if (trail.refuted.has(keyOf(candidate))) return { verdict: 'fails', ms: 0 };
      const stake = property.demand && { gain: gainOf(candidate), chance };
      const given = [contentOf(candidate), timeout.ms, signal, stake] as const;
      const answer = await (whole ? property.test(...given) : property.unguarded!(...given));
      if (answer.verdict === 'holds') timeout.held(answer.ms);
      const now = state.numberOf(state.current);
      if (answer.value === undefined || now === undefined || state.noise === undefined) return answer;
      const { observe } = property.parts.find(({ measure }) => measure !== undefined)!;
      const runOnce = async () => (await observe(contentOf(candidate), timeout.ms, signal)).value;
      return { ...answer, value: await clearNumber(answer.value, now, state.noise, runOnce) };
    },
  };
}
