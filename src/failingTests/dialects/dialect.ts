/** What a slice must know of a language: its statements, scopes and tests, where a name gets its value, and where a node is. */
import type { Node } from 'web-tree-sitter';
import type { Range } from '../../text/ranges';

export interface Given {
  /** Names that get a value here. */
  readonly names: readonly string[];
  /** What must stay for that. */
  readonly part: Node;
  /** The names are known in the node only. */
  readonly isInner?: boolean;
  /** The names are known elsewhere: `calls.push(1)`. */
  readonly isChange?: boolean;
  /** It is a change if this function makes one. */
  readonly by?: string;
  /** The name is that of a function, which is called here. */
  readonly isCalled?: boolean;
}

export interface Dialect {
  /** Types of statements. */
  readonly statement: RegExp;
  /** Types of bodies of functions and blocks. */
  readonly body: RegExp;
  /** Types of nodes in which a name is known that is defined in them. */
  readonly scope: RegExp;
  /** Types of functions. */
  readonly callback: RegExp;
  readonly identifiers: readonly string[];
  /** Types whose field `name` gets its value there. */
  readonly named: RegExp;
  /** Types that change their field `left`, or `argument`. */
  readonly changing: RegExp;
  /** Type of a loop over values. */
  readonly loop: string;
  /** Type of a function that may be a single call. */
  readonly arrow?: RegExp;
  /** What else gives values to names. */
  special(node: Node): readonly Given[] | undefined;
  /** The name of a member, which is no variable. */
  isMember(identifier: Node): boolean;
  /** One test, with its body. */
  isTest(node: Node): boolean;
  /** Names that a test calls to tell its runner that it is over: `done`. */
  endings?(test: Node): readonly string[];
  /** The name of a function that the runner may call before or after a test. */
  hook?(node: Node): string | undefined;
  readonly throws: Thrower;
}

/** How functions are made to throw. */
export interface Thrower {
  /** Types of functions. */
  readonly functions: string;
  /** At the start of a body that is a block. */
  statement(mark: string): string;
  /** Around a body that is an expression, if a function may have one. */
  expression?(mark: string): readonly [string, string];
}

/** Where names get their values. */
export function definitionsAt(node: Node, { special, named, changing, loop, arrow }: Dialect): readonly Given[] {
  const { type } = node;
  if (named.test(type)) return given(field(node, 'name'), node);
  if (changing.test(type)) return changed(field(node, 'left') ?? field(node, 'argument'), node);
  if (type === loop) return headOf(node.namedChildren.find((one) => one?.type === 'range_clause') ?? node);
  return special(node) ?? (/^call(?:_expression)?$/.test(type) ? changedByCall(node, arrow) : []);
}

/** The name, if it is one of what runs before or after a test. */
export function hookAt(node: Node, { hook }: Dialect): string | undefined {
  const name = hook?.(node) ?? '';
  return /^(?:before|after|setup|teardown)\w*$/i.test(name) ? name : undefined;
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** The innermost node around this one, or itself, that is wanted; else the root. */
export function enclosing(node: Node, isWanted: (node: Node) => boolean): Node {
  let at = node;
  while (at.parent && !isWanted(at)) at = at.parent;
  return at;
}

export function isField(node: Node, parentType: string, name: string): boolean {
  return node.parent?.type === parentType && field(node.parent, name)?.id === node.id;
}

/** The variable of `a.b.c`, or a variable itself, gets a value by `part`. */
export function given(target: Node | undefined, part: Node): Given[] {
  return target ? [{ names: namesIn(target), part }] : [];
}

/** The variables of a loop get what it goes through. */
function headOf(loop: Node): Given[] {
  const [names, values] = [field(loop, 'left') ?? field(loop, 'pattern'), field(loop, 'right') ?? field(loop, 'value')];
  return names && values ? [{ names: namesIn(names), part: values, isInner: true }] : [];
}

export function changed(target: Node | undefined, part: Node): Given[] {
  return given(target, part).map((one) => ({ ...one, isChange: true }));
}

/**
 * `calls.push(…)` changes `calls`, and `fill(calls)` may: as a statement, as a value that is kept, or as all that a function does. A
 * local function that is called may change what it closes over. What an assertion is given stays as it is.
 */
function changedByCall(call: Node, functions = /^$/): Given[] {
  const called = field(call, 'function');
  // Past `await`, `?` and lists of one value.
  const around = enclosing(call.parent ?? call, ({ type }) => !/^(?:await|try_expression|expression_list)/.test(type));
  const isStatement = around.type === 'expression_statement';
  const isWhole = isStatement || valued.test(around.type);
  if (!called || !(isWhole || functions.test(around.type))) return [];
  const part = isWhole ? around : call;
  const object = rootOf(called);
  const isBare = object.id === called.id;
  const isAsserting = readsOnly.test(isBare ? called.text : object.text) || /^self\.(?:assert|fail)/.test(called.text);
  const isReading = isAsserting || collects.test(called.text);
  const passed = isReading || (!isStatement && !isBare) ? [] : passedTo(call);
  const isChanger = isOwn(object) && (isStatement || functions.test(around.type) || !isBare);
  const names = isChanger && !isAsserting ? [object.text] : [];
  return [
    ...(names.length > 0 ? [{ names, part, isChange: true, isCalled: isBare }] : []),
    ...(passed.length > 0 ? [{ names: passed, part, isChange: true, by: isBare ? called.text : undefined }] : []),
  ];
}

/** What keeps the value of a call. */
const valued = /^(?:variable_declarator|assignment|assignment_expression|let_declaration|short_var_declaration)$/;

/** Variables among the arguments, and those of which a member or an address is one. */
function passedTo(call: Node): string[] {
  const given = field(call, 'arguments')?.namedChildren ?? [];
  return given.flatMap((argument) => {
    if (!argument || /^&(?!\s*mut\b)/.test(argument.type === 'reference_expression' ? argument.text : '')) return [];
    const value = field(argument, 'value') ?? field(argument, 'operand') ?? field(argument, 'argument') ?? argument;
    const root = rootOf(value);
    const isVariable = root.type === 'identifier' && !/call/.test(value.type);
    return isVariable || root.type === 'self' ? [root.text] : [];
  });
}

/** Of a pattern all names; of `a.b[c]` the first. */
export function namesIn(node: Node): string[] {
  const object = rootOf(node);
  if (object.id !== node.id) return [object.text];
  if (/^(?:type_|field_)?identifier$/.test(node.type)) return [node.text];
  return node
    .descendantsOfType(['identifier', 'shorthand_property_identifier_pattern', 'field_identifier'])
    .flatMap((one) => (one ? [one.text] : []));
}

/** The innermost object of members and calls: `a` of `a.b(1).c`. */
function rootOf(node: Node): Node {
  const [isCall, isField] = [/^call/.test(node.type), node.type === 'field_expression'];
  const object = field(node, 'object') ?? field(node, 'operand');
  const inner = object ?? (isCall ? field(node, 'function') : isField ? field(node, 'value') : undefined);
  return inner ? rootOf(inner) : node;
}

/** Objects by which a test changes its surroundings: clocks, modules, pages. */
export const surroundings = ['jest', 'vi', 'cy', 'monkeypatch'];

/** Libraries of assertions are no values. */
function isOwn({ type, text }: Node): boolean {
  return (type === 'identifier' || type === 'self') && !/^(?:expect|assert|should|console|print|t)$/.test(text);
}

/** Methods that keep what they are given as it is. */
const collects = /[.](?:push|unshift|add|append|insert|extend|set|has|includes|indexOf)$/;

/** Calls of these objects and functions change nothing that they are given. */
const readsOnly = /^(?:(?:expect|assert|should)\w*|console|print|log|Promise|t)$/;

/** A statement behind the failing one in its block: it did not run. In a loop, or in a callback, it may have run before. */
export function isAfter(node: Node, dialect: Dialect, failing: readonly Node[]): boolean {
  return failing.some(({ parent, endIndex }) => {
    if (!parent || node.parent?.id !== parent.id || node.startIndex < endIndex) return false;
    return runsOnce(parent, dialect) && !/function/.test(node.type);
  });
}

/** The body of a test or of a named helper, and blocks in it that are no loops. */
function runsOnce(body: Node, { callback, isTest }: Dialect): boolean {
  const isLoop = ({ type }: Node) => /^(?:for|while|do|loop)_/.test(type);
  const at = enclosing(body, (node) => callback.test(node.type) || isLoop(node));
  const { parent } = at;
  if (isLoop(at)) return false;
  if (!parent || at.childForFieldName('name') || parent.childForFieldName('name')) return true;
  return isTest(at) || (parent.parent !== null && isTest(parent.parent));
}

export function isOtherTest(node: Node, { isTest }: Dialect, failing: readonly Node[]): boolean {
  return isTest(node) && !failing.some((statement) => isIn(statement, node));
}

export function scopeOf(node: Node, { scope }: Dialect): Node {
  return enclosing(node.parent ?? node, ({ type }) => scope.test(type));
}

export function isIn(inner: Node, outer: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

export function covers({ startIndex, endIndex }: Node, { start, end }: Range): boolean {
  return startIndex <= start && end <= endIndex;
}
