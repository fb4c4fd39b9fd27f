/** The growing tables of an element tree, row by row, in pre-order: a file of 5 MB may have millions of rows. */
import { tokensBefore } from '../text/tokens';
import type { ElementTree } from './elementTree';

/** A column of -1; all columns have the same length and grow together. */
const column = () => new Int32Array(256).fill(-1);

const columns = [
  ...(['start', 'end', 'parent', 'depth', 'type', 'slot', 'least', 'extra'] as const),
  ...(['before', 'after', 'previous', 'next', 'separator', 'leading', 'trailing'] as const),
];

export class Rows {
  /** Rows so far. */
  count = 0;
  start = column();
  end = column();
  leading = column();
  trailing = column();
  slot = column();
  least = column();
  before = column();
  after = column();
  readonly fillers = new Map<number, string>();
  private readonly types = new Map<string, number>();
  private type = column();
  private parent = column();
  private depth = column();
  private previous = column();
  private next = column();
  private separator = column();
  private extra = column();

  constructor(readonly text: string) {}

  add(start: number, end: number, parent: number, type: string, slot = 0, extra = false): number {
    if (this.count === this.start.length) this.grow();
    const row = this.count++;
    this.start[row] = start;
    this.end[row] = end;
    this.parent[row] = parent;
    this.depth[row] = parent < 0 ? 0 : this.depth[parent] + 1;
    this.type[row] = this.indexOf(type);
    this.slot[row] = slot;
    this.least[row] = 0;
    this.extra[row] = Number(extra);
    return row;
  }

  join(member: number, next: number, separatorStart: number): void {
    this.next[member] = next;
    this.previous[next] = member;
    this.separator[next] = separatorStart;
  }

  /** Does it have a separator, or a token that goes with it? */
  hasCompany(element: number): boolean {
    return [this.previous, this.next, this.leading, this.trailing].some((column) => column[element] >= 0);
  }

  table(hasErrors: boolean): ElementTree {
    const tokens = tokensBefore(this.text);
    const { count } = this;
    const [start, end] = [this.start.slice(0, count), this.end.slice(0, count)];
    return {
      text: this.text,
      hasErrors,
      count,
      start,
      end,
      parent: this.parent.slice(0, count),
      depth: this.depth.slice(0, count),
      last: this.lastDescendants(),
      weight: start.map((from, element) => tokens[end[element]] - tokens[from]),
      types: [...this.types.keys()],
      type: this.type.slice(0, count),
      slot: this.slot.slice(0, count),
      least: Uint8Array.from(this.least.subarray(0, count)),
      before: this.before.slice(0, count),
      after: this.after.slice(0, count),
      extra: Uint8Array.from(this.extra.subarray(0, count)),
      fillers: this.fillers,
      lists: {
        previous: this.previous.slice(0, count),
        next: this.next.slice(0, count),
        separator: this.separator.slice(0, count),
        leading: this.leading.slice(0, count),
        trailing: this.trailing.slice(0, count),
      },
    };
  }

  private grow(): void {
    for (const name of columns) {
      const longer = new Int32Array(2 * this.count).fill(-1, this.count);
      longer.set(this[name]);
      this[name] = longer;
    }
  }

  private indexOf(type: string): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    this.types.set(type, this.types.size);
    return this.types.size - 1;
  }

  private lastDescendants(): Int32Array {
    const { parent } = this;
    const last = new Int32Array(this.count);
    for (let element = this.count - 1; element >= 0; element--) {
      if (last[element] === 0) last[element] = element;
      if (element > 0 && last[parent[element]] === 0) last[parent[element]] = last[element];
    }
    return last;
  }
}
