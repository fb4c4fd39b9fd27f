/** The verdicts that a driver has committed: counts, the best candidate, events. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { QueryKind } from '../../search/search';
import type { WalkLog } from './walkLog';

export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search has asked for this content before. */
  readonly cached: boolean;
  /** Kind of the phase that asked. */
  readonly kind?: QueryKind;
}

export interface LedgerOptions<C> {
  /** Limit on committed tests; repeated content is free. */
  readonly maxTests?: number;
  /** Verdicts committed earlier, in another walk or before this one was interrupted; new ones are added. */
  readonly answers?: Map<string, OracleAnswer>;
  readonly onCommit?: (commit: Commit<C>) => void;
  readonly log?: WalkLog<C>;
  /** The last candidate that held before the walk was interrupted. */
  readonly best?: C;
}

export class Ledger<C> {
  private readonly answers: Map<string, OracleAnswer>;
  private lastThatHeld: C | undefined;

  constructor(private readonly options: LedgerOptions<C>) {
    this.answers = options.answers ?? new Map();
    this.lastThatHeld = options.best;
  }

  /** The last candidate that held: the best so far. */
  get best(): C | undefined {
    return this.lastThatHeld;
  }

  /** Tests that may still be committed. */
  get left(): number {
    return (this.options.maxTests ?? Infinity) - this.answers.size;
  }

  answerTo(key: string): OracleAnswer | undefined {
    return this.answers.get(key);
  }

  commit(candidate: C, key: string, answer: OracleAnswer, kind?: QueryKind): void {
    const cached = this.answers.has(key);
    this.answers.set(key, answer);
    if (answer.verdict === 'holds') this.lastThatHeld = candidate;
    this.options.log?.committed(key, answer, cached);
    this.options.onCommit?.({ candidate, answer, cached, kind });
  }
}
