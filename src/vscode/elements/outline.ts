/** The elements of one text as a tree: children on demand, many of them in groups. */
import * as l10n from '@vscode/l10n';
import type { ElementRows } from '../thread/elementRows';

/** An element, or a group of the children of one. There is one object for each. */
export interface Node {
  /** Of a group, the element whose children they are. */
  readonly row: number;
  readonly parent?: Node;
  readonly group?: { readonly from: number; readonly rows: readonly number[] };
}

/** More children than this are shown in groups of this size. */
export const groupSize = 500;

export class Outline {
  /** By row. */
  readonly known = new Map<number, Node>();
  private readonly groups = new Map<number, Node[]>();

  constructor(
    readonly rows: ElementRows,
    private readonly text: string,
  ) {}

  /** Without a node, those of the whole text. */
  children(node?: Node): Node[] {
    if (node?.group) return node.group.rows.map((row) => this.nodeOf(row, node));
    const row = node?.row ?? 0;
    const rows = this.childRows(row);
    return rows.length > groupSize ? this.grouped(row, rows, node) : rows.map((child) => this.nodeOf(child, node));
  }

  /** False for a node of an earlier outline. */
  has(node: Node): boolean {
    return node.group ? (this.groups.get(node.row)?.includes(node) ?? false) : this.known.get(node.row) === node;
  }

  hasChildren({ row, group }: Node): boolean {
    return group !== undefined || this.rows.last[row] > row;
  }

  /** `class declaration` */
  typeOf({ row }: Node): string {
    const type = this.rows.types[this.rows.type[row]];
    // Tree-sitter's name for the parts of a file that its grammar does not know.
    return type === 'ERROR' ? l10n.t('unparsed text') : type.replaceAll('_', ' ').trim();
  }

  /** Its beginning. */
  labelOf({ row, group }: Node): string {
    if (group) return `${group.from + 1} … ${group.from + group.rows.length}`;
    const text = this.text.slice(this.rows.start[row], Math.min(this.rows.end[row], this.rows.start[row] + 200)).trim();
    const line = text.split(/\r?\n/, 1)[0].replace(/\s+/g, ' ').slice(0, 60).trim();
    return line.length < this.rows.end[row] - this.rows.start[row] ? `${line} …` : line;
  }

  private childRows(row: number): number[] {
    const { last } = this.rows;
    const rows: number[] = [];
    for (let child = row + 1; child <= last[row]; child = last[child] + 1) rows.push(child);
    return rows;
  }

  private grouped(row: number, rows: readonly number[], parent: Node | undefined): Node[] {
    const known = this.groups.get(row);
    if (known) return known;
    const groups = Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, index): Node => {
      const from = index * groupSize;
      return { row, parent, group: { from, rows: rows.slice(from, from + groupSize) } };
    });
    this.groups.set(row, groups);
    return groups;
  }

  private nodeOf(row: number, parent: Node | undefined): Node {
    let node = this.known.get(row);
    if (!node) this.known.set(row, (node = { row, parent }));
    return node;
  }
}
