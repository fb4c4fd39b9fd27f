/**
 * The tests that a walk still makes if nothing more goes: the search is followed down the refusals to its end. The walk mostly goes the
 * same way, so little of that is done twice (docs/notes/certainty.md).
 */
import type { Phase, Search, Verdict } from '../../search/search';
import type { Lab } from './pool';

/** Far from its end a walk goes other ways: nobody looks further than so many times the tests so far. */
const reach = 9;

export class Rest<C, R> {
  /** Tests of the whole walk; undefined until they are known. */
  total: number | undefined;
  /** The keys of the candidates that are tested until the place of the look. */
  private tested = new Set<string>();
  /** A step for each candidate, and the phases that the walk has not reached. */
  private way: Iterator<void> | undefined;
  private ahead: Search<C, R>[] = [];

  /** `answers`: those so far, by the keys of their candidates. `isShort`: is so little left that it is worth a look? */
  constructor(
    private readonly lab: Pick<Lab<C>, 'key'>,
    private readonly answers: ReadonlyMap<string, unknown>,
    private readonly maxTests = Infinity,
    private readonly isShort = () => true,
  ) {}

  /** The walk goes on with this phase. */
  enter(phase: Phase<C, R>): void {
    if (this.ahead.shift() === phase) return;
    this.ahead = [];
    this.tested = new Set(this.answers.keys());
    this.way = this.wayFrom(phase);
  }

  /** Looks for three milliseconds. False if that is no use now. */
  look(): boolean {
    for (const until = performance.now() + 3; this.isUseful && performance.now() < until;) {
      if (!this.way!.next().done) continue;
      this.way = undefined;
      this.total = Math.min(this.tested.size, this.maxTests);
    }
    return this.isUseful;
  }

  private get isUseful(): boolean {
    return this.way !== undefined && this.tested.size <= reach * this.answers.size && this.isShort();
  }

  private *wayFrom(search: Search<C, R>): Generator<void, void> {
    for (let current = search; !current.done; this.ahead.push(current)) {
      let why: Verdict = 'rejected';
      const { alternatives, inquiry } = current;
      const isAsked = inquiry?.isAnswered !== false;
      for (let index = 0; isAsked && alternatives.at(index) !== undefined; index++) {
        if (!current.refused?.(index)) {
          this.tested.add(this.lab.key(alternatives.at(index)!));
          why = 'fails';
        }
        yield;
      }
      current = isAsked ? current.none(why) : current.skip!();
    }
  }
}
