/** Definitions on all levels, down to parameters and fields, and the uses of their names: what a deletion breaks, and what mends it. */
import { addTo, childrenOf, textOf, type ElementTree } from '../elementTree';
import { childIn, fieldOf, isName, nameOf, typeOf } from './names';

export interface Definition {
  /** What goes with the name. */
  readonly element: number;
  readonly kind: 'function' | 'type' | 'field' | 'parameter' | 'variable';
  /** What a use of the name may become: its value, or the type for which it stands. */
  readonly text?: string;
}

export interface DefinedName {
  readonly definitions: readonly Definition[];
  /** Leaves, without those that are the names of the definitions. */
  readonly uses: readonly number[];
  /** Statements outside of it that give it members. */
  readonly members: readonly number[];
}

/** Every name that is defined here. */
export function definedNames(tree: ElementTree): DefinedName[] {
  const found = new Finding(tree);
  for (let element = 1; element < tree.count; element++) found.visit(element);
  return found.names();
}

const functions =
  /^(?:function_definition|function_item|function_declaration|generator_function_declaration|method_definition|method_declaration)$/;
const types =
  /^(?:class_declaration|class_definition|struct_item|enum_item|trait_item|type_item|interface_declaration|type_alias_declaration|mod_item)$/;
const specifiers = /^(?:struct|union|enum|class)_specifier$/;
const constants = /^(?:const_item|static_item)$/;
const parameters = /^(?:parameter_declaration|parameter|required_parameter|optional_parameter)$/;
const parameterLists = /^(?:formal_parameters|parameters)$/;
const simple = /literal|number|integer|float|string|true|false/;
const mostSimple = 12;

class Finding {
  private readonly definitions = new Map<string, Definition[]>();
  private readonly packages = new Map<string, Definition[]>();
  private readonly uses = new Map<string, number[]>();
  private readonly members = new Map<string, number[]>();
  private readonly defining = new Set<number>();

  constructor(private readonly tree: ElementTree) {}

  names(): DefinedName[] {
    const { text, end } = this.tree;
    const named = (all: Map<string, Definition[]>, isUse: (use: number) => boolean) =>
      Array.from(all, ([name, definitions]) => ({
        definitions,
        uses: (this.uses.get(name) ?? []).filter(isUse),
        members: this.members.get(name) ?? [],
      }));
    return [
      ...named(this.definitions, (use) => !this.defining.has(use)),
      ...named(this.packages, (use) => text[end[use]] === '.'),
    ];
  }

  visit(element: number): void {
    const { tree } = this;
    if (isName(tree, element)) addTo(this.uses, nameOf(tree, element), element);
    const type = typeOf(this.tree, element);
    const child = (field: string) => childIn(tree, element, field);
    const name = () => this.nameIn(child('declarator') ?? child('name') ?? child('pattern'));
    if (functions.test(type)) this.define(element, name(), 'function');
    else if (types.test(type)) this.define(element, name(), 'type', type === 'type_item' ? child('type') : undefined);
    else if (constants.test(type)) this.define(element, name(), 'variable', child('value'));
    else if (type === 'declaration') this.declare(element);
    else if (type === 'type_definition') this.alias(element);
    else if (specifiers.test(type)) {
      if (child('body') !== undefined) this.define(element, this.nameIn(child('name')), 'type');
    } else if (type === 'field_declaration' || type === 'public_field_definition') {
      for (const one of childrenOf(tree, element))
        if (/^(?:declarator|name)$/.test(fieldOf(this.tree, one))) this.define(element, this.nameIn(one), 'field');
    } else if (parameters.test(type)) this.define(element, name(), 'parameter');
    else if (type === 'let_declaration') this.define(element, name(), 'variable', this.simple(child('value')));
    else if (type === 'expression_statement') this.assignMember(element);
    else if (type === 'import_spec') this.importPackage(element, name(), child('path') ?? element);
    else if (type === 'short_var_declaration') this.define(element, child('left'), 'variable');
    else if (type === 'var_spec') this.define(tree.parent[element], name(), 'variable');
    else if (type === 'variable_declarator') this.declareOne(element, name(), this.simple(child('value')));
    else if (type === 'enumerator') this.enumerate(element);
    else if (type === 'enum_variant') this.define(element, name(), 'variable');
    else if (isName(tree, element) && parameterLists.test(typeOf(this.tree, tree.parent[element])))
      this.define(element, element, 'parameter');
  }

  private define(element: number, name: number | undefined, kind: Definition['kind'], text?: number | string): void {
    if (name === undefined || !isName(this.tree, name)) return;
    this.defining.add(name);
    const shown = typeof text === 'number' ? textOf(this.tree, text) : text;
    addTo(this.definitions, nameOf(this.tree, name), { element, kind, text: shown });
  }

  /** The name at the end of declarators. */
  private nameIn(from: number | undefined): number | undefined {
    const { tree } = this;
    let element = from;
    while (element !== undefined && tree.last[element] > element) {
      const inside = ['declarator', 'name', 'pattern', 'left'].map((field) => childIn(tree, element!, field));
      const ending = childrenOf(tree, element).find((one) => /identifier$|declarator$/.test(typeOf(this.tree, one)));
      element = inside.find((one) => one !== undefined) ?? ending;
    }
    return element !== undefined && isName(tree, element) ? element : undefined;
  }

  private simple(value: number | undefined): number | undefined {
    if (value === undefined || !simple.test(typeOf(this.tree, value))) return undefined;
    return this.tree.end[value] - this.tree.start[value] < mostSimple ? value : undefined;
  }

  private declare(element: number): void {
    const declarators = childrenOf(this.tree, element).filter((one) => fieldOf(this.tree, one) === 'declarator');
    for (const one of declarators) {
      const kind = typeOf(this.tree, one) === 'function_declarator' ? 'function' : 'variable';
      const value = this.simple(childIn(this.tree, one, 'value'));
      this.define(declarators.length > 1 ? one : element, this.nameIn(one), kind, value);
    }
  }

  private declareOne(element: number, name: number | undefined, value: number | undefined): void {
    const { tree } = this;
    const around = tree.parent[element];
    const isOnly =
      childrenOf(tree, around).filter((one) => typeOf(this.tree, one) === 'variable_declarator').length === 1;
    this.define(isOnly ? around : element, name, 'variable', value);
  }

  private alias(element: number): void {
    const { tree } = this;
    const [declarator, type] = [childIn(tree, element, 'declarator'), childIn(tree, element, 'type')];
    const isPlain = declarator !== undefined && tree.last[declarator] === declarator && type !== undefined;
    this.define(
      element,
      this.nameIn(declarator),
      'type',
      isPlain && !textOf(tree, type).includes('{') ? type : undefined,
    );
  }

  /** Of Go, where a package has the name at the end of its path, also beside variables with it, and must be used: `url.Parse`. */
  private importPackage(element: number, alias: number | undefined, path: number): void {
    const [, name] = /([A-Za-z]\w*)(?:\/v\d+)?"?$/.exec(textOf(this.tree, path)) ?? [];
    const known = alias === undefined ? name : nameOf(this.tree, alias);
    if (known !== undefined) addTo(this.packages, known, { element, kind: 'variable' });
  }

  /** `A.prototype.b = function () {};`: a member of `A`, from outside. */
  private assignMember(element: number): void {
    const { tree } = this;
    const [left, right] = ['left', 'right'].map((field) => childIn(tree, element, field));
    const property = left === undefined ? undefined : childIn(tree, left, 'property');
    if (right === undefined || !/function|class/.test(typeOf(tree, right)) || property === undefined) return;
    this.define(element, property, 'field');
    let owner = left!;
    for (let at: number | undefined = left; at !== undefined; at = childIn(tree, at, 'object')) owner = at;
    this.defining.add(owner);
    if (isName(tree, owner)) addTo(this.members, nameOf(tree, owner), element);
  }

  /** Of an enumeration in C: its value, or its place. */
  private enumerate(element: number): void {
    const { tree } = this;
    const value = childIn(tree, element, 'value');
    const place = childrenOf(tree, tree.parent[element])
      .filter((one) => !tree.extra[one])
      .indexOf(element);
    const name = isName(tree, element) ? element : this.nameIn(childIn(tree, element, 'name'));
    this.define(element, name, 'variable', value ?? String(place));
  }
}
