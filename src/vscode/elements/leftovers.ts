/** What is left of each element of a text. */
import type { Range } from '../../text/ranges';
import type { ElementRows } from '../thread/elementRows';

/** `kept`: the rest of it stays. `unknown`: the search may still remove it. */
export type Mark = 'kept' | 'removed' | 'unknown';

export class Leftovers {
  /** The run is done. */
  settled = false;
  private starts: number[] = [];
  private ends: number[] = [];
  /** Tokens in the removed ranges before each. */
  private gone: number[] = [0];

  /** `stays`: ranges of the text that the run may not change. */
  constructor(
    private readonly rows: ElementRows,
    private readonly stays: readonly Range[],
  ) {}

  /** `removed`: sorted offsets, start, end, …. */
  setRemoved(removed: readonly number[]): void {
    this.starts = removed.filter((_, at) => at % 2 === 0);
    this.ends = removed.filter((_, at) => at % 2 === 1);
    this.gone = [0];
    this.starts.forEach((start, at) => this.gone.push(this.gone[at] + this.tokensOf(start, this.ends[at])));
  }

  /** Tokens of an element, in the unchanged text. */
  weight(row: number): number {
    return this.tokensOf(this.rows.start[row], this.rows.end[row]);
  }

  /** Tokens of an element that are left. */
  left(row: number): number {
    const { start, end } = this.rangeOf(row);
    // The removed ranges from `first` to before `last` overlap it.
    const [first, last] = [firstAbove(this.ends, start), firstAbove(this.starts, end - 1)];
    if (first >= last) return this.weight(row);
    const before = this.tokensOf(this.starts[first], Math.max(start, this.starts[first]));
    const after = this.tokensOf(Math.min(end, this.ends[last - 1]), this.ends[last - 1]);
    return this.weight(row) - (this.gone[last] - this.gone[first] - before - after);
  }

  mark(row: number): Mark {
    if (this.isRemoved(row)) return 'removed';
    const { start, end } = this.rangeOf(row);
    return this.settled || this.stays.some((range) => range.start < end && start < range.end) ? 'kept' : 'unknown';
  }

  /** Blanks between the parts that went may be left. */
  private isRemoved(row: number): boolean {
    if (this.weight(row) > 0) return this.left(row) === 0;
    const { start, end } = this.rangeOf(row);
    const at = firstAbove(this.ends, start);
    return at < this.starts.length && this.starts[at] <= start && end <= this.ends[at];
  }

  private rangeOf(row: number): Range {
    return { start: this.rows.start[row], end: this.rows.end[row] };
  }

  private tokensOf(start: number, end: number): number {
    return this.rows.tokens[end] - this.rows.tokens[start];
  }
}

/** Index of the first of sorted `values` that is above `value`. */
function firstAbove(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
