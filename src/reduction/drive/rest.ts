/**
 * The tests that a walk still makes if nothing more goes. The search knows: its tree is followed down the refusals to the end, while a
 * test runs. The walk mostly goes the same way, so little of this is done twice (docs/notes/certainty.md).
 */
import type { Phase, Search, Verdict } from '../../search/search';
import type { Lab } from './pool';

/** Of the time of the walk. */
const share = 0.5;

/** It looks for so long until it sees whether the test has ended, ms. */
const glance = 1;

/** Far from its end a walk goes other ways: nobody looks further than so many times the tests so far. */
const reach = 9;

export interface RestLimits {
  /** Limit on committed tests; repeated content is free. */
  readonly maxTests?: number;
  /** Is so little left that it is worth a look? */
  readonly isShort?: () => boolean;
}

export class Rest<C, R> {
  /** Tests of the whole walk; undefined until they are known. */
  total: number | undefined;
  /** The keys of the candidates that are tested on the way. */
  private tested = new Set<string>();
  private way: Iterator<void> | undefined;
  /** The phases on it that the walk has not reached. */
  private ahead: Search<C, R>[] = [];
  private spentMs = 0;
  private readonly began = performance.now();

  /** `answers`: those so far, by the keys of their candidates. */
  constructor(
    private readonly lab: Pick<Lab<C>, 'key'>,
    private readonly answers: ReadonlyMap<string, unknown>,
    private readonly options: RestLimits,
  ) {}

  /** The walk goes on with this phase. */
  enter(phase: Phase<C, R>): void {
    if (this.ahead.shift() === phase) return;
    this.ahead = [];
    this.tested = new Set(this.answers.keys());
    this.way = this.wayFrom(phase);
  }

  /** Goes on for a moment; false if that is no use now. */
  look(): boolean {
    const start = performance.now();
    const isUseful = () => this.way !== undefined && this.tested.size <= reach * this.answers.size;
    if (this.spentMs > share * (start - this.began) || this.options.isShort?.() === false) return false;
    while (isUseful() && performance.now() < start + glance) {
      if (!this.way!.next().done) continue;
      this.way = undefined;
      this.total = Math.min(this.tested.size, this.options.maxTests ?? Infinity);
    }
    this.spentMs += performance.now() - start;
    return isUseful();
  }

  /** A step for each candidate. */
  private *wayFrom(search: Search<C, R>): Generator<void, void> {
    for (let current = search; !current.done; this.ahead.push(current)) {
      if (current.inquiry?.isAnswered === false) {
        current = current.skip!();
        continue;
      }
      let why: Verdict = 'rejected';
      for (let index = 0; ; index++) {
        const candidate = current.alternatives.at(index);
        if (candidate === undefined) break;
        if (!current.refused?.(index)) {
          this.tested.add(this.lab.key(candidate));
          why = 'fails';
        }
        yield;
      }
      current = current.none(why);
    }
  }
}
