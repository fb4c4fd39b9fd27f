/** Finds the units of a tree of any grammar, in the order of the text. */
import { childrenOf, type ElementTree } from '../elementTree';
import { fieldOf, givenNames, isName, nameOf, typeOf } from './names';
import type { NeedsRules } from './rules';
import { dropLocalNames, relateImplementations } from './scopes';
import { noteShape } from './shapes';
import type { Unit, UnitKind } from './units';

const listTypes =
  /^(?:case_statement|namespace_definition|linkage_specification|block|module|class_body|program|source_file|declaration_list)$/;
const noLists = /requirement|requires|lambda|concept|ERROR|comment|string|token_tree/;
const classLists = /field_declaration_list|class_body|interface_body|object_type|enum_body|field_initializer_list/;
const functions = /function|method|constructor|destructor|operator_cast/;
const bodies = /^(?:compound_statement|statement_block|block|function_body)$/;
const itemLists = /initializer_list|array|object$|arguments|dictionary|^list$/;
const openTypes = /^(?:namespace_definition|linkage_specification|mod_item|namespace|internal_module)$/;
const typeBodies = /^(?:struct|class|union|enum)_specifier$/;
const binders = /^(?:closure_parameters|match_pattern|formal_parameters|parameters|lambda_parameters)$/;
/** Left out unless something is chosen that the compiler is not told of. */
const isOff = /^#\[cfg\((?!.*\bnot\b).*\b(?:feature|test|doc)\b/;
const attributeTypes = /^(?:inner_)?attribute_item$/;
const instances = /instantiation/;

/** What is known of an element when its children are read. */
interface Around {
  /** The unit in which it is. */
  readonly unit: number;
  readonly inBody: boolean;
  readonly inClass: boolean;
  readonly inImport: boolean;
  /** Are the names in it bound here: in parameters, patterns? */
  readonly binds: boolean;
}

/** Reads the units of a tree, with the names that each gives and uses. */
export class Reading {
  private readonly units: Unit[] = [];
  private readonly around: Around[] = [];
  /** By parent: units of attributes since its last child of another kind. */
  private readonly attributes = new Map<number, number[]>();
  /** Names that a body or parameter list binds, by unit. */
  private readonly bound = new Map<number, Set<string>>();
  /** Names of modules and crates that a file in Rust declares. */
  private readonly modules: ReadonlySet<string>;

  constructor(
    private readonly tree: ElementTree,
    private readonly rules: NeedsRules,
  ) {
    const declared = tree.text.matchAll(/\bmod\s+(\w+)|\bextern\s+crate\s+(\w+)(?:\s+as\s+(\w+))?/g);
    this.modules = new Set(Array.from(declared, ([, module, crate, alias]) => module ?? alias ?? crate));
  }

  read(): Unit[] {
    const { tree } = this;
    this.around[0] = { unit: -1, inBody: false, inClass: false, inImport: false, binds: false };
    for (let element = 1; element < tree.count; element++) this.around[element] = this.visit(element);
    dropLocalNames(this.units, this.bound);
    relateImplementations(this.units);
    return this.units;
  }

  private isList(element: number): boolean {
    const type = typeOf(this.tree, element);
    const { text, start, end } = this.tree;
    if (element === 0 || listTypes.test(type)) return !this.isOneStatement(element, type);
    return text[start[element]] === '{' && text[end[element] - 1] === '}' && !noLists.test(type);
  }

  /** An element that is all of its parent has the parent's type: `return x` of a body in Python. */
  private isOneStatement(element: number, type: string): boolean {
    const { text, start, last } = this.tree;
    if (last[element] === element || !/^(?:block|module|program|source_file)$/.test(type)) return false;
    return /^\w/.test(text.slice(start[element], start[element + 1]).trim());
  }

  private visit(element: number): Around {
    const { tree, units } = this;
    const parent = tree.parent[element];
    const around = this.around[parent];
    const type = typeOf(this.tree, element);
    if (attributeTypes.test(typeOf(this.tree, parent))) return around;
    if (tree.extra[element] || attributeTypes.test(type)) return this.visitNoise(element, parent, around, type);
    const attributes = this.attributes.get(parent) ?? [];
    this.attributes.delete(parent);
    const parentType = typeOf(this.tree, parent);
    const below: Around = {
      ...around,
      inClass: this.startsClass(type, parentType, around.inClass),
      inImport: around.inImport || type === 'use_declaration',
      binds: this.isBinding(element, parentType, type, around.binds),
    };
    if (this.isMember(element, parent, parentType, type)) {
      const kind = this.kindOf(parentType, type, around);
      const before = attributes.map((one) => units[one].element);
      const unit = this.add(kind, element, around.unit, before, { isImport: below.inImport });
      for (const one of attributes) this.adopt(one, unit);
      return { ...below, unit };
    }
    const body = this.bodyUnit(element, parent, parentType, type, around);
    if (body) return body;
    if (around.unit >= 0) this.noteUses(units[around.unit], element, type, below);
    return below;
  }

  private isBinding(element: number, parentType: string, type: string, isInside: boolean): boolean {
    const field = fieldOf(this.tree, element);
    if (/^(?:type|value|right|return_type|default_value)$/.test(field)) return false;
    if (isInside || binders.test(type)) return true;
    if (field === 'declarator') return parentType === 'parameter_declaration';
    if (field === 'parameter') return parentType === 'catch_clause';
    return field === 'pattern' && /parameter|let_condition|for_expression/.test(parentType);
  }

  /** Makes an attribute part of the unit that it stands before. */
  private adopt(attribute: number, unit: number): void {
    const { units } = this;
    const { parent } = units[attribute];
    if (parent >= 0) units[parent].children.splice(units[parent].children.indexOf(attribute), 1);
    units[attribute].parent = unit;
    units[unit].children.push(attribute);
    units[unit].isOff ||= isOff.test(this.head(units[attribute].element, 200));
  }

  private startsClass(type: string, parentType: string, inClass: boolean): boolean {
    return inClass || classLists.test(type) || (type === 'declaration_list' && /impl|trait/.test(parentType));
  }

  private visitNoise(element: number, parent: number, around: Around, type: string): Around {
    const unit = this.add('noise', element, around.unit, []);
    if (attributeTypes.test(type)) {
      const before = this.attributes.get(parent);
      if (before) before.push(unit);
      else this.attributes.set(parent, [unit]);
    }
    return { ...around, unit };
  }

  private isMember(element: number, parent: number, parentType: string, type: string): boolean {
    if (parentType === 'import_from_statement' && fieldOf(this.tree, element) === 'name') return true;
    if (!this.isList(parent) || type === 'access_specifier') return false;
    return !(parentType === 'case_statement' && fieldOf(this.tree, element) === 'value');
  }

  private kindOf(parentType: string, type: string, { inBody, inClass }: Around): UnitKind {
    if (inBody) return 'statement';
    if (itemLists.test(parentType) && !classLists.test(parentType)) return 'item';
    if (/^enum(?:erator|_variant)$/.test(type)) return 'enumerator';
    return inClass && !typeBodies.test(type) ? 'member' : 'declaration';
  }

  private bodyUnit(
    element: number,
    parent: number,
    parentType: string,
    type: string,
    around: Around,
  ): Around | undefined {
    const { tree, units } = this;
    if (around.unit < 0 || !functions.test(parentType) || !bodies.test(type)) return undefined;
    if (tree.weight[element] > tree.weight[0] / 2) {
      for (let unit = around.unit; unit >= 0; unit = units[unit].parent) units[unit].isOpen = true;
      return { ...around, inBody: false };
    }
    const siblings = childrenOf(tree, parent);
    const previous = siblings[siblings.indexOf(element) - 1];
    const initialisers =
      previous !== undefined && typeOf(this.tree, previous) === 'field_initializer_list' ? [previous] : [];
    const returns = siblings.some((one) => fieldOf(this.tree, one) === 'return_type');
    const { shell, shellOfResult = shell } = this.rules;
    const unit = this.add('body', element, around.unit, initialisers, { shell: returns ? shellOfResult : shell });
    return { unit, inBody: true, inClass: false, inImport: false, binds: false };
  }

  private add(
    kind: UnitKind,
    element: number,
    parent: number,
    before: readonly number[],
    { shell, isImport = false }: { shell?: string; isImport?: boolean } = {},
  ): number {
    const { tree, units } = this;
    const type = typeOf(this.tree, element);
    const isGiving =
      kind !== 'noise' &&
      kind !== 'body' &&
      !instances.test(type) &&
      !/^\s*extern\s+template\b/.test(this.head(element));
    const given = givenNames(tree, isGiving ? element : -1, isImport);
    const unit: Unit = {
      ...given,
      kind,
      element,
      before,
      type,
      parent,
      children: [],
      uses: new Set(type === 'ERROR' ? this.head(element, Infinity).match(/\b[A-Za-z_]\w*/g) : []),
      others: new Set(),
      isOpen: openTypes.test(type),
      isInline: type === 'namespace_definition' && /^\s*inline\b/.test(this.head(element)),
      shell,
      isOff: false,
      isPositional: false,
      body: -1,
      owner: -1,
      bodyOf: -1,
    };
    units.push(unit);
    if (parent >= 0) units[parent].children.push(units.length - 1);
    if (kind !== 'noise' && isName(tree, element) && (!isImport || this.modules.has(nameOf(tree, element))))
      unit.uses.add(nameOf(tree, element));
    noteShape(tree, this.rules, unit, element);
    return units.length - 1;
  }

  private head(element: number, length = 60): string {
    const { text, start, end } = this.tree;
    return text.slice(start[element], Math.min(end[element], start[element] + length));
  }

  private noteUses(unit: Unit, element: number, type: string, { inImport, binds }: Around): void {
    const { tree } = this;
    if (type === 'lifetime') return;
    if (type === 'ERROR')
      for (const word of this.head(element, Infinity).match(/\b[A-Za-z_]\w*/g) ?? []) unit.uses.add(word);
    if (!isName(tree, element)) return noteShape(tree, this.rules, unit, element);
    const name = nameOf(tree, element);
    // The path of an import uses only what is declared here.
    if (inImport && !this.modules.has(name)) return;
    unit.uses.add(name);
    if (/field|property|type|member/.test(type)) unit.others.add(name);
    if (binds && (!this.rules.operators || /^[a-z_]/.test(name)))
      this.bind(this.around[tree.parent[element]].unit, name);
  }

  private bind(unit: number, name: string): void {
    const names = this.bound.get(unit);
    if (names) names.add(name);
    else this.bound.set(unit, new Set([name]));
  }
}
