/**
 * What a deletion breaks, mended: a use of a name whose definitions all go becomes its value, its type, or nothing; a definition goes with
 * its last use; a function without its last statement returns something else.
 */
import { childrenOf, type ElementTree } from '../../syntax/elementTree';
import { needsRulesOf, type NeedsRules } from '../../syntax/needs/rules';
import { shellOf } from '../../syntax/needs/shapes';
import { childIn, fieldOf, typeOf } from '../../syntax/needs/names';
import { definedNames, type DefinedName, type Definition } from '../../syntax/needs/definitions';
import type { Removed } from '../../syntax/removal';
import type { Edit } from '../../text/source';
import { mayGo, type ScopedTree } from '../parsedText';

export interface Repaired {
  readonly removed: Removed;
  /** Elements that become another text. */
  readonly edits: readonly Edit[];
}

/** A deletion with what mends it; undefined if it breaks nothing. */
export type Mending = (given: Removed) => Repaired | undefined;

/** Gives an element this text, or deletes it. */
type Put = (element: number, text: string | undefined) => void;

/** Deletions lead to others, at most so often. */
const mostRounds = 5;

/** The last statement of a function that returns something, and the likely text in place of it. */
interface Ending {
  readonly element: number;
  readonly body: number;
  readonly text: string;
}

function* endingsOf(tree: ElementTree, rules: NeedsRules): Generator<Ending> {
  if (rules.shellOfResult === undefined) return;
  for (let element = 1; element < tree.count; element++) {
    const body = childIn(tree, element, 'body');
    const last = body === undefined ? undefined : childrenOf(tree, body).at(-1);
    if (last === undefined || !/statement$/.test(typeOf(tree, last)) || !/function|method/.test(typeOf(tree, element)))
      continue;
    const text = shellOf(tree, rules, element).slice(1, -1);
    if (text !== '') yield { element: last, body: body!, text };
  }
}

const imports = /^(?:use_|extern_crate|import_|using_)/;
const paths =
  /^(?:scoped_identifier|scoped_type_identifier|qualified_identifier|generic_type|generic_function|template_type|template_function|nested_identifier|nested_type_identifier)$/;

export class Repair {
  private readonly tree: ElementTree;
  private readonly names: readonly DefinedName[];
  private readonly endings: readonly Ending[];
  private readonly zero: string;
  private readonly type: string;

  constructor(
    private readonly text: ScopedTree,
    private readonly language: string,
  ) {
    const { tree } = text;
    this.tree = tree;
    this.names = definedNames(tree).filter(({ uses, definitions }) => uses.length > 0 || definitions.length > 1);
    this.endings = [...endingsOf(tree, needsRulesOf(language))];
    this.zero = language === 'rust' ? 'todo!()' : /script|tsx|python/.test(language) ? '1' : '0';
    this.type = language === 'rust' ? 'u8' : /^c(?:pp)?$/.test(language) ? 'int' : 'any';
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
      if (gone[element] || !mayGo(this.text, element)) return;
      changes++;
      if (text === undefined) removed[element] = 1;
      else texts.set(element, text);
      fill(element);
    };
    for (let round = 0, before = -1; round < mostRounds && changes > before; round++) {
      before = changes;
      for (const name of this.names) this.mend(name, gone, put);
    }
    for (const { element, body, text } of this.endings) {
      if (!gone[element] || gone[body] || tree.text.startsWith(text, tree.start[element])) continue;
      changes++;
      removed[element] = 0;
      texts.set(element, text);
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

  private mend({ definitions, uses, members }: DefinedName, gone: Uint8Array, put: Put): void {
    const { tree } = this;
    const left = definitions.filter(({ element }) => !gone[element]);
    if (left.length === 0) {
      for (const use of uses) if (!gone[use]) this.mendUse(use, definitions[0], put);
      for (const member of members) put(member, undefined);
      return;
    }
    if (left.length < definitions.length)
      for (const { element } of left) if (this.overrides(element)) put(element, undefined);
    if (uses.some((use) => !gone[use])) return;
    const isInside = (use: number) => definitions.some(({ element }) => use >= element && use <= tree.last[element]);
    if (uses.every(isInside)) return;
    for (const { element, kind } of left)
      if (kind !== 'parameter' && !this.isMember(element) && tree.slot[element] >= 0) put(element, undefined);
    for (const member of members) put(member, undefined);
  }

  /** A member that says so goes with the one that it overrides. */
  private overrides(element: number): boolean {
    const { text, start, end } = this.tree;
    return this.isMember(element) && /^[^({]*\boverride\b/i.test(text.slice(start[element], end[element]));
  }

  /** Of a class or the like: it may be called by a name that is not here. */
  private isMember(element: number): boolean {
    const { tree } = this;
    const list = typeOf(this.tree, tree.parent[element]);
    return (
      /^(?:declaration_list|class_body|interface_body)$/.test(list) &&
      /impl|trait|class|interface/.test(typeOf(this.tree, tree.parent[tree.parent[element]]))
    );
  }

  private mendUse(use: number, definition: Definition, put: Put): void {
    const { tree } = this;
    const { kind, text } = definition;
    const name = this.wholeName(use);
    const around = tree.parent[name];
    if (imports.test(typeOf(this.tree, around)) || imports.test(typeOf(this.tree, tree.parent[around]))) return;
    const field = fieldOf(tree, name);
    // A trait may be implemented for another type.
    const isOfTrait = field === 'type' && childIn(tree, around, 'trait') !== undefined;
    if (/^(?:type|trait)$/.test(field) && typeOf(tree, around) === 'impl_item' && !isOfTrait)
      return put(around, undefined);
    if (field === 'name' && typeOf(this.tree, around) === 'struct_expression')
      return this.replace(around, this.zero, put);
    if (kind === 'type' || /type_identifier|_type$/.test(typeOf(this.tree, name))) {
      const isTagged = /specifier$/.test(typeOf(this.tree, around)) && childIn(tree, around, 'body') === undefined;
      return put(isTagged ? around : name, text ?? this.type);
    }
    if (kind === 'function' && this.language === 'c') return;
    const isMember = /field_identifier|property_identifier/.test(typeOf(this.tree, use));
    if (isMember && !/field_expression|member_expression|expression_statement/.test(typeOf(this.tree, around))) return;
    if (!isMember && kind === 'field' && this.language !== 'c') return;
    const at = isMember ? around : name;
    this.replace(text === undefined ? this.withHolders(at) : at, text ?? this.zero, put);
  }

  /** `a::b<T>` of `b`. */
  private wholeName(use: number): number {
    const { tree } = this;
    let at = use;
    while (paths.test(typeOf(this.tree, tree.parent[at])) && /^(?:path|name|scope|type|)$/.test(fieldOf(this.tree, at)))
      at = tree.parent[at];
    return at;
  }

  /** The largest expression that has its value from this one: `(*x).f[i]` from `x`. */
  private withHolders(from: number): number {
    const { tree } = this;
    let at = from;
    for (;;) {
      const around = tree.parent[at];
      const type = typeOf(this.tree, around);
      const isFirst = around + 1 === at;
      if (/^(?:parenthesized|pointer|reference|try|await)_expression$/.test(type)) at = around;
      else if (isFirst && /^(?:subscript|field|member|call|index)_expression$/.test(type)) at = around;
      else return at;
    }
  }

  /** What is a whole statement goes. */
  private replace(element: number, text: string, put: Put): void {
    const { tree } = this;
    const isStatement = (one: number) => typeOf(tree, one) === 'expression_statement';
    const statement = [element, tree.parent[element]].find(isStatement);
    const isWhole = statement !== undefined && tree.last[statement] === tree.last[element];
    if (isWhole) return put(statement, tree.slot[statement] >= 0 ? undefined : ';');
    put(element, text);
  }
}
