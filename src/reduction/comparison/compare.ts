/**
 * Several searches on one input, one after the other. Each has the whole budget and starts without the others' verdicts, so that each
 * has the figures of a search alone. The rule is learned once: all keep the same property.
 */
import type { VerdictRule } from '../../oracle/judging/rule';
import type { Row } from './comparison';
import { measured } from './measured';
import { inRound } from './contenders';
import { Course } from './course';
import type { Controls } from '../controls';
import type { Calibrated, Listener } from '../events/events';
import type { Job } from '../job';
import { judgedBy } from './judgedBy';
import { reduce } from '../reduce';

/** A caller's input besides job and contenders. */
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
  let common: Job = { ...job, journal: undefined };
  for (const [index, name] of contenders.entries()) {
    if (comparing.signal.aborted) break;
    comparing.onEvent({ event: 'contender', name, index, of: contenders.length });
    const course = new Course();
    const search = inRound(name, comparing.round ?? 1);
    const row = await rowOf({ ...common, search }, name, course, comparing, index === 0);
    if (!row) break;
    rows.push(row);
    comparing.onEvent({ event: 'compared', row });
    // Including the rule that the first one has learned.
    if (course.calibrated) common = { ...common, ...judgedBy(common, rulesOf(course.calibrated)) };
  }
  return rows;
}

function rulesOf({ rules }: Calibrated): VerdictRule[] {
  return rules.map(({ rule }) => rule);
}

/** Undefined if it was stopped before its search began. */
async function rowOf(
  job: Job,
  name: string,
  course: Course,
  { onEvent, signal, controls }: Comparing,
  isFirst: boolean,
): Promise<Row | undefined> {
  const listener: Listener = (event) => {
    course.watch(event);
    onEvent(event);
  };
  const counted = () => ({ ...course.counted(), course: course.points() });
  try {
    const { finished } = await reduce(job, listener, signal, controls, {
      onCommit: (commit) => course.counter.commit(commit),
    });
    const unbegun = finished.ending === 'interrupted' && finished.search.tests === 0;
    return unbegun ? undefined : { ...measured(name, finished), ...counted() };
  } catch (error) {
    if (isFirst && !course.calibrated) throw error;
    const { before, tests, oracleMs, ms } = course;
    const { message: problem } = error as Error;
    return { name, ending: 'failed', problem, before, tests, oracleMs, ms, confirmed: false, ...counted() };
  } finally {
    course.stop();
  }
}
