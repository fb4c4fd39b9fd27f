/** The names that a declaration gives, and under which other names it is needed, from the fields of its nodes. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';
import { calls, constructors, defining, giving, lists, loading, named, notGiving, subscripts } from './giving';
import { childIn, fieldOf, isName, leftOf, nameOf, namesIn, typeOf } from './names';
import type { Given } from './units';

const deepest = 14;
/** An argument of a specialisation that matches no type, but is one only where that exists: `void_t<x<T>>`. */
const detector = /^(?:typename\s+)?(?:\w+\s*::\s*)*\w*(?:void_t|enable_if|require|decltype)/i;
const closed =
  /^(?:enumerator_list|field_declaration_list|compound_statement|parameter_list|template_parameter_list|declaration_list|base_class_clause|statement_block|class_body|block|arguments|argument_list)$/;
/** What a module exports has no other scope. */
const exported = /^(?:module\.)?exports\b/;
/** Without them nothing of the file compiles, or they do not say which names they import. */
const unnamed =
  'package_clause package_declaration package_header header php_tag import imports open_module using_directive import_or_export namespace_use_declaration declare_statement package_statement use_no_statement use_parent_statement preproc_include';
const unsized = /^(?:placeholder_type|sized_type)_specifier$/;

export class Giving {
  /** Of the unit that is read. */
  private given!: Given;

  constructor(
    private readonly tree: ElementTree,
    private readonly isDynamic: boolean,
  ) {}

  /** Notes what the element gives. `isImport`: it is an import in Rust, or a member of its list. */
  note(given: Given, element: number, isImport: boolean): void {
    this.given = given;
    if (isImport) this.readImport(element);
    else this.read(element, 0);
  }

  private read(element: number, depth: number): void {
    const { tree, given } = this;
    const type = typeOf(tree, element);
    // A block that is a unit is one statement, and has its fields.
    if (depth > deepest || (closed.test(type) && !(type === 'block' && depth === 0))) return;
    const reader = this.readers[type];
    const left = leftOf(tree, element);
    if (reader) reader(element, depth + 1);
    else if (isName(tree, element) && !/statement$|^command$/.test(type)) given.names.add(nameOf(tree, element));
    else if (left !== undefined) this.assign(left);
    else for (const one of childrenOf(tree, element)) if (this.isGiving(one, type)) this.read(one, depth + 1);
  }

  private readonly readField = (field: string) => (element: number, depth: number) => {
    const one = childIn(this.tree, element, field);
    if (one !== undefined) this.read(one, depth);
  };

  private readonly readPattern = (element: number, depth: number) => {
    for (const one of childrenOf(this.tree, element)) if (fieldOf(this.tree, one) !== 'right') this.read(one, depth);
  };

  private readonly readPath = (element: number, depth: number) => {
    const scope = childIn(this.tree, element, 'scope');
    if (scope !== undefined) this.given.scope ??= namesIn(this.tree, scope)[0];
    this.readField('name')(element, depth);
  };

  private readonly readSpecial = (element: number, depth: number) => {
    this.readField('name')(element, depth);
    this.given.isSpecial = true;
    const list = childIn(this.tree, element, 'arguments');
    const matched = list === undefined ? [] : childrenOf(this.tree, list);
    for (const one of matched) if (!detector.test(textOf(this.tree, one))) this.addConditions(one);
  };

  private readonly readNamespace = (element: number) => {
    const { text, start } = this.tree;
    const head = text.slice(start[element], text.indexOf('{', start[element]));
    const [, path = ''] = /\bnamespace\s+([\w:]+)/.exec(head) ?? [];
    for (const name of path.match(/\w+/g) ?? []) this.given.names.add(name);
  };

  /** The alias, or the last part of the path: `"math/rand/v2"`, `java.util.List`. */
  private readonly readPackage = (element: number) => {
    const { tree, given } = this;
    const alias = childIn(tree, element, 'name');
    const path = textOf(tree, alias ?? element).replace(/["`;]/g, '');
    const name = path.split(/[/.\s]+/).findLast((part) => part && !/^v\d+$/.test(part));
    // `import Foundation` imports all names.
    if (!name || /[*{(]|^[_.]$|^import\s\w+$/.test(path)) given.isWildcard = true;
    else given.names.add(name);
  };

  /** It has the name of its class. */
  private readonly readConstructor = (element: number) => {
    const { parent } = this.tree;
    const name = childIn(this.tree, parent[parent[element]], 'name');
    if (name !== undefined) this.given.names.add(nameOf(this.tree, name));
  };

  private readonly readCommand = (element: number) => {
    const text = textOf(this.tree, element);
    const [, name] = defining.exec(text) ?? [];
    if (name !== undefined) this.given.names.add(name);
    else if (loading.test(text)) this.takeAll();
  };

  private readonly assignTo = (element: number) => this.assign(element);

  private readonly takeAll = () => void (this.given.isWildcard = true);

  /** What is not read child by child, by the type of its node. */
  private readonly readers: Readonly<Record<string, (element: number, depth: number) => void>> = {
    // The members of its list give the names.
    export_specifier: () => {},
    indexer_declaration: () => void this.given.names.add('this[]'),
    ...Object.fromEntries(unnamed.split(' ').map((type) => [type, this.takeAll])),
    binary_expression: (element) => {
      // `my $a = 1;` of Perl.
      const isDeclaring = typeOf(this.tree, element + 1) === 'variable_declaration';
      for (const name of isDeclaring ? namesIn(this.tree, element + 1).slice(1) : []) this.given.names.add(name);
    },
    preproc_line: (element) => {
      const [, name] = /^#\s*define\s+(\w+)/.exec(textOf(this.tree, element)) ?? [];
      if (name === undefined) this.takeAll();
      else this.given.names.add(name);
    },
    import_from_statement: (element) => void (this.given.isWildcard = /\*\s*$/.test(textOf(this.tree, element))),
    ...{ import_spec: this.readPackage, import_declaration: this.readPackage },
    dotted_name: (element) => void this.given.names.add(namesIn(this.tree, element)[0]),
    ...{ namespace_definition: this.readNamespace, linkage_specification: this.readNamespace },
    impl_item: (element) => this.readImplementation(element),
    operator_name: (element) => {
      this.given.names.add(textOf(this.tree, element).replace(/\s+/g, ''));
      // Of a literal's suffix.
      for (const name of namesIn(this.tree, element)) this.given.names.add(name);
    },
    operator_cast: () => void this.given.names.add('operator cast'),
    ...Object.fromEntries('call command pipeline unary_operator'.split(' ').map((type) => [type, this.readCommand])),
    method: (element, depth) => {
      this.readField('name')(element, depth);
      if (this.given.names.has('initialize')) this.readConstructor(element);
    },
    ...{ constructor_definition: this.readConstructor, init_declaration: this.readConstructor },
    destructor_name: () => void this.given.names.add('~'),
    string: (element) => void this.given.names.add(textOf(this.tree, element).replace(/^["']|["']$/g, '')),
    ...{ qualified_identifier: this.readPath, scoped_identifier: this.readPath },
    ...{ template_type: this.readSpecial, template_function: this.readSpecial, template_method: this.readSpecial },
    function_declarator: (element, depth) => {
      // `(*f)(…)` is a variable.
      const isPointer = typeOf(this.tree, element + 1) === 'parenthesized_declarator';
      if (!isPointer) this.readParameters(childIn(this.tree, element, 'parameters'));
      this.readField('declarator')(element, depth);
    },
    method_declaration: (element, depth) => {
      const receiver = childIn(this.tree, element, 'receiver');
      if (receiver !== undefined) this.readParameters(receiver);
      this.readField('name')(element, depth);
    },
    short_var_declaration: (element) => {
      for (const name of namesIn(this.tree, childIn(this.tree, element, 'left')!)) this.given.names.add(name);
    },
    ...{ dot_index_expression: this.assignTo, method_index_expression: this.assignTo },
    pair_pattern: this.readField('value'),
    pair: (element, depth) => {
      if (typeOf(this.tree, this.tree.parent[element]) === 'object') this.readField('key')(element, depth);
    },
    ...{ rest_pattern: this.readPattern, object_assignment_pattern: this.readPattern, array_pattern: this.readPattern },
    using_declaration: (element) => {
      for (const name of namesIn(this.tree, element).slice(-1)) this.given.names.add(name);
    },
  };

  private addConditions(element: number | undefined): void {
    if (element !== undefined) for (const name of namesIn(this.tree, element)) this.given.conditions.add(name);
  }

  /** The types of the parameters of an overload, or of a method's receiver. */
  private readParameters(list: number | undefined): void {
    this.given.isFunction = true;
    for (const one of list === undefined ? [] : childrenOf(this.tree, list))
      this.addConditions(this.tree.last[one] === one ? one : childIn(this.tree, one, 'type'));
  }

  /** The last name of its path, or the alias. */
  private readImport(element: number): void {
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

  /** `X.prototype.m = …` is a member of X from outside. */
  private assign(left: number): void {
    if (!this.isDynamic) return;
    const type = typeOf(this.tree, left);
    if (lists.test(type) || (type === 'variable_list' && fieldOf(this.tree, left + 1) === 'name'))
      return childrenOf(this.tree, left).forEach((one) => this.assign(one));
    // `a[i] = …` is of `a`.
    if (subscripts.test(type)) return this.assign(left + 1);
    const names = namesIn(this.tree, left).slice(exported.exec(textOf(this.tree, left))?.[0].split('.').length);
    if (names.length > 1) this.given.scope = names[0];
    if (names.length > 0) this.given.names.add(names.at(-1)!);
  }

  private isGiving(child: number, parentType: string): boolean {
    const { tree } = this;
    const type = typeOf(tree, child);
    const field = fieldOf(tree, child);
    // `f(x);` gives nothing, though `f` may be its name.
    if (parentType === 'expression_statement') return /^assignment/.test(type);
    if (calls.test(parentType)) return false;
    // In Swift the type of the result is a second name, in Solidity `emit E()` has one.
    if (type === 'user_type' || (field === 'name' && parentType === 'statement')) return false;
    if (/^(?:name|declarator|pattern|declaration|definition|alias)$/.test(field) || constructors.test(type))
      return true;
    if (/^assignment(?:_expression)?$/.test(type) || (field === 'body' && parentType === 'linkage_specification'))
      return true;
    if (field === 'type') return /specifier$/.test(type) && !unsized.test(type);
    if (field !== '') return false;
    if (giving.test(type) && !notGiving.test(type)) return true;
    if (!isName(tree, child)) return false;
    // A constructor in Dart.
    const around = tree.parent[tree.parent[child]];
    if (parentType === 'declaration' && typeOf(tree, around) === 'class_body') return type === 'identifier';
    return (
      /_name$/.test(type) || (named.test(parentType) && !/^(?:type|void).*signature$/.test(`${type} ${parentType}`))
    );
  }
}
