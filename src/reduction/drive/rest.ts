/** The tests that a walk still makes if nothing more goes: its search is followed down the refusals (docs/notes/certainty.md). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Phase, Search, Verdict } from '../../search/search';
import { testsLeft } from '../events/progress';
import type { Lab } from './pool';

/** Nobody waits for the end of tests that take less, ms. */
const fast = 10;

export class Rest<C, R> {
  /** Tests of the whole walk; undefined until they are known. */
  total: number | undefined;
  /** The keys of the candidates that are tested until the place of the look. */
  private readonly tested = new Set<string>();
  /** A step for each candidate, and the phases that the walk has not reached. */
  private way: Iterator<void> | undefined;
  private ahead: Search<C, R>[] = [];

  /** `answers`: those so far, by the keys of their candidates. `most`: tests of the walk. `isShort`: is so little left that it is worth a look? */
  constructor(
    private readonly lab: Pick<Lab<C>, 'key'>,
    private readonly answers: ReadonlyMap<string, unknown>,
    private readonly most = Infinity,
    private readonly isShort = () => true,
  ) {}

  /** The walk goes on with this phase. */
  enter(phase: Phase<C, R>): void {
    if (this.ahead.shift() === phase) return;
    this.ahead = [];
    this.tested.clear();
    this.way = this.wayFrom(phase);
  }

  /** Until a test has ended; most of this time, if it is no fast one. */
  async lookUntil(change: Promise<void>): Promise<void> {
    const ended = change.then(() => true);
    for (let pause = fast; !(await Promise.race([ended, wait(pause, false)])) && this.isUseful; pause = 1) this.look();
    await change;
  }

  private look(): void {
    for (const until = performance.now() + 3; this.isUseful && performance.now() < until;) {
      if (this.way!.next().done) this.way = undefined;
      else if (this.isInReach) continue;
      this.total = Math.min(this.tested.size, this.most);
    }
  }

  private get isUseful(): boolean {
    return this.way !== undefined && this.isInReach && this.isShort();
  }

  /** Nobody is told of more tests than there were so far, so nobody looks further; each phase of the way has a state of its own. */
  private get isInReach(): boolean {
    const { size } = this.answers;
    return testsLeft(size, this.tested.size - size) < size;
  }

  private *wayFrom(search: Search<C, R>): Generator<void, void> {
    for (const key of this.answers.keys()) this.tested.add(key);
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
