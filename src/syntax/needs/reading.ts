/** Finds the units of a tree of any grammar, in the order of the text. */
import { addTo, childrenOf, textOf, type ElementTree } from '../elementTree';
import { Giving } from './given';
import {
  attributeTypes,
  childIn,
  directive,
  fieldOf,
  isBinding,
  isConstant,
  isName,
  isOneStatement,
  nameOf,
  reference,
  typeOf,
  wordsOf,
  type At,
} from './names';
import { fileTypes, isProgram, noteExports } from './files';
import type { NeedsRules } from './rules';
import { noteConstruction, noteShape, shellOf } from './shapes';
import { classLists, kindOf, Unit, type UnitKind } from './units';

const listTypes =
  /^(?:case_statement|namespace_definition|linkage_specification|block|module|class_body|program|stylesheet|source_file|declaration_list|declarations|import_spec_list|var_spec_list|statement_list|directory|file(?:\.\w+)?)$/;
const noLists = /requirement|requires|lambda|concept|ERROR|comment|string|token_tree|accessor_list/;
const functions = /function|method|constructor|destructor|operator_(?:cast|declaration)|accessor_declaration/;
const bodies = /^(?:compound_statement|statement_block|block|function_body|constructor_body)$/;
const openTypes =
  /^(?:namespace_definition|linkage_specification|mod_item|namespace|internal_module|declarations|directory|file(?:\.\w+)?)$/;
/** Left out unless something is chosen that the compiler is not told of. */
const isOff = /^#\[cfg\((?!.*\bnot\b).*\b(?:feature|test|doc)\b/;
/** Of C and C++; the names in it are used: `__attribute__((malloc(fclose)))`. */
const extension = 'attribute';
/** `a['b']` uses `b`. */
const quoted = /^["']([A-Za-z_]\w*)["']$/;
const keyed = /^(?:lookup_type|subscript_expression|literal_type)$/;
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
  /** In a file of a bundle of which only is read what it names. */
  readonly isOpaque: boolean;
}

/** Reads the units of a tree, with the names that each gives and uses. */
export class Reading {
  private readonly units: Unit[] = [];
  private readonly around: Around[] = [];
  /** By parent: units of attributes since its last child of another kind. */
  private readonly attributes = new Map<number, number[]>();
  private readonly bound = new Map<number, Set<string>>();
  /** Names of modules and crates that a file in Rust declares. */
  private readonly modules: ReadonlySet<string>;
  private readonly giving: Giving;

  constructor(
    private readonly tree: ElementTree,
    private readonly rules: NeedsRules,
  ) {
    this.giving = new Giving(tree, rules.isDynamic);
    const declared = tree.text.matchAll(/\bmod\s+(\w+)|\bextern\s+crate\s+(\w+)(?:\s+as\s+(\w+))?/g);
    this.modules = new Set(Array.from(declared, ([, module, crate, alias]) => module ?? alias ?? crate));
  }

  /** `bound`: by unit, the names that its parameters and patterns bind. */
  read() {
    this.around[0] = { unit: -1, inBody: false, inClass: false, inImport: false, binds: false, isOpaque: false };
    for (let element = 1; element < this.tree.count; element++) this.around[element] = this.visit(element);
    return { units: this.units, bound: this.bound };
  }

  private visit(element: number): Around {
    const { tree, units } = this;
    const parent = tree.parent[element];
    const [type, parentType] = [typeOf(tree, element), typeOf(tree, parent)];
    const at = { element, parent, type, parentType, field: fieldOf(tree, element) };
    const around = this.around[parent];
    if (around.isOpaque) {
      const file = tree.names?.get(element);
      if (file !== undefined) units[around.unit].uses.add(file);
      return around;
    }
    if (attributeTypes.test(parentType)) return around;
    const isAttribute = attributeTypes.test(type);
    if (tree.extra[element] || isAttribute) return { ...around, unit: this.addNoise(at, around.unit, isAttribute) };
    // Of a page.
    if (type === 'program' && this.isMost(element)) this.open(around.unit);
    const attributes = this.attributes.get(parent) ?? [];
    this.attributes.delete(parent);
    const below: Around = {
      ...around,
      inClass:
        around.inClass || classLists.test(type) || (type === 'declaration_list' && /impl|trait/.test(parentType)),
      inImport: around.inImport || type === 'use_declaration',
      binds: isBinding(at, around.binds),
    };
    if (this.isMember(at)) {
      const before = attributes.map((one) => units[one].element);
      const unit = this.add(kindOf(tree, at, around, units[around.unit]), element, around.unit, {
        before,
        isImport: below.inImport,
      });
      for (const one of attributes) this.adopt(one, unit);
      return { ...below, unit, isOpaque: fileTypes.test(type) && !isProgram(type) };
    }
    if (around.unit >= 0 && functions.test(parentType) && bodies.test(type)) return this.visitBody(at, around);
    if (around.unit >= 0 && isOneStatement(this.tree, element) && !/^(?:import|header)/.test(parentType)) {
      const unit = this.add(kindOf(tree, at, around), element, around.unit);
      return { ...below, unit };
    }
    if (around.unit >= 0) this.noteUses(units[around.unit], at, below);
    return below;
  }

  /** A comment, an attribute, or a line that the parser has not read. */
  private addNoise({ element, parent, type }: At, around: number, isAttribute: boolean): number {
    const isOfFile = around < 0 || this.units[around].isOpen;
    const isDirective = isOfFile && this.rules.shell === ';' && directive.test(this.head(element));
    const index = this.add(isDirective ? 'declaration' : 'noise', element, around);
    const unit = this.units[index];
    unit.isWildcard ||= reference.test(this.head(element));
    if (type === extension || isDirective) for (const word of wordsOf(textOf(this.tree, element))) unit.uses.add(word);
    if (isAttribute || type === extension) addTo(this.attributes, parent, index);
    return index;
  }

  private isMember({ parent, type, parentType, field }: At): boolean {
    if (parentType === 'import_from_statement' && field === 'name') return true;
    if (!this.isList(parent, parentType) || /^(?:access_specifier|statement_list)$/.test(type)) return false;
    if (type === 'return_statement' && isConstant(this.tree, parent)) return false;
    return !(/^(?:case_statement|linkage_specification)$/.test(parentType) && field === 'value');
  }

  private isList(element: number, type: string): boolean {
    const { text, start, end, last } = this.tree;
    if (element === 0 || listTypes.test(type)) return !isOneStatement(this.tree, element);
    // `{ a } = {}` has its braces in its parts.
    const isBraced = text[start[element]] === '{' && text[end[element] - 1] === '}';
    return isBraced && !noLists.test(type) && (last[element] === element || start[element + 1] > start[element]);
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

  /** Of a function: a unit of its own, unless it is most of the file. */
  private visitBody({ element, parent }: At, around: Around): Around {
    const { tree } = this;
    if (this.isMost(element)) {
      this.open(around.unit);
      return { ...around, inBody: false };
    }
    const siblings = childrenOf(tree, parent);
    const previous = siblings.slice(0, siblings.indexOf(element)).slice(-1);
    const before = previous.filter((one) => typeOf(tree, one) === 'field_initializer_list');
    const unit = this.add('body', element, around.unit, { before, shell: shellOf(tree, this.rules, parent) });
    return { unit, inBody: true, inClass: false, inImport: false, binds: false, isOpaque: false };
  }

  private isMost(element: number): boolean {
    return this.tree.weight[element] > this.tree.weight[0] / 2;
  }

  /** The unit and all around it. */
  private open(unit: number): void {
    for (let one = unit; one >= 0; one = this.units[one].parent) this.units[one].isOpen = true;
  }

  private add(
    kind: UnitKind,
    element: number,
    parent: number,
    { before = [], shell, isImport = false }: { before?: readonly number[]; shell?: string; isImport?: boolean } = {},
  ): number {
    const { tree, units } = this;
    const type = typeOf(tree, element);
    const isGiving =
      !/^(?:noise|body|item)$/.test(kind) &&
      !/^(?:directory|file\b)/.test(type) &&
      !instances.test(type) &&
      !/^\s*extern\s+template\b/.test(this.head(element));
    const unit = new Unit(kind, element, type, parent, before, shell);
    if (isGiving) this.giving.note(unit, element, isImport);
    if (type === 'ERROR') for (const word of wordsOf(textOf(tree, element))) unit.uses.add(word);
    unit.isOpen = openTypes.test(type);
    unit.isEmbedded =
      this.rules.embeds === true && type === 'field_declaration' && childIn(tree, element, 'name') === undefined;
    unit.isInline = type === 'namespace_definition' && /^\s*inline\b/.test(this.head(element));
    unit.file = fileTypes.test(type) ? units.length : (units[parent]?.file ?? -1);
    units.push(unit);
    if (unit.file >= 0) noteExports(tree, units, unit);
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

  private noteUses(unit: Unit, { element, parent, type, parentType, field }: At, { inImport, binds }: Around): void {
    const { tree } = this;
    if (type === 'lifetime') return;
    const file = tree.names?.get(element);
    if (file !== undefined) unit.uses.add(file);
    if (type === 'ERROR') for (const word of wordsOf(textOf(tree, element))) unit.uses.add(word);
    if (keyed.test(type))
      for (const [word] of this.head(element, Infinity).matchAll(/(?<=(?:^|\[)["'])[^"']+/g)) unit.uses.add(word);
    // `this[kind]` may be called with the word of another file.
    const [, word] = (unit.file >= 0 && this.rules.isDynamic && quoted.exec(this.head(element))) || [];
    if (word !== undefined) for (const all of [unit.uses, unit.others]) all.add(word);
    if (!isName(tree, element)) return noteShape(tree, this.rules, unit, element);
    const name = nameOf(tree, element);
    // The parser has seen `int` in place of `__typeof(x)`.
    const { text, start } = tree;
    if (name === '__t')
      for (const word of wordsOf(text.slice(start[element], text.indexOf(')', start[element])))) unit.uses.add(word);
    // The path of an import uses only what is declared here.
    if (inImport && !this.modules.has(name)) return;
    unit.uses.add(name);
    for (const other of this.rules.alike?.[name] ?? []) unit.uses.add(other);
    // `(function (a) {})(a)`: the second one is no parameter.
    const isGivenToFunction = parentType === 'arguments' && /[(!+]/.test(text[start[tree.parent[parent]]]);
    if (isGivenToFunction || /field|property|type|member/.test(type) || /^(?:field|attribute)$/.test(field))
      unit.others.add(name);
    if (this.rules.namesOperators) noteConstruction(tree, unit, element);
    if (!binds || (this.rules.operators && !/^[a-z_]/.test(name))) return;
    const around = this.around[parent].unit;
    this.bound.set(around, (this.bound.get(around) ?? new Set()).add(name));
  }
}
