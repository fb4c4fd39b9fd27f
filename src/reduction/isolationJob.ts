/** An isolation as plain data: its job, and the outcome of its search. */
import type { OracleAnswer } from '../oracle/oracle';
import type { Isolation } from '../strategies/isolation';
import type { Ending } from './events/events';
import type { Job } from './job';
import type { Measured } from './session';

/** `text` fails. */
export interface IsolationJob extends Omit<Job, 'fixed'> {
  readonly passing: string;
  /** One of `units`: the finest changes that are looked at; words if unset. */
  readonly unit?: string;
}

/** What the search came to. */
export interface Searched {
  readonly ending: Ending;
  readonly problem?: string;
  readonly known: Isolation;
  readonly measured: Measured;
  /** Committed verdicts, in their order. */
  readonly answers: ReadonlyMap<string, OracleAnswer>;
}
