/** The search of a run: calibration, walks until nothing is left to try, and once more what timed out. */
import * as l10n from '@vscode/l10n';
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import type { Property } from '../oracle/property';
import { tellPauses } from './controls';
import { crowdingOf } from './drive/loops';
import type { Ending } from './events/events';
import { modeOf } from './plan';
import { calibratedOnce } from './session';
import { type Measured, unmeasured } from './state';
import { type Run, type WalkEnd, type Walking, walk } from './walk';

/** Calibrates and walks the search; an abort on the way leaves the best so far. */
export async function search(run: Run): Promise<WalkEnd & { readonly measured: Measured }> {
  const { job, signal, controls, onEvent, property, state, journal, limits } = run;
  let release = () => {};
  const quiet = tellPauses(controls, onEvent, state.counts);
  let ending: Ending | undefined;
  try {
    const measured = await limits.before(() => calibratedOnce(run));
    const { timeoutMs } = job.tests;
    const mode = modeOf(job, measured.cores, property.far);
    const crowding = property.far ? 1 : crowdingOf(mode.jobs, measured.cores);
    const timeout = timeoutMs === undefined ? adaptiveTimeout(measured, crowding) : fixedTimeout(timeoutMs);
    const { stop, maxTests } = limits.search(measured);
    ({ release } = stop);
    const found = await walks(run, { timeout, maxTests, mode, stop: stop.signal });
    ending = found.ending;
    return { ...found, measured: { ...measured, timeoutMs: found.timeoutMs } };
  } catch (error) {
    if (!signal.aborted) throw error;
    ending = 'interrupted';
    return { ending, measured: unmeasured };
  } finally {
    state.resumed();
    release();
    quiet();
    journal?.close(ending);
  }
}

/** When the search has ended, a fresh one from the result tests what timed out again, with twice the time. */
async function walks(run: Run, walking: Walking) {
  const best = await walk(run, walking);
  const { most } = walking.timeout;
  const second = best.ending === 'done' ? secondChance(run, walking, run.job.tests.timeoutMs) : undefined;
  if (!second) return { ...best, timeoutMs: most };
  const found = await walk(run, { ...walking, ...second }, onceMoreLabel);
  return { ...found, timeoutMs: Math.max(most, second.timeout.most) };
}

export const onceMoreLabel = () => l10n.t('Repeating tests that timed out');

/** Forgets what timed out; undefined if nothing did or no test is left. A time-out that the user has chosen is not doubled. */
export function secondChance(
  {
    property,
    journal,
    answers,
  }: Pick<Run, 'answers'> & Partial<Pick<Run, 'journal'>> & { readonly property: Pick<Property, 'forgetTimeouts'> },
  { timeout, maxTests }: Pick<Walking, 'timeout' | 'maxTests'>,
  userTimeoutMs?: number,
): Pick<Walking, 'timeout' | 'maxTests'> | undefined {
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
  };
}
