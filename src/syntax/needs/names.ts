/** The names that a declaration gives, and under which other names it is needed, from the fields of its nodes. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';

/** What a unit gives. */
export interface Given {
  readonly names: Set<string>;
  /** Names that must be live too: types of the parameters of an overload, arguments of a specialisation. */
  readonly conditions: Set<string>;
  /** `X` of a definition of `X::f`, or of `X.f = …`. */
  scope?: string;
  isFunction: boolean;
  /** A specialisation of a template. */
  isSpecial: boolean;
  /** A member's definition outside of its class. */
  isOutside: boolean;
  /** Of an implementation in Rust: the names of type and trait, if they are declared here. */
  implementation?: {
    type?: string;
    readonly trait?: string;
    readonly isOfTrait: boolean;
    isOfForeignTrait: boolean;
    members: readonly string[];
  };
  /** It imports whatever a module has. */
  isWildcard: boolean;
}

export type Implementation = NonNullable<Given['implementation']>;

const data = /comment|string_|_content|text|char|escape|number|literal$|lifetime/;

/** Is the element a leaf that reads like a name? */
export function isName(tree: ElementTree, element: number): boolean {
  const { last, types, type, text, start, end } = tree;
  if (last[element] !== element || data.test(types[type[element]])) return false;
  return /^[A-Za-z_$][\w$]*;?$/.test(text.slice(start[element], end[element]));
}

/** Names in an element, in the order of the text. */
function namesIn(tree: ElementTree, element: number): string[] {
  const names: string[] = [];
  for (let inside = element; inside <= tree.last[element]; inside++) {
    if (isName(tree, inside)) names.push(nameOf(tree, inside));
  }
  return names;
}

export function nameOf(tree: ElementTree, element: number): string {
  return textOf(tree, element).replace(/;$/, '');
}

export function typeOf({ types, type }: ElementTree, element: number): string {
  return types[type[element]];
}

/** Name of the field of its parent in which the element is; empty if there is none. */
export function fieldOf({ types, field }: ElementTree, element: number): string {
  return field[element] < 0 ? '' : types[field[element]];
}

export function childIn(tree: ElementTree, element: number, field: string): number | undefined {
  return childrenOf(tree, element).find((child) => fieldOf(tree, child) === field);
}

/**
 * `element` -1: of nothing. `isImport`: the element is an import in Rust, or a member of its list. `isDynamic`: an assignment gives its
 * name; elsewhere only the declaration does.
 */
export function givenNames(tree: ElementTree, element: number, isImport: boolean, isDynamic: boolean): Given {
  const given: Given = {
    names: new Set(),
    conditions: new Set(),
    isFunction: false,
    isSpecial: false,
    isOutside: false,
    isWildcard: false,
  };
  if (element < 0) return given;
  const giving = new Giving(tree, given, isDynamic);
  if (isImport) giving.readImport(element);
  else giving.read(element, 0);
  return given;
}

const deepest = 14;
const closed =
  /^(?:enumerator_list|field_declaration_list|compound_statement|parameter_list|template_parameter_list|declaration_list|base_class_clause|statement_block|class_body|block|arguments|argument_list)$/;
const giving =
  /declarator$|declaration$|definition$|_specifier$|linkage_specification|_item$|statement$|_spec$|import_clause|namespace_import/;
const notGiving = /parameter|storage_class|explicit|access|virtual|expression|return|if_|for_|while|switch|compound/;
const unsized = /^(?:placeholder_type|sized_type)_specifier$/;

class Giving {
  constructor(
    private readonly tree: ElementTree,
    private readonly given: Given,
    private readonly isDynamic: boolean,
  ) {}

  read(element: number, depth: number): void {
    const { tree, given } = this;
    if (depth > deepest) return;
    const type = typeOf(tree, element);
    const child = (field: string) => childIn(tree, element, field);
    const readIf = (one: number | undefined) => one !== undefined && this.read(one, depth + 1);
    if (closed.test(type)) return;
    // The members of its list give the names.
    if (type === 'export_specifier') return;
    if (type === 'import_from_statement') {
      given.isWildcard = /\*\s*$/.test(textOf(tree, element));
      return;
    }
    if (type === 'namespace_definition' || type === 'linkage_specification') return this.readHead(element);
    if (type === 'impl_item') return this.readImplementation(element);
    if (type === 'operator_name') {
      given.names.add(textOf(tree, element).replace(/\s+/g, ''));
      // Of a literal's suffix.
      for (const name of namesIn(tree, element)) given.names.add(name);
    } else if (type === 'operator_cast') given.names.add('operator cast');
    else if (type === 'destructor_name') given.names.add('~');
    else if (isName(tree, element) && !/statement$/.test(type)) given.names.add(nameOf(tree, element));
    else if (type === 'qualified_identifier' || type === 'scoped_identifier') {
      const scope = child('scope');
      if (scope !== undefined) given.scope ??= namesIn(tree, scope)[0];
      readIf(child('name'));
    } else if (/^template_(?:type|function|method)$/.test(type)) {
      readIf(child('name'));
      given.isSpecial = true;
      const list = child('arguments');
      if (list !== undefined) for (const name of namesIn(tree, list)) given.conditions.add(name);
    } else if (type === 'function_declarator') {
      given.isFunction = true;
      const list = child('parameters');
      for (const one of list === undefined ? [] : childrenOf(tree, list)) {
        const typed = tree.last[one] === one ? one : childIn(tree, one, 'type');
        if (typed !== undefined) for (const name of namesIn(tree, typed)) given.conditions.add(name);
      }
      readIf(child('declarator'));
    } else if (type === 'using_declaration') {
      const last = namesIn(tree, element).at(-1);
      if (last) given.names.add(last);
    } else if (child('left') !== undefined && /assignment|expression_statement/.test(type)) this.assign(child('left')!);
    else for (const one of childrenOf(tree, element)) if (this.isGiving(one, type)) this.read(one, depth + 1);
  }

  /** The last name of its path, or the alias. */
  readImport(element: number): void {
    const { tree, given } = this;
    const type = typeOf(tree, element);
    const child = (field: string) => childIn(tree, element, field);
    const of = (one: number | undefined) => one !== undefined && this.readImport(one);
    if (type === 'use_declaration') of(child('argument'));
    else if (type === 'use_as_clause') of(child('alias'));
    else if (type === 'use_wildcard') given.isWildcard = true;
    else if (type === 'scoped_identifier') of(child('name'));
    else if (type === 'self') {
      const path = childIn(tree, tree.parent[tree.parent[element]], 'path');
      const last = path === undefined ? undefined : namesIn(tree, path).at(-1);
      if (last) given.names.add(last);
    } else if (isName(tree, element)) given.names.add(nameOf(tree, element));
  }

  /** Type and trait of an `impl`, as far as they are named. */
  private readImplementation(element: number): void {
    const { tree, given } = this;
    const headOf = (field: string) => {
      let head = childIn(tree, element, field);
      while (head !== undefined && tree.last[head] > head) {
        head = childIn(tree, head, /^scoped/.test(typeOf(tree, head)) ? 'name' : 'type');
      }
      return head !== undefined && isName(tree, head) ? nameOf(tree, head) : undefined;
    };
    const [type, trait] = [headOf('type'), headOf('trait')];
    const isOfTrait = childIn(tree, element, 'trait') !== undefined;
    given.implementation = { type, trait, isOfTrait, isOfForeignTrait: false, members: [] };
    for (const name of [type, trait]) if (name !== undefined) given.names.add(name);
  }

  private readHead(element: number): void {
    const { text, start } = this.tree;
    const head = text.slice(start[element], text.indexOf('{', start[element]));
    const [, path = ''] = /\bnamespace\s+([\w:]+)/.exec(head) ?? [];
    for (const name of path.match(/\w+/g) ?? []) this.given.names.add(name);
  }

  /** `X.prototype.m = …` is a member of X from outside. */
  private assign(left: number): void {
    if (!this.isDynamic) return;
    const names = namesIn(this.tree, left);
    if (names.length > 1) this.given.scope = names[0];
    if (names.length > 0) this.given.names.add(names.at(-1)!);
  }

  private isGiving(child: number, parentType: string): boolean {
    const { tree } = this;
    const type = typeOf(tree, child);
    const field = fieldOf(tree, child);
    if (/^(?:name|declarator|pattern|declaration|definition|alias)$/.test(field)) return true;
    if (/^assignment(?:_expression)?$/.test(type) || (field === 'body' && parentType === 'linkage_specification'))
      return true;
    if (field === 'type') return /specifier$/.test(type) && !unsized.test(type);
    if (field !== '') return false;
    return (
      (giving.test(type) && !notGiving.test(type)) ||
      (isName(tree, child) && /declarator$|^(?:import_clause|namespace_import|friend_declaration)$/.test(parentType))
    );
  }
}
