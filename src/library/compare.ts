/** `compare`: one input, reduced by several searches, and what each of them costs. */
import { compare as compareJob } from '../reduction/comparison/compare';
import type { Row } from '../reduction/comparison/comparison';
import { contendersFrom, usualContenders } from '../reduction/comparison/contenders';
import { Controls } from '../reduction/controls';
import { checked } from './checked';
import { tellingErrors } from './errors';
import { listenerFor } from './events';
import { jobOf, textOf, type RunOptions } from './options';
import type { ReduceOptions } from './reduce';

/** Options of {@link compare}. The limits hold for each search. */
export interface CompareOptions extends RunOptions, Pick<ReduceOptions, 'input' | 'targetTokens'> {
  /** As `whittle searches` lists them. Usually seven that differ much. */
  readonly searches?: readonly string[];
}

/**
 * Reduces an input by several searches, one after the other. Each one has its row: size, tests, time. An abort of the signal ends
 * the comparison with the rows so far.
 *
 * Throws {@link WhittleError} as `reduce` does.
 */
export function compare(given: CompareOptions): Promise<Row[]> {
  return tellingErrors(async () => {
    const options = checked('compare', given);
    const { input, searches = usualContenders, targetTokens, onEvent, signal } = options;
    const job = { ...jobOf(options), ...textOf(input), targetTokens };
    return await compareJob(job, contendersFrom(searches), {
      onEvent: listenerFor(onEvent),
      signal: signal ?? new AbortController().signal,
      controls: new Controls(),
    });
  });
}
