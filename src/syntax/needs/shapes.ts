/** Uses that are no names: operators, suffixes of literals, loops over a range, initialisers by position. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';
import { fieldOf, nameOf, namesIn, typeOf, wordsOf } from './names';
import type { NeedsRules } from './rules';
import type { Unit } from './units';

/** `a + b;`: the statement stands for the operation in it. */
const operations =
  /^(?:(?:binary|unary|update|assignment|compound_assignment|pointer|field)_?(?:expr|expression)|expression_statement)$/;

const interfaces = /^(?:implements_clause|class_heritage|super_interfaces|class_interface_clause)$/;

const results = /^(?:return_type|result|returns|type)$/;

/** What stands for the body of a function. */
export function shellOf(tree: ElementTree, { shell, shellOfResult = shell }: NeedsRules, owner: number): string {
  if (typeOf(tree, owner) === 'modifier_definition') return '{_;}';
  const isResult = (one: number) => results.test(fieldOf(tree, one)) && textOf(tree, one) !== 'void';
  const returns = typeOf(tree, owner) === 'accessor_declaration' || childrenOf(tree, owner).some(isResult);
  return returns ? shellOfResult : shell;
}

/** `a['b']` uses `b`. */
const quoted = /^["']([A-Za-z_]\w*)["']$/;
const longestKey = 60;
const keyed = /^(?:lookup_type|subscript_expression|literal_type)$/;

/** Notes what an element uses by its kind. */
export function noteShape(tree: ElementTree, rules: NeedsRules, unit: Unit, element: number): void {
  const type = typeOf(tree, element);
  const use = (names: string | undefined) => names?.split(' ').forEach((name) => unit.uses.add(name));
  if (type === 'ERROR') for (const word of wordsOf(textOf(tree, element))) unit.uses.add(word);
  if (keyed.test(type))
    for (const [word] of textOf(tree, element).matchAll(/(?<=(?:^|\[)["'])[^"']+/g)) unit.uses.add(word);
  // `this[kind]` may be called with the word of another file.
  const { start, end } = tree;
  const isShort = unit.file >= 0 && rules.isDynamic && end[element] - start[element] < longestKey;
  const [, word] = (isShort && quoted.exec(textOf(tree, element))) || [];
  if (word !== undefined) for (const all of [unit.uses, unit.others]) all.add(word);
  if (type === 'initializer_list' || type === 'compound_literal_expression') {
    if (childrenOf(tree, element).some((child) => typeOf(tree, child) !== 'initializer_pair')) unit.isPositional = true;
  }
  if (rules.shell === ';' && unit.kind === 'item' && unit.element === element)
    unit.isArgument = isConstruction(tree, tree.parent[element]);
  if (type === 'literal_value' && childrenOf(tree, element).some((child) => typeOf(tree, child) !== 'keyed_element'))
    unit.isPositional = true;
  if (interfaces.test(type) && tree.text.startsWith('implements', tree.start[element]))
    for (const name of namesIn(tree, element)) unit.interfaces.add(name);
  if (rules.operators) use(rules.operators[type]);
  if (!rules.namesOperators && !rules.operators) return;
  if (operations.test(type)) {
    const operator = operatorOf(tree, element);
    if (rules.namesOperators) unit.uses.add(`operator${operator}`);
    if (operator === '<=>') use(compared);
    else use(rules.operators?.[operator]);
  }
  if (!rules.namesOperators) return;
  if (type === 'subscript_expression') unit.uses.add('operator[]');
  else if (type === 'call_expression' || isCall(tree, element)) unit.uses.add('operator()');
  else if (type === 'operator_name') unit.uses.add(textOf(tree, element).replace(/\s+/g, ''));
  else if (type === 'literal_suffix') unit.uses.add(`operator""${textOf(tree, element)}`);
  else if (type === 'new_expression') unit.uses.add('operatornew');
  else if (type === 'for_range_loop') use('begin end operator++ operator* operator!=');
  else if (type === 'structured_binding_declarator') use('tuple_size tuple_element get');
  if (/^co_(?:await|return|yield)/.test(tree.text.slice(tree.start[element], tree.start[element] + 9))) use(coroutine);
}

/** What `a <=> b` is one of, and what the compiler calls around `co_await` and the like. */
const compared = 'strong_ordering weak_ordering partial_ordering less equal equivalent greater unordered';
const coroutine =
  'coroutine_traits coroutine_handle promise_type get_return_object initial_suspend final_suspend unhandled_exception return_value return_void yield_value await_transform await_ready await_suspend await_resume from_address from_promise address';

/** After the name of a type: arguments of its own, the name of an object, and arguments of a constructor. */
const construction = /^(?:\s*<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)?(\s+(?:\w+::)*\w+)?\s*[({](?!\s*[)}])/;
const longestHead = 120;

/** `T x(a);`, `T::x(a)`, `T{a}` use a constructor of T. A function that returns T looks alike. */
export function noteConstruction(tree: ElementTree, unit: Unit, element: number): void {
  const { text, end } = tree;
  if (/^(?:name|declarator)$/.test(fieldOf(tree, element))) return;
  const [found, object] = construction.exec(text.slice(end[element], end[element] + longestHead)) ?? [];
  if (found === undefined) return;
  const isObject = object === undefined || unit.kind === 'statement' || !unit.isFunction || object.includes('::');
  if (isObject) unit.uses.add(constructorOf(nameOf(tree, element)));
}

/** The name by which a constructor is used. */
export const constructorOf = (type: string): string => `new ${type}`;

/** It has the name of its class. */
export function isConstructor(units: readonly Unit[], { kind, owner, names }: Unit): boolean {
  return kind === 'member' && owner >= 0 && names.has([...units[owner].names][0]);
}

/** Braces after a name or a type, and not after `=`, unless they give an array its size. */
function isConstruction({ text, start }: ElementTree, list: number): boolean {
  return /(?:[\w>]|\[\s*\]\s*=)\s*$/.test(text.slice(Math.max(0, start[list] - 20), start[list]));
}

/** `f(x);`: the statement stands for the call in it. */
function isCall(tree: ElementTree, element: number): boolean {
  return (
    typeOf(tree, element) === 'expression_statement' &&
    childrenOf(tree, element).some((child) => fieldOf(tree, child) === 'function')
  );
}

/** The token between the operands, or before the only one. */
function operatorOf(tree: ElementTree, element: number): string {
  const { text, start, end } = tree;
  const [first, second] = childrenOf(tree, element);
  if (first === undefined) return '';
  const between =
    second === undefined ? text.slice(start[element], start[first]) : text.slice(end[first], start[second]);
  return between.trim() || text.slice(end[first], end[element]).trim();
}
