/** Makes the pool of one parse: finds its units and their kinds. */
import type { ElementTree } from '../../syntax/elementTree';
import type { Coupled } from '../moves/coupled';
import { mayGo } from '../parsedText';
import { scopeOf, type Fixed } from '../strategy';
import { margins, type Kinds, type Units } from './units';

/** The units of a pool besides elements. */
export interface Wanted {
  readonly runs: boolean;
  /** May this element go? All may if unset. */
  readonly isWanted?: (tree: ElementTree, element: number) => boolean;
  /** Is everything in the pool that can be added? */
  readonly last?: boolean;
  /** Elements with the tokens beside them: `= 1`, `-> T`, `(x)`. */
  readonly margins?: boolean;
  /** For an element, the descendants that may take its place. */
  readonly sourcesOf?: (tree: ElementTree, element: number) => readonly number[];
  /** Elements that may go together, wherever they stand. */
  readonly groupsOf?: (tree: ElementTree) => readonly Coupled[];
  /** Do groups also take elements that are no units? */
  readonly withOthers?: boolean;
}

export function unitsOf(tree: ElementTree, fixed: Fixed, kinds: Kinds, wanted: Wanted): Units {
  const { siblings, families } = familiesOf(tree, fixed, wanted);
  const rows = new UnitRows(tree, kinds, siblings);
  const { sourcesOf, withOthers = false } = wanted;
  const places = new Map(siblings.map((element, at) => [element, at]));
  const text = { tree, scope: scopeOf(tree.text.length, fixed) };
  const mayJoin = (element: number) => (withOthers ? mayGo(text, element) : places.has(element));
  const groups = (wanted.groupsOf?.(tree) ?? []).filter(
    ({ elements: [first, ...others] }) => places.has(first) && others.every(mayJoin),
  );
  for (const { start, end } of families) {
    for (let at = start; at < end; at++) rows.single(at);
    for (let length = 2; wanted.runs && length < 2 * (end - start); length *= 2) {
      for (let at = start; at === start || at + length / 2 < end; at += length / 2) {
        rows.run(at, Math.min(end, at + length), length);
      }
    }
  }
  if (wanted.margins) siblings.forEach((_, at) => rows.withMargins(at));
  if (sourcesOf)
    siblings.forEach((element, at) => sourcesOf(tree, element).forEach((source) => rows.hoist(at, source)));
  for (const group of groups) rows.group(group, places);
  return rows.units();
}

class UnitRows {
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly kind: number[] = [];
  private readonly source: number[] = [];
  private readonly margin: number[] = [];
  private readonly company = new Map<number, readonly number[]>();
  private readonly withUses = new Set<number>();

  constructor(
    private readonly tree: ElementTree,
    private readonly kinds: Kinds,
    private readonly siblings: readonly number[],
  ) {}

  single(at: number): void {
    const element = this.siblings[at];
    this.add(at, at + 1, `${this.typeOf(this.tree.parent[element])} > ${this.typeOf(element)}`);
  }

  run(from: number, to: number, length: number): void {
    this.add(from, to, `${this.typeOf(this.tree.parent[this.siblings[from]])} > run of ${length}`);
  }

  withMargins(at: number): void {
    const { before, after } = this.tree;
    const element = this.siblings[at];
    const there = [false, before[element] >= 0, after[element] >= 0, before[element] >= 0 && after[element] >= 0];
    margins.forEach((name, margin) => {
      if (there[margin]) this.margin[this.add(at, at + 1, `${this.typeOf(element)} with ${name}`)] = margin;
    });
  }

  hoist(at: number, source: number): void {
    this.add(at, at + 1, `${this.typeOf(this.siblings[at])} < ${this.typeOf(source)}`, source);
  }

  group({ elements: [first, ...rest], others }: Coupled, places: ReadonlyMap<number, number>): void {
    const at = places.get(first)!;
    const unit = this.add(at, at + 1, `${this.typeOf(first)} with ${others}`);
    this.company.set(unit, rest);
    if (others === 'uses') this.withUses.add(unit);
  }

  units(): Units {
    const { tree, from, to, kind, source, margin, company, withUses } = this;
    return {
      tree,
      count: from.length,
      siblings: Int32Array.from(this.siblings),
      from: Int32Array.from(from),
      to: Int32Array.from(to),
      kind: Int32Array.from(kind),
      source: Int32Array.from(source),
      margin: Uint8Array.from(margin),
      isAlone: Uint8Array.from(from, (_, unit) => this.isAlone(unit)),
      company,
      withUses,
    };
  }

  private add(from: number, to: number, kind: string, source = -1): number {
    this.from.push(from);
    this.to.push(to);
    this.kind.push(this.kinds.indexOf(kind));
    this.margin.push(0);
    return this.source.push(source) - 1;
  }

  private isAlone(unit: number): number {
    const asked = this.tree.slot[this.siblings[this.from[unit]]] < 0;
    return Number(asked || this.source[unit] >= 0 || this.margin[unit] > 0);
  }

  private typeOf(element: number): string {
    return this.tree.types[this.tree.type[element]];
  }
}

/** Neighbours of one parent that may go. An element that the grammar requires is in no run. */
function familiesOf(tree: ElementTree, fixed: Fixed, { isWanted = () => true }: Wanted) {
  const text = { tree, scope: scopeOf(tree.text.length, fixed) };
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) {
    if (mayGo(text, element) && isWanted(tree, element)) children[tree.parent[element]].push(element);
  }
  const siblings: number[] = [];
  const families: { start: number; end: number }[] = [];
  for (const family of children) {
    family.forEach((child, index) => {
      const apart = index === 0 || tree.slot[child] < 0 || tree.slot[family[index - 1]] < 0;
      if (apart) families.push({ start: siblings.length, end: siblings.length });
      siblings.push(child);
      families[families.length - 1].end++;
    });
  }
  return { siblings, families };
}
