/** How a run ended, and what it took. */
import type { Tally } from '../../oracle/repeat';

export type Ending = 'done' | 'time' | 'tests' | 'size' | 'interrupted' | 'broken';

/** How a run ended, and what it took. */
export interface Ended {
  /** Why it ended: nothing left to try, a budget, small enough, the user, or something that kept candidates from being tested. */
  readonly ending: Ending;
  /** What broke it, in one sentence. */
  readonly problem?: string;
  /** Oracle processes run, all of them; of a resumed run also what its journal tells of. */
  readonly tests: number;
  readonly cacheHits: number;
  readonly timeouts: number;
  readonly oracleMs: number;
  readonly ms: number;
  /** The exact bytes of the result were tested once more, and the verdict was the same. */
  readonly confirmed: boolean;
  /** The end of what the commands said when the result was tested once more, at most 4,000 characters; unset if nothing. */
  readonly output?: string;
  /** In how many runs the property held, if that was not in each, or if candidates are tested several times. */
  readonly reliability?: { readonly input: Tally; readonly result: Tally };
  /** Tests that were not run: their verdicts were recorded, or are those of a model. Unset if there was no recording. */
  readonly replayed?: { readonly recorded: number; readonly simulated: number };
  /** What the search asked for and committed: no calibration, no confirmation, no run ahead that was not used. */
  readonly search: { readonly tests: number; readonly cacheHits: number };
}
