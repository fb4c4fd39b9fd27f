/** The grammar's rules for deleting are right: subsets of the lists that they define can go. */
import assert from 'node:assert/strict';
import type { ElementTree } from '../../../src/syntax/elementTree';
import { errorsIn } from '../../../src/syntax/filter';
import type { Grammar } from '../../../src/syntax/grammar';
import { languages } from '../../../src/syntax/languages';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';
import { drawing } from '../../support/random';
import { testedSamples } from '../../support/samples';

const draws = 400;

/**
 * Share of draws that may leave a syntax error. Eight languages have no `grammar.json`: any child of a node counts as deletable, and the
 * filter refuses candidates that do not parse. The figures are measured, rounded up.
 */
const usual = 0.05;
const exceptions: Readonly<Record<string, number>> = {
  xml: 0.5,
  perl: 0.45,
  dart: 0.45,
  solidity: 0.45,
  swift: 0.45,
  vue: 0.45,
  ini: 0.35,
  powershell: 0.3,
};

/** Rules that do not tell which members need each other: sides of a clause, commas that are nodes of a list, end tags. */
const knownExceptions: Readonly<Record<string, number>> = { elixir: 0.06, r: 0.18, svelte: 0.09 };

function allowed(id: string): number {
  return knownExceptions[id] ?? exceptions[id] ?? usual;
}

/** The elements of one parent that share a slot. */
function listsOf({ count, parent, slot }: ElementTree): number[][] {
  const lists = new Map<string, number[]>();
  for (let element = 1; element < count; element++) {
    const key = `${parent[element]} ${slot[element]}`;
    if (slot[element] >= 0) lists.set(key, [...(lists.get(key) ?? []), element]);
  }
  return [...lists.values()];
}

function without(tree: ElementTree, elements: readonly number[]): string {
  const removed = new Uint8Array(tree.count);
  for (const element of elements) removed[element] = 1;
  const edits = tidyCuts(tree.text, removalRanges(tree, removed), { start: 0, end: tree.text.length });
  return render(edited(sourceText(tree.text), edits));
}

function errorsOf(grammar: Grammar, text: string): number {
  const tree = grammar.tree(text);
  const errors = errorsIn(tree);
  tree.delete();
  return errors;
}

describe('slots', function () {
  this.timeout(180_000); // parses 400 texts a language

  it('have exceptions only for languages without a known grammar', () => {
    const unknown = languages.filter(({ rules }) => !rules).map(({ id }) => id);
    assert.deepEqual(Object.keys(exceptions), unknown);
  });

  for (const [id, { text }] of testedSamples) {
    it(`of ${id}: a random subset of a list can go without a syntax error in ${100 - 100 * allowed(id)} % of the draws`, async () => {
      const grammar = await grammarOf(id);
      const tree = grammar.elements(text);
      const lists = listsOf(tree);
      const draw = drawing(20261120);
      const failures: string[] = [];
      for (let turn = 0; turn < draws; turn++) {
        const list = lists[draw(lists.length)];
        const drawn = list.filter(() => draw(2) === 1);
        const subset = drawn.every((element) => tree.least[element]) && drawn.length === list.length ? [] : drawn;
        const rest = without(tree, subset);
        if (errorsOf(grammar, rest) > 0) failures.push(subset.map((element) => textOf(tree, element)).join(' + '));
      }
      grammar.dispose();
      assert.ok(
        failures.length <= allowed(id) * draws,
        `${failures.length} of ${draws}: ${[...new Set(failures)].join('\n')}`,
      );
    });
  }
});

const textOf = (tree: ElementTree, element: number) => tree.text.slice(tree.start[element], tree.end[element]);
