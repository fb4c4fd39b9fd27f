/** `isolate`: the smallest difference between an input that fails and one that passes. */
import { isolate as isolateJob } from '../reduction/isolate';
import { checked } from './checked';
import { tellingErrors } from './errors';
import { listenerFor } from './events';
import { jobOf, textsOf, type RunOptions } from './options';
import { figuresOf, type Figures } from './reduce';

/** Options of {@link isolate}. */
export interface IsolateOptions extends RunOptions {
  /** The input that has the property. */
  readonly failing: string | Uint8Array;
  /** A similar one that has not. Usually the empty text. */
  readonly passing?: string | Uint8Array;
  /** The finest changes. Usually `words`. */
  readonly unit?: 'lines' | 'words' | 'chars';
  /** The run ends as soon as at most so many changes are left. */
  readonly targetChanges?: number;
}

/** One of the two inputs that are left. */
export interface Side {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The result of {@link isolate}: two inputs, and by how many changes they differ. */
export interface Isolation extends Figures {
  readonly failing: Side;
  readonly passing: Side;
  readonly changes: number;
}

/**
 * Finds a minimal difference between an input that fails and one that passes. Each change of the difference is needed: without it
 * the failure goes.
 *
 * Throws {@link WhittleError} if the property does not tell the two inputs apart, and for wrong options.
 */
export function isolate(given: IsolateOptions): Promise<Isolation> {
  return tellingErrors(async () => {
    const options = checked('isolate', given);
    const { failing, passing = '', unit, targetChanges, onEvent, signal = new AbortController().signal } = options;
    const { texts, encoding } = textsOf([failing, passing]);
    const job = { ...jobOf(options), text: texts[0], passing: texts[1], encoding, unit, targetTokens: targetChanges };
    const { isolated, ...pair } = await isolateJob(job, listenerFor(onEvent), signal);
    const sideOf = (bytes: Buffer): Side => ({ text: bytes.toString(encoding), bytes: new Uint8Array(bytes) });
    return {
      failing: sideOf(pair.failing),
      passing: sideOf(pair.passing),
      changes: isolated.changes,
      ...figuresOf(isolated),
    };
  });
}
