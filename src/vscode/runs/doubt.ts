/** The test of a run is not reliable. */
import type { JobChange } from '../../reduction/job';

/** A change with which a run starts over. */
export interface Help {
  readonly title: string;
  readonly change: JobChange;
}

/** One sentence, and the remedy; `begin` starts the run over with it. */
export interface Doubt {
  readonly message: string;
  readonly help?: Help;
  readonly begin: () => unknown;
}
