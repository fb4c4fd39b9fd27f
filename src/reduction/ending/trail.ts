/**
 * The states that a search has gone through, for the case that its result turns out to be wrong: some of them, so that the way back
 * is not long and little is lost on it, and the last one of which it is known that the test still refused something after it.
 */

/** A state is kept if it has at most so much of the one that was kept before it. */
const step = 0.8;

export class Trail<S> {
  /** Each much smaller than the one before it; the first is the original. */
  private readonly milestones: S[];
  private smallest = Infinity;
  private last: S;
  private sure: S;
  /** Those that held after the last refusal, with the time at which their test ended. */
  private open: { readonly state: S; readonly ended: number }[] = [];

  constructor(original: S) {
    this.milestones = [original];
    this.last = this.sure = original;
  }

  /** The state held. `size`: in any unit; `ended`: when its test did, ms, if that was in this process. */
  held(state: S, size: number, ended = -Infinity): void {
    if (size <= step * this.smallest) {
      this.milestones.push(state);
      this.smallest = size;
    }
    this.last = state;
    this.open.push({ state, ended });
    // In one row that long nothing is refused but by an oracle that takes anything.
    if (this.open.length > longestRow) this.open = this.open.filter((_, at) => at % 2 === 0);
  }

  /** A test that refused its candidate began at this time, ms: what held before was tested by an oracle that can say no. */
  refused(began: number): void {
    const settled = this.open.filter(({ ended }) => ended <= began);
    if (settled.length === 0) return;
    this.sure = settled.at(-1)!.state;
    this.open = this.open.filter(({ ended }) => ended > began);
  }

  /** The last state before the test has refused something for the last time. */
  get lastSure(): S {
    return this.sure;
  }

  /** From the original to ever smaller ones, without the last. */
  get earlier(): readonly S[] {
    return this.milestones.filter((state) => state !== this.last);
  }
}

const longestRow = 256;
