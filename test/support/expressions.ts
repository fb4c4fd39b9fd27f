/** A small language for tests of the tree-wide search: `(f (def x) x)`. Every word and every pair of parentheses is an element. */
import fc from 'fast-check';
import { defaultOptions, type ChosenOptions } from '../../src/reduction/searches/searchValue';
import { done } from '../../src/search/search';
import type { StrategyContext } from '../../src/strategies/strategy';
import { startState, type State } from '../../src/strategies/treewide/state';
import type { ElementTree } from '../../src/syntax/elementTree';
import { sourceText } from '../../src/text/source';

const types = ['program', 'list', 'definition', 'name', 'required_name'];

/** Parentheses that begin with `def` define what follows; a word with a capital is asked for by the grammar. */
export function parseExpressions(text: string): ElementTree {
  const rows: { start: number; end: number; parent: number; depth: number; type: number }[] = [];
  const around: number[] = [];
  const open = (start: number, type: number) => {
    rows.push({ start, end: text.length, parent: around.at(-1) ?? -1, depth: around.length, type });
    around.push(rows.length - 1);
  };
  open(0, 0);
  const last: number[] = [];
  const close = (end: number) => {
    const element = around.pop()!;
    rows[element].end = end;
    last[element] = rows.length - 1;
  };
  for (const { 0: token, index } of text.matchAll(/\w+|\S/g)) {
    if (token === '(') open(index, text.startsWith('(def', index) ? 2 : 1);
    else {
      if (token !== ')') open(index, /[A-Z]/.test(token) ? 4 : 3);
      close(index + token.length);
    }
  }
  close(text.length);
  return tableOf(text, rows, last);
}

function tableOf(
  text: string,
  rows: readonly { start: number; end: number; parent: number; depth: number; type: number }[],
  last: readonly number[],
): ElementTree {
  const none = () => new Int32Array(rows.length).fill(-1);
  const column = (name: 'start' | 'end' | 'parent' | 'depth' | 'type') => Int32Array.from(rows, (row) => row[name]);
  return {
    text,
    hasErrors: false,
    count: rows.length,
    start: column('start'),
    end: column('end'),
    parent: column('parent'),
    depth: column('depth'),
    last: Int32Array.from(last),
    weight: Int32Array.from(rows, ({ start, end }) => text.slice(start, end).match(/\w+|\S/g)?.length ?? 0),
    types,
    type: column('type'),
    field: none(),
    slot: Int32Array.from(rows, ({ type }) => (type === 4 ? -1 : 0)),
    least: new Int32Array(rows.length),
    before: none(),
    after: none(),
    extra: new Int32Array(rows.length),
    fillers: new Map(),
    previous: none(),
    next: none(),
    separator: none(),
    leading: none(),
    trailing: none(),
  };
}

function expressionContext(options: Partial<ChosenOptions> = {}): StrategyContext {
  return {
    reduceList: () => {
      throw new Error('no lists');
    },
    parse: parseExpressions,
    fixed: { prefix: 0, suffix: 0 },
    options: { ...defaultOptions, ...options },
  };
}

/** Where the search begins. */
export function stateOf(text: string, options: Partial<ChosenOptions> = {}): State {
  return startState(sourceText(text), expressionContext(options), ({ base }) => done(base));
}

/** Texts of this language, of some dozens of words. */
export const expressions: fc.Arbitrary<string> = fc
  .array(
    fc.letrec<{ tree: string; list: string; word: string }>((tie) => ({
      word: fc.constantFrom('a', 'b', 'c', 'x1', 'x2', 'x3', 'long', 'N'),
      list: fc
        .array(tie('tree'), { maxLength: 5 })
        .chain((parts) => fc.boolean().map((defines) => `(${[...(defines ? ['def'] : []), ...parts].join(' ')})`)),
      tree: fc.oneof({ maxDepth: 4 }, tie('word'), tie('list')),
    })).tree,
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(' '));
