/**
 * What a deletion breaks, mended: a use of a name whose definitions all go becomes its value, its type, or nothing; a definition goes with
 * its last use.
 */
import { childrenOf, textOf, type ElementTree } from '../../syntax/elementTree';
import { childIn } from '../../syntax/needs/names';
import { definedNames, type DefinedName, type Definition } from '../../syntax/needs/definitions';
import type { Removed } from '../../syntax/removal';
import type { Edit } from '../../text/source';

export interface Repaired {
  readonly removed: Removed;
  /** Elements that become another text. */
  readonly edits: readonly Edit[];
}

/** Gives an element this text, or deletes it. */
type Put = (element: number, text: string | undefined) => void;

/** Deletions lead to others, at most so often. */
const mostRounds = 5;

export class Repair {
  private readonly names: readonly DefinedName[];
  private readonly zero: string;
  private readonly type: string;

  constructor(
    private readonly tree: ElementTree,
    private readonly language: string,
  ) {
    this.names = definedNames(tree).filter(({ uses }) => uses.length > 0);
    this.zero = language === 'rust' ? 'todo!()' : '0';
    this.type = language === 'rust' ? '()' : /^c(?:pp)?$/.test(language) ? 'int' : 'any';
  }

  /** The same deletion with what mends it; undefined if it breaks nothing. */
  of(given: Removed): Repaired | undefined {
    const { tree } = this;
    const removed = given.slice();
    const gone = new Uint8Array(tree.count);
    const fill = (element: number) => gone.fill(1, element, tree.last[element] + 1);
    for (let element = 1; element < tree.count; element = gone[element] ? tree.last[element] + 1 : element + 1)
      if (removed[element]) fill(element);
    const texts = new Map<number, string>();
    let changes = 0;
    const put: Put = (element, text) => {
      if (gone[element]) return;
      changes++;
      if (text === undefined) removed[element] = 1;
      else texts.set(element, text);
      fill(element);
    };
    for (let round = 0, before = -1; round < mostRounds && changes > before; round++) {
      before = changes;
      for (const name of this.names) this.mend(name, gone, put);
    }
    return changes === 0 ? undefined : { removed, edits: this.editsOf(texts, removed) };
  }

  /** Those that are in no other, and in nothing that goes. */
  private editsOf(texts: ReadonlyMap<number, string>, removed: Removed): Edit[] {
    const { tree } = this;
    const edits: Edit[] = [];
    let end = 0;
    for (let element = 1; element < tree.count; element++) {
      if (element < end) continue;
      const insert = texts.get(element);
      if (insert === undefined && !removed[element]) continue;
      if (insert !== undefined) edits.push({ start: tree.start[element], end: tree.end[element], insert });
      end = tree.last[element] + 1;
    }
    return edits;
  }

  private mend({ definitions, uses }: DefinedName, gone: Uint8Array, put: Put): void {
    const { tree } = this;
    const left = definitions.filter(({ element }) => !gone[element]);
    if (left.length === 0) {
      for (const use of uses) if (!gone[use]) this.mendUse(use, definitions[0], put);
      return;
    }
    if (uses.some((use) => !gone[use])) return;
    const isInside = (use: number) => definitions.some(({ element }) => use >= element && use <= tree.last[element]);
    if (uses.every(isInside)) return;
    for (const { element, kind } of left) if (kind !== 'parameter' && tree.slot[element] >= 0) put(element, undefined);
  }

  private mendUse(use: number, definition: Definition, put: Put): void {
    const { tree } = this;
    const { kind, text } = definition;
    const typeOf = (element: number) => tree.types[tree.type[element]];
    let at = use;
    if (/type_identifier/.test(typeOf(use)) || kind === 'type') {
      const around = tree.parent[use];
      if (/specifier$/.test(typeOf(around)) && childIn(tree, around, 'body') === undefined) at = around;
      return put(at, text ?? this.type);
    }
    if (kind === 'function' && this.language === 'c') return;
    if (/field_identifier|property_identifier/.test(typeOf(use))) {
      if (!/field_expression|member_expression|expression_statement/.test(typeOf(tree.parent[use]))) {
        while (at > 0 && !/initializer_pair|field_initializer|pair$/.test(typeOf(at))) at = tree.parent[at];
        if (at > 0) put(at, undefined);
        return;
      }
      at = tree.parent[use];
    } else if (kind === 'field' && this.language !== 'c') return;
    if (text === undefined) at = this.withHolders(at);
    this.replace(at, text ?? this.zero, put);
  }

  /** The largest expression that has its value from this one: `(*x).f[i]` from `x`. */
  private withHolders(from: number): number {
    const { tree } = this;
    let at = from;
    for (;;) {
      const around = tree.parent[at];
      const type = tree.types[tree.type[around]];
      const isFirst = around + 1 === at;
      if (/^(?:parenthesized|pointer|reference|try|await)_expression$/.test(type)) at = around;
      else if (isFirst && /^(?:subscript|field|member|call|index)_expression$/.test(type)) at = around;
      else return at;
    }
  }

  private replace(element: number, text: string, put: Put): void {
    const { tree } = this;
    const typeOf = (one: number) => tree.types[tree.type[one]];
    let at = element;
    const around = tree.parent[at];
    const isTarget = childrenOf(tree, around)[0] === at && /left|argument/.test(this.fieldOf(at));
    if (isTarget && /assignment/.test(typeOf(around))) {
      const right = childIn(tree, around, 'right');
      return put(around, right === undefined ? text : textOf(tree, right));
    }
    if (/update_expression/.test(typeOf(around))) at = around;
    const statement =
      typeOf(at) === 'expression_statement'
        ? at
        : typeOf(tree.parent[at]) === 'expression_statement'
          ? tree.parent[at]
          : -1;
    const isWhole = statement === at || (statement >= 0 && (isTarget || tree.last[statement] === tree.last[at]));
    if (isWhole) return put(statement, tree.slot[statement] >= 0 ? undefined : ';');
    put(at, text);
  }

  private fieldOf(element: number): string {
    const { types, field } = this.tree;
    return field[element] < 0 ? '' : types[field[element]];
  }
}
