/** The search of a run: calibration, walks until nothing is left to try, and once more what timed out. */
import * as l10n from '@vscode/l10n';
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import { type Reliability, demandOf, flakyNotice } from '../oracle/judging/evidence';
import { type Tally, isFlaky } from '../oracle/judging/repeat';
import { tellPauses } from './controls';
import { crowdingOf } from './drive/loops';
import { backToTrusted, certified, isRefuted } from './ending/certify';
import { modeOf } from './plan';
import { calibratedOnce } from './session';
import { type Measured, unmeasured } from './limits';
import type { Run } from './state';
import { type WalkEnd, type Walking, cutOff, walk } from './walk';

type Found = WalkEnd & { readonly measured: Measured };

/** Calibrates and walks the search; an abort on the way leaves the best so far. */
export async function search(run: Run): Promise<Found> {
  const { property, limits, journal } = run;
  return stopping(run, unmeasured, async () => {
    const measured = await limits.before(() => calibratedOnce(run));
    run.state.measured(run.state.current, measured.value);
    run.state.noise = measured.noise;
    if (isFlaky(measured) && !property.parts[0].isFixed) waver(run, measured);
    return within(run, measured, async (walking) => {
      const found = await walks(run, walking);
      const { wavers } = journal?.found ?? {};
      if (property.demand) return repeats(run, walking, found);
      return wavers ? repeating(run, { ...measured, ...wavers }, walking, found) : found;
    });
  });
}

/** The search goes on after its end: its test has turned out to be flaky. */
export async function searchOn(run: Run, { measured: before, ...found }: Found, wavers: Reliability): Promise<Found> {
  run.journal?.write({ wavers });
  const measured = { ...before, ...wavers };
  return stopping(run, measured, () =>
    within(run, measured, (walking) => repeating(run, measured, walking, { ...found, timeoutMs: measured.timeoutMs })),
  );
}

function repeating(run: Run, measured: Measured, walking: Walking, found: Timed): Promise<Timed> {
  waver(run, measured);
  run.onEvent({ event: 'notice', message: flakyNotice(measured) });
  return repeats(run, walking, found);
}

/** What an isolation refuses moves its passing side, so no refusal may be hasty. */
function waver({ subject, property, trail }: Run, measured: Measured): void {
  property.doubt({ ...demandOf(measured), isSure: subject.passingOf !== undefined });
  trail.waver(measured);
}

async function stopping(run: Run, measured: Measured, work: () => Promise<Found>): Promise<Found> {
  const { signal, controls, onEvent, state } = run;
  const quiet = tellPauses(controls, onEvent, state.counts);
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ending: 'interrupted', measured };
  } finally {
    state.resumed();
    quiet();
  }
}

/** `timeoutMs`: of a test at the end; `input`: of a flaky test, how the input did in all its runs. */
type Timed = WalkEnd & { readonly timeoutMs: number; readonly input?: Tally };

async function within(run: Run, measured: Measured, work: (walking: Walking) => Promise<Timed>): Promise<Found> {
  const { job, property, limits } = run;
  const { timeoutMs } = job.tests;
  const mode = modeOf(job, measured.cores, property.far);
  const crowding = property.far ? 1 : crowdingOf(mode.jobs, measured.cores);
  const timeout = timeoutMs === undefined ? adaptiveTimeout(measured, crowding) : fixedTimeout(timeoutMs);
  const { stop, maxTests } = limits.search(measured);
  try {
    const { timeoutMs: most, input, ...found } = await work({ timeout, maxTests, mode, stop: stop.signal });
    return { ...found, measured: { ...measured, ...input, timeoutMs: most } };
  } finally {
    stop.release();
  }
}

/** When the search has ended, a fresh one from the result tests what timed out again, with twice the time, and all if that has gained. */
async function walks(run: Run, walking: Walking): Promise<Timed> {
  const best = await walk(run, walking);
  const { most } = walking.timeout;
  const second =
    best.ending === 'done' && !best.isWrong ? secondChance(run, walking, run.job.tests.timeoutMs) : undefined;
  if (!second) return { ...best, timeoutMs: most };
  const before = run.state.current;
  const slow = await walk(run, { ...walking, ...second }, onceMoreLabel);
  const isOver = slow.ending !== 'done' || run.state.current === before;
  const found = isOver ? slow : await walk(run, { ...walking, ...second, only: undefined }, onceMoreLabel);
  return { ...found, timeoutMs: Math.max(most, second.timeout.most) };
}

/** Searches of a flaky test, at most; and results of them that are certified: of many that are tried, one is certified by chance. */
const mostRepeats = 24;
const mostCertificates = 3;

/**
 * Of a flaky test. A walk refuses most candidates after few runs, and takes others that show the bug, but may show it too seldom. From a
 * state that does, the search goes back. Another walk repeats what was refused until that is sure, and its result is certified.
 */
async function repeats(run: Run, walking: Walking, found: Timed): Promise<Timed> {
  const { property, state, trail } = run;
  let end = found;
  let certificates = 0;
  const [original] = trail.trusted;
  for (let round = 1; end.ending === 'done'; round++) {
    const { timeoutMs } = end;
    const how = { timeoutMs, signal: walking.stop };
    state.enter(l10n.t('Testing the result again'));
    try {
      const isWrong = end.isWrong || (await isRefuted(run, how));
      const demand = property.demand!;
      if (isWrong) await backToTrusted(run, how);
      if (round > mostRepeats || (demand.isSure && !isWrong)) {
        const last = trail.trusted.at(-1)!;
        const sure = await certified(run, how);
        const isLast = ++certificates === mostCertificates || round > mostRepeats;
        if (sure.state === last.state || sure.confirmation.problem || isLast)
          return { ...end, input: original.tally, sure };
        trail.goOn();
        property.doubt({ ...property.demand!, failed: certificates });
      } else if (!isWrong) property.doubt({ ...demand, isSure: true });
    } catch (error) {
      if (!walking.stop.aborted) throw error;
      return { ...end, input: original.tally, ending: cutOff(run) };
    }
    const { state: last, tally } = trail.trusted.at(-1)!;
    if (last !== state.current) state.become(last, tally);
    const left = forgotten(run, walking.maxTests);
    const label = property.demand!.isSure ? (own: string) => l10n.t('Repeating: {0}', own) : undefined;
    end = { ...(await walk(run, { ...walking, maxTests: left }, label)), timeoutMs };
  }
  return { ...end, input: original.tally };
}

/** Tests that are left after those so far, whose verdicts do not count any more; their runs do. */
function forgotten({ answers, journal }: Run, maxTests: number | undefined): number | undefined {
  const left = maxTests === undefined ? undefined : Math.max(0, maxTests - answers.size);
  for (const key of answers.keys()) journal?.forget(key);
  answers.clear();
  return left;
}

export const onceMoreLabel = () => l10n.t('Repeating tests that timed out');

/** Forgets what timed out; undefined if nothing did or no test is left. A time-out that the user has chosen is not doubled. */
export function secondChance(
  { property, journal, answers }: Run,
  { timeout, maxTests }: Pick<Walking, 'timeout' | 'maxTests'>,
  userTimeoutMs?: number,
): Pick<Walking, 'timeout' | 'maxTests' | 'only'> | undefined {
  const slow = [...answers].filter(([, answer]) => answer.timedOut).map(([key]) => key);
  if (slow.length === 0 || answers.size === maxTests) return undefined;
  property.forgetTimeouts();
  for (const key of slow) {
    answers.delete(key);
    journal?.forget(key);
  }
  return {
    timeout: fixedTimeout(userTimeoutMs ?? 2 * timeout.ms),
    // Forgotten tests have been paid for.
    maxTests: maxTests === undefined ? undefined : maxTests - slow.length,
    only: new Set(slow),
  };
}
