/** The growing tables of an element tree, row by row, in pre-order: a file of 5 MB may have millions of rows. */
import { tokensBefore } from '../text/tokens';
import { columns, type Columns, type ElementTree } from './elementTree';

/** Columns that hold elements, and those that hold offsets. -1 stays. */
const elements = ['parent', 'previous', 'next'] as const;
const offsets = ['start', 'end', 'before', 'after', 'separator', 'leading', 'trailing'] as const;

const columnsOf = (make: (name: keyof Columns) => Int32Array) =>
  Object.fromEntries(columns.map((name) => [name, make(name)])) as Columns;

export class Rows {
  /** Rows so far. */
  count = 0;
  /** All columns have the same length and grow together. */
  readonly columns = columnsOf(() => new Int32Array(256).fill(-1));
  readonly fillers = new Map<number, string>();
  private readonly types = new Map<string, number>();

  constructor(readonly text: string) {}

  add(start: number, end: number, parent: number, type: string, slot = 0, extra = false): number {
    const { columns } = this;
    if (this.count === columns.start.length) this.grow(2 * this.count);
    const row = this.count++;
    columns.start[row] = start;
    columns.end[row] = end;
    columns.parent[row] = parent;
    columns.depth[row] = parent < 0 ? 0 : columns.depth[parent] + 1;
    columns.type[row] = this.indexOf(type);
    columns.slot[row] = slot;
    columns.least[row] = 0;
    columns.extra[row] = Number(extra);
    return row;
  }

  /** Adds the rows of another tree but for its root, for which the last row stands. `offset`: where the text of that tree begins. */
  append(tree: ElementTree, offset: number): void {
    const { columns: own } = this;
    const root = this.count - 1;
    const types = tree.types.map((type) => this.indexOf(type));
    this.count += tree.count - 1;
    if (this.count > own.start.length) this.grow(2 * this.count);
    for (const name of columns) own[name].set(tree[name].subarray(1), root + 1);
    for (let row = root + 1; row < this.count; row++) {
      for (const name of elements) if (own[name][row] >= 0) own[name][row] += root;
      for (const name of offsets) if (own[name][row] >= 0) own[name][row] += offset;
      own.type[row] = types[own.type[row]];
      if (own.field[row] >= 0) own.field[row] = types[own.field[row]];
      own.depth[row] += own.depth[root];
    }
    for (const [element, filler] of tree.fillers) if (element > 0) this.fillers.set(root + element, filler);
  }

  join(member: number, next: number, separatorStart: number): void {
    this.columns.next[member] = next;
    this.columns.previous[next] = member;
    this.columns.separator[next] = separatorStart;
  }

  /** Does it have a separator, or a token that goes with it? */
  hasCompany(element: number): boolean {
    const { previous, next, leading, trailing } = this.columns;
    return [previous, next, leading, trailing].some((column) => column[element] >= 0);
  }

  table(hasErrors: boolean): ElementTree {
    const { text, count, fillers } = this;
    const tokens = tokensBefore(text);
    const cut = columnsOf((name) => this.columns[name].slice(0, count));
    const weight = cut.start.map((from, element) => tokens[cut.end[element]] - tokens[from]);
    const types = [...this.types.keys()];
    return { text, hasErrors, count, ...cut, last: lastDescendants(cut.parent), weight, types, fillers };
  }

  private grow(length: number): void {
    for (const name of columns) {
      const longer = new Int32Array(length).fill(-1);
      longer.set(this.columns[name]);
      this.columns[name] = longer;
    }
  }

  /** Of the name of a type or a field. */
  indexOf(type: string): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    this.types.set(type, this.types.size);
    return this.types.size - 1;
  }
}

function lastDescendants(parent: Int32Array): Int32Array {
  const last = parent.map((_, element) => element);
  for (let element = last.length - 1; element > 0; element--) {
    if (last[parent[element]] === parent[element]) last[parent[element]] = last[element];
  }
  return last;
}
