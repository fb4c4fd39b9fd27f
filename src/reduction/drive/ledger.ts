/** The verdicts that a driver has committed: what was tested, what may still be, and who is told. */
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
  readonly log?: WalkLog;
}

export class Ledger<C> {
  private readonly answers: Map<string, OracleAnswer>;

  constructor(private readonly options: LedgerOptions<C>) {
    this.answers = options.answers ?? new Map();
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
    this.options.log?.committed(key, answer, cached);
    this.options.onCommit?.({ candidate, answer, cached, kind });
  }
}
