/** The verdicts that a driver has committed: what counts, what the best candidate is, and what is told. */
import type { OracleAnswer } from '../oracle/oracle';

export interface Commit<C> {
  readonly candidate: C;
  readonly answer: OracleAnswer;
  /** The search asked for this content before. */
  readonly cached: boolean;
}

export interface LedgerOptions<C> {
  /** Tests that may be committed; repeated content is free. */
  readonly maxTests?: number;
  readonly onCommit?: (commit: Commit<C>) => void;
}

export class Ledger<C> {
  private readonly answers = new Map<string, OracleAnswer>();
  private lastThatHeld: C | undefined;

  constructor(private readonly options: LedgerOptions<C>) {}

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

  commit(candidate: C, key: string, answer: OracleAnswer): void {
    const cached = this.answers.has(key);
    this.answers.set(key, answer);
    if (answer.verdict === 'holds') this.lastThatHeld = candidate;
    this.options.onCommit?.({ candidate, answer, cached });
  }
}
