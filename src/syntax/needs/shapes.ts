/** Uses that are no names: operators, suffixes of literals, loops over a range, initialisers by position. */
import { childrenOf, textOf, type ElementTree } from '../elementTree';
import { fieldOf, namesIn, typeOf } from './names';
import type { NeedsRules } from './rules';
import type { Unit } from './units';

/** `a + b;`: the statement stands for the operation in it. */
const operations =
  /^(?:(?:binary|unary|update|assignment|compound_assignment|pointer|field)_?(?:expr|expression)|expression_statement)$/;

const interfaces = /^(?:implements_clause|class_heritage|super_interfaces|class_interface_clause)$/;

/** Notes what an element uses by its kind. */
export function noteShape(tree: ElementTree, rules: NeedsRules, unit: Unit, element: number): void {
  const type = typeOf(tree, element);
  const use = (names: string | undefined) => names?.split(' ').forEach((name) => unit.uses.add(name));
  if (type === 'initializer_list' || type === 'compound_literal_expression') {
    if (childrenOf(tree, element).some((child) => typeOf(tree, child) !== 'initializer_pair')) unit.isPositional = true;
  }
  if (rules.namesOperators && unit.kind === 'item' && unit.element === element)
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
    else use(rules.operators?.[operator]);
  }
  if (!rules.namesOperators) return;
  if (type === 'subscript_expression') unit.uses.add('operator[]');
  else if (type === 'call_expression' || isCall(tree, element)) unit.uses.add('operator()');
  else if (type === 'operator_name') unit.uses.add(textOf(tree, element).replace(/\s+/g, ''));
  else if (type === 'literal_suffix') unit.uses.add(`operator""${textOf(tree, element)}`);
  else if (type === 'new_expression') unit.uses.add('operatornew');
  else if (type === 'for_range_loop') use('begin end');
}

/** Braces after a name or a type, and not after `=`. */
function isConstruction({ text, start }: ElementTree, list: number): boolean {
  return /[\w>]\s*$/.test(text.slice(Math.max(0, start[list] - 20), start[list]));
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
