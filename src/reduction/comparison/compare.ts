/**
 * Several searches on one input, one after the other. Each has the whole budget and starts without the others' verdicts, so that each
 * has the figures of a search alone. The rule is learned once: all keep the same property.
 */
import { thinned, type SizePoint } from '../../charts/chart';
import type { Controls } from '../controls';
import { measured } from './comparison';
import { inTurn } from './contenders';
import type { Listener, Row } from '../events/events';
import { Progress } from '../events/runState';
import type { Job } from '../job';
import { reduce } from '../reduce';
import { inRound } from '../searches/searchValue';

export interface Comparing {
  /** The events between `contender` and `compared` belong to that contender. */
  readonly onEvent: Listener;
  /** Ends the comparison, with the rows so far. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  /** From 1, which is meant if it is unset: each has the next seed. */
  readonly round?: number;
}

/**
 * Rows in the order of `contenders`; the row of a failed one gives the reason.
 *
 * Throws `JobError` and `OracleError` if the first one cannot start: then none can.
 */
export async function compare(job: Job, contenders: readonly string[], comparing: Comparing): Promise<Row[]> {
  const rows: Row[] = [];
  await inTurn({ ...job, journal: undefined }, contenders, async (common, index) => {
    if (comparing.signal.aborted) return undefined;
    const name = contenders[index];
    comparing.onEvent({ event: 'contender', name, index, of: contenders.length });
    const run = new Progress();
    const search = inRound(name, comparing.round ?? 1);
    const row = await rowOf({ ...common, search }, name, run, comparing, index === 0);
    if (!row) return undefined;
    rows.push(row);
    comparing.onEvent({ event: 'compared', row });
    return [...run.rules];
  });
  return rows;
}

/** Undefined if it was stopped before its search began. */
async function rowOf(
  job: Job,
  name: string,
  run: Progress,
  { onEvent, signal, controls }: Comparing,
  isFirst: boolean,
): Promise<Row | undefined> {
  const began = performance.now();
  const listener: Listener = (event) => {
    run.add(event);
    onEvent(event);
  };
  try {
    const { finished } = await reduce(job, listener, signal, controls);
    const unbegun = finished.ending === 'interrupted' && finished.search.tests === 0;
    return unbegun ? undefined : { ...measured(name, finished), course: courseOf(run) };
  } catch (error) {
    if (isFirst && !run.calibrated) throw error;
    const { started, tests } = run;
    const before = started && { bytes: started.bytes, tokens: started.tokens };
    const ms = Math.round(performance.now() - began);
    const { message: problem } = error as Error;
    return { name, ending: 'failed', problem, before, tests, oracleMs: 0, ms, confirmed: false, course: [] };
  }
}

function courseOf({ calibrated, course, tests, ms }: Progress): SizePoint[] {
  if (!calibrated) return [];
  const points = [...course, { tests, ms, size: course.at(-1)!.size }];
  return thinned(points, (point) => point.tests).map((point) => ({ ...point, ms: Math.round(point.ms) }));
}
