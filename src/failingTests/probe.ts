/**
 * Sources whose functions throw: a failure that stays the same with them does not depend on them. Each function gets a statement at its
 * start, with a number by which its call can be recognised.
 */
import type { Node, Tree } from 'web-tree-sitter';

/** How a language throws, and which nodes are its functions. */
interface Thrower {
  readonly functions: readonly string[];
  /** At the start of a body that is a block. */
  statement(mark: string): string;
  /** Around a body that is an expression, if a function may have one. */
  readonly expression?: (mark: string) => readonly [string, string];
}

const script: Thrower = {
  functions: [
    ...['function_declaration', 'function_expression', 'generator_function', 'generator_function_declaration'],
    ...['arrow_function', 'method_definition'],
  ],
  statement: (mark) => `throw new Error('${mark}');`,
  expression: (mark) => [`((() => { throw new Error('${mark}'); })(), (`, '))'],
};

const python: Thrower = {
  functions: ['function_definition'],
  statement: (mark) => `raise BaseException('${mark}'); `,
};

const go: Thrower = {
  functions: ['function_declaration', 'method_declaration', 'func_literal'],
  statement: (mark) => `panic("${mark}");`,
};

const rust: Thrower = {
  functions: ['function_item'],
  statement: (mark) => `panic!("${mark}");`,
};

const throwers: Readonly<Record<string, Thrower>> = {
  ...{ javascript: script, typescript: script, tsx: script },
  ...{ python, go, rust },
};

export function canThrow(languageId: string): boolean {
  return languageId in throwers;
}

const word = 'whittle-probe-';

/** The functions that were called, by the output of a test. */
export function calledIn(output: string): number[] {
  return [...output.matchAll(new RegExp(`${word}(\\d+)`, 'g'))].map(([, number]) => Number(number));
}

/** `first`: the number of the first function. Those in `quiet` do not throw. Gives the text, and the number after the last. */
export function throwing(tree: Tree, text: string, languageId: string, first: number, quiet: ReadonlySet<number>) {
  const thrower = throwers[languageId];
  const inserts: { at: number; what: string }[] = [];
  let number = first;
  for (const node of tree.rootNode.descendantsOfType([...thrower.functions])) {
    const body = node?.childForFieldName('body');
    if (!body) continue;
    const own = number++;
    if (!quiet.has(own)) inserts.push(...insertsFor(body, `${word}${own}`, thrower));
  }
  inserts.sort((a, b) => a.at - b.at);
  let [result, at] = ['', 0];
  for (const insert of inserts) {
    result += text.slice(at, insert.at) + insert.what;
    at = insert.at;
  }
  return { text: result + text.slice(at), next: number };
}

function insertsFor(body: Node, mark: string, { statement, expression }: Thrower) {
  const { startIndex, endIndex, type } = body;
  if (type === 'statement_block') return [{ at: startIndex + 1, what: statement(mark) }];
  if (type === 'block') {
    const at = body.text.startsWith('{') ? startIndex + 1 : startIndex;
    return [{ at, what: statement(mark) }];
  }
  const [before, after] = expression?.(mark) ?? ['', ''];
  return [
    { at: startIndex, what: before },
    { at: endIndex, what: after },
  ];
}
