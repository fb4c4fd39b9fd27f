/** Finds the units of a tree of any grammar, in the order of the text. */
import { addTo, childrenOf, textOf, type ElementTree } from '../elementTree';
import { Giving } from './given';
import {
  attributeTypes,
  bodyBehind,
  childIn,
  directive,
  headTypes,
  fieldOf,
  isBinding,
  isListOfUnits,
  isMember,
  isName,
  isOneStatement,
  nameOf,
  namesIn,
  reference,
  typeOf,
  wordsOf,
  type Around,
  type At,
} from './names';
import { bundledModules, fileTypes, isProgram, noteExports, type BundledModules } from './files';
import type { NeedsRules } from './rules';
import { noteConstruction, noteShape, shellOf } from './shapes';
import { classLists, kindOf, Unit, type UnitKind } from './units';

const functions =
  /function|method|constructor|destructor|modifier|init_declaration|operator_(?:cast|declaration)|accessor_declaration/;
const bodies = /^(?:compound_statement|statement_block|block|function_body|constructor_body|body_statement)$/;
const openTypes =
  /^(?:namespace_definition|linkage_specification|mod_item|namespace|internal_module|declarations|directory|file(?:\.\w+)?)$/;
/** Left out unless something is chosen that the compiler is not told of. */
const isOff = /^#\[cfg\((?!.*\bnot\b).*\b(?:feature|test|doc)\b/;
/** Of C and C++; the names in it are used: `__attribute__((malloc(fclose)))`. */
const extension = 'attribute';
const instances = /instantiation/;

/** Reads the units of a tree, with the names that each gives and uses. */
export class Reading {
  private readonly units: Unit[] = [];
  private readonly around: Around[] = [];
  /** By parent: units of attributes since its last child of another kind. */
  private readonly attributes = new Map<number, number[]>();
  /** By parent: what stands before its next child, and belongs to it. */
  private readonly heads = new Map<number, number[]>();
  private readonly bound = new Map<number, Set<string>>();
  /** By the body, in Dart, where the two stand beside each other. */
  private readonly signatures = new Map<number, number>();
  /** Names of modules and crates that a file in Rust declares. */
  private readonly modules: ReadonlySet<string>;
  private readonly giving: Giving;
  private readonly bundled: BundledModules;

  constructor(
    private readonly tree: ElementTree,
    private readonly rules: NeedsRules,
  ) {
    this.giving = new Giving(tree, rules.isDynamic);
    this.bundled = bundledModules(tree);
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
    if (headTypes.test(type) && isListOfUnits(tree, parent, parentType)) {
      addTo(this.heads, parent, element);
      return around;
    }
    if (tree.extra[element] || isAttribute) return { ...around, unit: this.addNoise(at, around.unit, isAttribute) };
    const module = this.bundled.uses.get(element);
    if (module !== undefined && around.unit >= 0) units[around.unit].uses.add(module);
    if (this.bundled.pairs.has(element)) return { ...around, unit: this.addModule(at, around.unit) };
    // Of a page.
    if (type === 'program' && this.isMost(element)) this.open(around.unit);
    const below: Around = {
      ...around,
      inClass:
        around.inClass || classLists.test(type) || (type === 'declaration_list' && /impl|trait/.test(parentType)),
      inImport: around.inImport || (type === 'use_declaration' && childIn(tree, element, 'argument') !== undefined),
      binds: isBinding(at, around.binds),
    };
    const signature = this.signatures.get(element);
    if (signature !== undefined) return this.visitBody(at, this.around[signature]);
    if (isMember(tree, at)) return this.visitMember(at, around, below);
    if (around.unit >= 0 && functions.test(parentType) && bodies.test(type)) return this.visitBody(at, around);
    if (around.unit >= 0 && isOneStatement(this.tree, element) && !/^(?:import|header|body_)/.test(parentType))
      return { ...below, unit: this.add(kindOf(tree, at, around), element, around.unit) };
    if (around.unit >= 0) this.noteUses(units[around.unit], at, below);
    return below;
  }

  private visitMember(at: At, around: Around, below: Around): Around {
    const { tree, units } = this;
    const { element, parent, type } = at;
    const attributes = this.attributes.get(parent) ?? [];
    const heads = this.heads.get(parent) ?? [];
    this.heads.delete(parent);
    this.attributes.delete(parent);
    const before = [...attributes.map((one) => units[one].element), ...heads];
    const body = bodyBehind(tree, element);
    if (body !== undefined) before.push(body);
    if (body !== undefined) this.signatures.set(body, element);
    const kind = kindOf(tree, at, around, units[around.unit]);
    const unit = this.add(kind, element, around.unit, { before, isImport: below.inImport });
    for (const one of attributes) this.adopt(one, unit);
    for (const one of heads) for (const name of namesIn(tree, one)) units[unit].uses.add(name);
    return { ...below, unit, isOpaque: fileTypes.test(type) && !isProgram(type) };
  }

  /** Of a bundle that is one text: a module, or what an import in it stands for. */
  private addModule({ element }: At, around: number): number {
    const isImport = this.bundled.pairs.has(this.units[around]?.element);
    if (!isImport) this.open(around);
    const unit = this.add(isImport ? 'member' : 'declaration', element, around);
    this.units[unit].names.add(this.bundled.pairs.get(element)!);
    return unit;
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
    if (this.isMost(element) || this.bundled.bodies.has(element)) {
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
      !(kind === 'statement' && isName(tree, element)) &&
      !/^\s*extern\s+template\b/.test(this.head(element));
    const unit = new Unit(kind, element, type, parent, before, shell);
    if (isGiving) this.giving.note(unit, element, isImport);
    unit.isOpen = openTypes.test(type) || /^\s*defmodule\b/.test(this.head(element));
    unit.isEmbedded =
      this.rules.embeds === true && type === 'field_declaration' && childIn(tree, element, 'name') === undefined;
    unit.isInline = type === 'namespace_definition' && /^\s*inline\b/.test(this.head(element));
    unit.file = fileTypes.test(type) ? units.length : (units[parent]?.file ?? -1);
    units.push(unit);
    if (unit.file >= 0) noteExports(tree, units, unit);
    const module = this.bundled.pairs.get(units[parent]?.element);
    if (module !== undefined && /^module\.exports\s*=[^=]/.test(this.head(element))) unit.names.add(module);
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
