/**
 * The units of a program, on all levels: declarations, members, statements, enumerators, items of lists, and the bodies of functions. Each
 * has the names that it gives and those that it uses, read from the tree of any grammar by the names of its fields and node types. The
 * clauses that follow from them are in model.ts.
 */
import { childrenOf, textOf, type ElementTree } from '../elementTree';
import { givenNames, isName, nameOf, type Given } from './names';
import type { NeedsRules } from './rules';

/** `noise`: comments, `#` lines, attributes. */
export type UnitKind = 'declaration' | 'member' | 'statement' | 'enumerator' | 'item' | 'body' | 'noise';

export interface Unit extends Given {
  readonly kind: UnitKind;
  readonly element: number;
  /** Elements before it that belong to it: attributes, the initialisers of a constructor. */
  readonly before: readonly number[];
  /** Type of its node. */
  readonly type: string;
  /** The unit around it; -1: none. */
  parent: number;
  readonly children: number[];
  /** Names in its own text, without those of units in it. */
  readonly uses: Set<string>;
  /** Those of them that are names of fields or types somewhere: no local variables. */
  readonly others: Set<string>;
  /** Its members are declarations of their own: a namespace, a function around the whole file. */
  isOpen: boolean;
  /** Only for a configuration that is probably not the one of the test. */
  isOff: boolean;
  /** An inline namespace: where it is opened again, it needs this. */
  readonly isInline: boolean;
  /** Text in place of it, of a body. */
  readonly shell?: string;
  /** Does it initialise fields by their order? Then it needs all of them. */
  isPositional: boolean;
  /** The function's body, the nearest unit around it that gives a name, and the nearest body around it; -1: none. */
  body: number;
  owner: number;
  bodyOf: number;
}

export interface UnitTable {
  readonly tree: ElementTree;
  readonly rules: NeedsRules;
  readonly units: readonly Unit[];
  /** The units that give each name. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

export function readUnits(tree: ElementTree, rules: NeedsRules): UnitTable {
  const units = new Reading(tree, rules).read();
  const given = nameGroups(units);
  for (const unit of units) relate(unit, units, given);
  return { tree, rules, units, byName: nameGroups(units) };
}

function nameGroups(units: readonly Unit[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  units.forEach(({ names }, index) => {
    for (const name of names) {
      const group = groups.get(name);
      if (group) group.push(index);
      else groups.set(name, [index]);
    }
  });
  return groups;
}

function relate(unit: Unit, units: readonly Unit[], byName: ReadonlyMap<string, readonly number[]>): void {
  const isGiven = (name: string, test: (one: Unit) => boolean) =>
    (byName.get(name) ?? []).some((one) => !units[one].isOpen && test(units[one]));
  // Units come in the order of the text: what is around one is related already.
  if (unit.parent >= 0) {
    const around = units[unit.parent];
    unit.owner = around.names.size > 0 && !around.isOpen ? unit.parent : around.owner;
    unit.bodyOf = around.kind === 'body' ? unit.parent : around.bodyOf;
  }
  for (const name of unit.conditions) {
    if (unit.names.has(name) || !isGiven(name, ({ kind }) => kind === 'declaration')) unit.conditions.delete(name);
  }
  unit.body = unit.children.find((child) => units[child].kind === 'body') ?? -1;
  const { scope } = unit;
  if (scope === undefined) return;
  unit.isOutside = unit.kind === 'declaration' && isGiven(scope, ({ kind }) => kind !== 'statement');
  // `T C::x(args);` is a variable.
  if (unit.isOutside && unit.body < 0 && unit.type === 'declaration') unit.isFunction = false;
}

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
/** `a + b;`: the statement stands for the operation in it. */
const operations =
  /^(?:(?:binary|unary|update|assignment|compound_assignment|pointer|field)_?(?:expr|expression)|expression_statement)$/;

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

class Reading {
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
    this.dropLocalNames();
    this.relateImplementations();
    return this.units;
  }

  private typeOf(element: number): string {
    return this.tree.types[this.tree.type[element]];
  }

  private fieldOf(element: number): string {
    const { types, field } = this.tree;
    return field[element] < 0 ? '' : types[field[element]];
  }

  private isList(element: number): boolean {
    const type = this.typeOf(element);
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
    const type = this.typeOf(element);
    if (attributeTypes.test(this.typeOf(parent))) return around;
    if (tree.extra[element] || attributeTypes.test(type)) return this.visitNoise(element, parent, around, type);
    const attributes = this.attributes.get(parent) ?? [];
    this.attributes.delete(parent);
    const parentType = this.typeOf(parent);
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
    const field = this.fieldOf(element);
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
    if (parentType === 'import_from_statement' && this.fieldOf(element) === 'name') return true;
    if (!this.isList(parent) || type === 'access_specifier') return false;
    return !(parentType === 'case_statement' && this.fieldOf(element) === 'value');
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
    const initialisers = previous !== undefined && this.typeOf(previous) === 'field_initializer_list' ? [previous] : [];
    const returns = siblings.some((one) => this.fieldOf(one) === 'return_type');
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
    const type = this.typeOf(element);
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
    this.noteShape(unit, element, type);
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
    if (!isName(tree, element)) return this.noteShape(unit, element, type);
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

  /** Uses that are no identifiers: operators, literals with a suffix, loops over a range. */
  private noteShape(unit: Unit, element: number, type: string): void {
    const { tree, rules } = this;
    const use = (names: string | undefined) => names?.split(' ').forEach((name) => unit.uses.add(name));
    if (type === 'initializer_list' || type === 'compound_literal_expression') {
      if (childrenOf(tree, element).some((child) => this.typeOf(child) !== 'initializer_pair'))
        unit.isPositional = true;
    }
    if (rules.operators) use(rules.operators[type]);
    if (!rules.namesOperators && !rules.operators) return;
    if (operations.test(type)) {
      const operator = this.operatorOf(element);
      if (rules.namesOperators) unit.uses.add(`operator${operator}`);
      else use(rules.operators?.[operator]);
    }
    if (!rules.namesOperators) return;
    if (type === 'subscript_expression') unit.uses.add('operator[]');
    else if (type === 'call_expression' || this.isCall(element, type)) unit.uses.add('operator()');
    else if (type === 'operator_name') unit.uses.add(textOf(tree, element).replace(/\s+/g, ''));
    else if (type === 'literal_suffix') unit.uses.add(`operator""${textOf(tree, element)}`);
    else if (type === 'new_expression') unit.uses.add('operatornew');
    else if (type === 'for_range_loop') use('begin end');
  }

  /** `f(x);`: the statement stands for the call in it. */
  private isCall(element: number, type: string): boolean {
    return (
      type === 'expression_statement' &&
      childrenOf(this.tree, element).some((child) => this.fieldOf(child) === 'function')
    );
  }

  /** The token between the operands, or before the only one. */
  private operatorOf(element: number): string {
    const { text, start, end } = this.tree;
    const [first, second] = childrenOf(this.tree, element);
    if (first === undefined) return '';
    const between =
      second === undefined ? text.slice(start[element], start[first]) : text.slice(end[first], start[second]);
    return between.trim() || text.slice(end[first], end[element]).trim();
  }

  /** What is not declared here is no condition. */
  private relateImplementations(): void {
    const { units } = this;
    const declared = new Set(
      units.flatMap(({ implementation, kind, names, type }) =>
        implementation || kind === 'statement' || type.startsWith('use') ? [] : [...names],
      ),
    );
    for (const { implementation, names, children } of units) {
      if (!implementation) continue;
      for (const name of names) if (!declared.has(name)) names.delete(name);
      const { type, trait, isOfTrait } = implementation;
      if (type !== undefined && !declared.has(type)) implementation.type = undefined;
      implementation.isOfForeignTrait = isOfTrait && !(trait !== undefined && declared.has(trait));
      const functions = children.filter((child) => units[child].type === 'function_item');
      implementation.members = functions.flatMap((child) => [...units[child].names]);
    }
  }

  /** A name that is bound by a parameter uses nothing outside; one of a local statement uses only that. */
  private dropLocalNames(): void {
    const { units } = this;
    const locals = new Map<number, Map<string, number[]>>();
    units.forEach(({ kind, parent, names }, index) => {
      if (kind !== 'statement' || parent < 0 || units[parent].kind !== 'body') return;
      const known = locals.get(parent) ?? new Map<string, number[]>();
      locals.set(parent, known);
      for (const name of names) known.set(name, [...(known.get(name) ?? []), index]);
    });
    /** The nearest unit that binds names, from each one on. */
    const binding: number[] = [];
    units.forEach((unit, index) => {
      const isBinding = locals.has(index) || this.bound.has(index);
      binding.push(isBinding ? index : (binding[unit.parent] ?? -1));
      for (const name of [...unit.uses]) {
        if (unit.others.has(name)) continue;
        for (let around = binding[index]; around >= 0; around = binding[units[around].parent] ?? -1) {
          const statements = locals.get(around)?.get(name);
          if (!statements && !this.bound.get(around)?.has(name)) continue;
          unit.uses.delete(name);
          if (statements) unit.uses.add(`${name}@${around}`);
          break;
        }
      }
    });
    for (const [body, names] of locals) {
      for (const [name, statements] of names) {
        for (const statement of statements) {
          units[statement].names.delete(name);
          units[statement].names.add(`${name}@${body}`);
        }
      }
    }
  }
}
