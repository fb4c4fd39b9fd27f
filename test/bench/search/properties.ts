/**
 * Properties of a library, judged in this process: one of its functions still computes what it should. The baselines of
 * the bench `search` are pinned on them.
 */
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import type { Subject } from './subject';
import { hashOf, type Remember } from './verdicts';

interface LibraryProperty {
  readonly name: string;
  /** What it asks and what it expects, as text. */
  readonly question: string;
  holds(text: string): boolean;
}

/** The library of all of them: 12,000 tokens. */
const library = 'underscore-umd.js';

export function libraryText(): string {
  return readFileSync(require.resolve(`underscore/${library}`), 'utf8');
}

/** `rememberOf` gives the memory of a property's verdicts, by its name; without it every candidate is asked. */
export function librarySubjects(rememberOf: (name: string) => Remember = () => (_, ask) => ask()): Subject[] {
  const text = libraryText();
  return properties.map(({ name, question, holds }) => {
    const remember = rememberOf(name);
    const judged = (candidate: string) => remember(hashOf(question, candidate), () => holds(candidate));
    return { name, fileName: library, text, holds: judged };
  });
}

/**
 * Time that a candidate may take, ms, a hundred times what the library takes: one that runs longer runs for ever. In three seconds a loop
 * that fills an array reached the size at which V8 ends the process.
 */
const patience = 500;

/** Expressions of `_` whose values must be right, as JSON. */
const properties: readonly LibraryProperty[] = [
  property('chunk', '_.chunk([1, 2, 3, 4, 5], 2)', [[1, 2], [3, 4], [5]]),
  property('template', '_.template("<% if (a) { %>x<%= a %>y<% } %>")({ a: 3 })', 'x3y'),
  property('sortBy', '_.sortBy([3, 1, 2], function (n) { return -n; })', [3, 2, 1]),
  property(
    'isEqual',
    '[_.isEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), _.isEqual({ a: 1 }, { a: 2 }),' +
      ' _.isEqual(new Date(5), new Date(5)), _.isEqual(new Date(5), new Date(6))]',
    [true, false, true, false],
  ),
];

function property(name: string, expression: string, value: unknown): LibraryProperty {
  const ask = new vm.Script(`(function (_) { return JSON.stringify(${expression}); })(module.exports)`);
  const expected = JSON.stringify(value);
  return {
    name,
    question: `${expression} → ${expected}`,
    holds(text) {
      const module = { exports: {} };
      const context = vm.createContext({ module, exports: module.exports });
      try {
        new vm.Script(text).runInContext(context, { timeout: patience });
        return ask.runInContext(context, { timeout: patience }) === expected;
      } catch {
        return false;
      }
    },
  };
}
