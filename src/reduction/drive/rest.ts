/** The tests that a walk still makes if nothing more goes: its search is followed down the refusals (docs/notes/certainty.md). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Phase, Search, Verdict } from '../../search/search';
import { testsLeft } from '../events/progress';
import type { Lab } from './pool';

/** Nobody waits for the end of tests that take less, ms. */
const fast = 10;

export class Rest<C, R> {
  /** Tests of the whole walk, as the last look found them. */
  private found: number | undefined;
  /** The keys of the candidates that are tested until the place of the look. */
  private readonly tested = new Set<string>();
  /** Where the look is; undefined at the end. And the phases to there that the walk has not reached. */
  private place: { readonly search: Search<C, R>; readonly index: number; readonly why: Verdict } | undefined;
  private ahead: Search<C, R>[] = [];

  /** `answers`: those so far, by the keys of their candidates. `most`: tests of the walk. `isShort`: is so little left that it is worth a look? */
  constructor(
    private readonly lab: Pick<Lab<C>, 'key'>,
    private readonly answers: ReadonlyMap<string, unknown>,
    private readonly most = Infinity,
    private readonly isShort = () => true,
  ) {}

  /** Tests of the whole walk; undefined until they are known, and once there were more. */
  get total(): number | undefined {
    return (this.found ?? 0) >= this.answers.size ? this.found : undefined;
  }

  /** The walk goes on with this phase. */
  enter(phase: Phase<C, R>): void {
    if (this.ahead.shift() === phase) return;
    this.ahead = [];
    this.tested.clear();
    this.place = { search: phase, index: 0, why: 'rejected' };
  }

  /** Until a test has ended; most of this time, if it is no fast one. */
  async lookUntil(change: Promise<void>): Promise<void> {
    const ended = change.then(() => true);
    for (let pause = fast; !(await Promise.race([ended, wait(pause, false)])) && this.isUseful; pause = 1) this.look();
    await change;
  }

  private look(): void {
    for (const until = performance.now() + 3; this.isUseful && performance.now() < until;) {
      this.step();
      if (this.isUseful) continue;
      this.found = Math.min(this.tested.size, this.most);
    }
  }

  private get isUseful(): boolean {
    return this.place !== undefined && this.isInReach && this.isShort();
  }

  /** Nobody is told of more tests than there were so far, so nobody looks further; each phase of the way has a state of its own. */
  private get isInReach(): boolean {
    const { size } = this.answers;
    return testsLeft(size, this.tested.size - size) < size;
  }

  /** To the next candidate, or to the phase that follows when all have failed. */
  private step(): void {
    if (this.tested.size === 0) for (const key of this.answers.keys()) this.tested.add(key);
    const { search, index, why } = this.place!;
    this.place = undefined;
    if (search.done) return;
    const { alternatives, inquiry } = search;
    const candidate = inquiry?.isAnswered === false ? undefined : alternatives.at(index);
    if (candidate === undefined) {
      const next = inquiry?.isAnswered === false ? search.skip!() : search.none(why);
      this.ahead.push(next);
      this.place = { search: next, index: 0, why: 'rejected' };
    } else if (search.refused?.(index)) this.place = { search, index: index + 1, why };
    else {
      this.tested.add(this.lab.key(candidate));
      this.place = { search, index: index + 1, why: 'fails' };
    }
  }
}
