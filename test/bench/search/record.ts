/** What is written down while a strategy is walked. */
import { countTokens } from '../../../src/text/tokens';
import type { Subject } from './subject';
import { hashOf } from './verdicts';

export interface Trace {
  /** Tokens left after each test; the first is that of the input. */
  readonly sizes: readonly number[];
  /** Number of the last test that held; 0 if none did. */
  readonly lastHeld: number;
  /** False if the search was left before its end. */
  readonly ended: boolean;
  /** Processor time inside the search without the parse filter, and inside the filter. */
  readonly searchMs: number;
  readonly filterMs: number;
}

export class Recorder {
  /** By the hash of its text: thousands of texts would fill the memory. */
  private readonly known = new Map<string, boolean>();
  private readonly sizes: number[];
  private lastHeld = 0;

  constructor(
    private readonly subject: Subject,
    private readonly watcher?: { tested(held: boolean): void },
  ) {
    this.sizes = [countTokens(subject.text)];
  }

  get tests(): number {
    return this.sizes.length - 1;
  }

  /** What was asked before is no test. */
  holds(text: string): boolean {
    const hash = hashOf(text);
    const before = this.known.get(hash);
    if (before !== undefined) return before;
    const verdict = this.subject.holds(text);
    this.known.set(hash, verdict);
    this.watcher?.tested(verdict);
    this.sizes.push(verdict ? countTokens(text) : this.sizes[this.tests]);
    if (verdict) this.lastHeld = this.tests;
    return verdict;
  }

  trace(rest: Pick<Trace, 'ended' | 'searchMs' | 'filterMs'>): Trace {
    return { sizes: this.sizes, lastHeld: this.lastHeld, ...rest };
  }
}

export function testsOf({ sizes }: Trace): number {
  return sizes.length - 1;
}

export function tokensOf({ sizes }: Trace): number {
  return sizes[sizes.length - 1];
}

/** Tests until no more than this is left; infinite if that is never reached. */
export function testsUntil({ sizes }: Trace, tokens: number): number {
  const test = sizes.findIndex((size) => size <= tokens);
  return test < 0 ? Infinity : test;
}

/** Share of the tests that come after the last success: they show that nothing more goes. */
export function certificateOf(trace: Trace): number {
  return (testsOf(trace) - trace.lastHeld) / testsOf(trace);
}
