/** A search as one value: read, written in canonical form, refused in one sentence. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reducers } from '../../../src/reducers/registry';
import {
  type OptionName,
  defaultSearch,
  optionSpecs,
  optionsUsed,
  searchFrom,
  searchText,
} from '../../../src/reduction/searches/searchValue';
import type { OptionSpec } from '../../../src/reducers/options';
import { strategies } from '../../../src/strategies/registry';

const canonical = (text: string) => searchText(searchFrom(text));

describe('a search value', () => {
  const forms: [string, string][] = [
    ['default', 'default'],
    [' hddr ', 'hddr:cdd'],
    ['hddr:ddmin', 'hddr:ddmin'],
    ['hddr:probdd+p0=0.3', 'hddr:probdd+p0=0.3'],
    ['hddr:probdd+p0=0.1+seed=1', 'hddr:probdd'],
    ['hddr:probdd+sweep=on+p0=auto+sweep=off', 'hddr:probdd+p0=auto'],
    ['hddr+loop=parallel+direction=backward', 'hddr:cdd+direction=backward+loop=parallel'],
    ['default+filter=off+hoists=off', 'default+hoists=off+filter=off'],
    ['lines : ddmin + order = subsets-first', 'lines:ddmin+order=subsets-first'],
  ];
  for (const [text, written] of forms) {
    it(`${text} is ${written}`, () => {
      assert.equal(canonical(text), written);
      assert.equal(canonical(written), written);
    });
  }

  it('has the values as they are meant, and the default where none is named', () => {
    const { strategy, reducer, options } = searchFrom('hddr:probdd+p0=0.3+ties=no-random');
    assert.deepEqual([strategy.name, reducer?.name, options], ['hddr', 'probdd', { p0: 0.3, ties: 'no-random' }]);
    assert.equal(searchText(searchFrom()), defaultSearch);
    assert.equal(searchFrom('treewide').reducer, undefined);
  });

  it('is the same after it was written and read, whatever it is', () => {
    const value = (name: OptionName) => {
      const { choices = [], above, below, whole }: OptionSpec<unknown> = optionSpecs[name];
      const bounds = { min: above, max: below, minExcluded: true, maxExcluded: true, noNaN: true };
      const number =
        above === undefined ? [] : [whole ? fc.integer({ min: above + 1, max: below! - 1 }) : fc.double(bounds)];
      return fc.oneof(...choices.map((choice) => fc.constant(choice)), ...number);
    };
    const all = strategies.flatMap((strategy) =>
      (strategy.usesReducer ? reducers : [undefined]).map((reducer) => ({ strategy, reducer })),
    );
    const searches = fc.constantFrom(...all).chain((search) => {
      const used = optionsUsed(search);
      return fc
        .record(Object.fromEntries(used.map((name) => [name, value(name)])), { requiredKeys: [] })
        .map((options) => ({ ...search, options }));
    });
    fc.assert(
      fc.property(searches, (search) => {
        const text = searchText(search);
        const read = searchFrom(text);
        assert.deepEqual([read.strategy, read.reducer], [search.strategy, search.reducer]);
        const unusual = Object.entries(search.options).filter(([name, one]) => one !== optionSpecs[name as 'p0'].usual);
        assert.deepEqual(read.options, Object.fromEntries(unusual));
      }),
    );
  });

  const lists = 'hddr, hdd, coarse, perses, literals, lines, words, chars'.split(', ');
  const refused: [string, string][] = [
    ['', `There is no search "": choose one of ${strategies.map(({ name }) => name).join(', ')}.`],
    ['best', `There is no search "best": choose one of ${strategies.map(({ name }) => name).join(', ')}.`],
    ['hddr:best', `There is no list reducer "best": choose one of ${reducers.map(({ name }) => name).join(', ')}.`],
    ['hddr:', `There is no list reducer "": choose one of ${reducers.map(({ name }) => name).join(', ')}.`],
    ['hddr:a:b', `There is no list reducer "a:b": choose one of ${reducers.map(({ name }) => name).join(', ')}.`],
    [
      'default:probdd',
      `The search default uses no list reducer: choose ${lists.map((name) => `${name}:probdd`).join(', ')}.`,
    ],
    [
      'default+p0=0.3',
      'The search default does not use the option p0: choose hddr:cdd, hddr:groups, hddr:probdd, hddr:wprobdd.',
    ],
    [
      'lines:cdd+order=subsets-first',
      'The search lines:cdd does not use the option order: choose lines:ddmin, lines:chisel.',
    ],
    ['hddr+hoists=off', 'The search hddr:cdd does not use the option hoists: choose default, treewide.'],
    [
      'lines+filter=off',
      'The search lines:cdd does not use the option filter: choose default, treewide, hddr, hdd, coarse, perses, hoist, smallest, literals.',
    ],
    ['hoist+fast=on', 'There is no option "fast": choose one of filter, loop, commit.'],
    ['hddr:cdd+p0=1', 'The option p0 must be a number above 0 and below 1, or auto.'],
    ['hddr:cdd+p0', 'The option p0 must be a number above 0 and below 1, or auto.'],
    ['hddr:probdd+seed=1.5', 'The option seed must be a whole number above -1 and below 2147483648.'],
    ['hddr+traversal=sideways', 'The option traversal must be one of breadth, depth.'],
    ['default+loop=x', 'The option loop must be one of ahead, sequential, parallel, combined.'],
  ];
  for (const [text, message] of refused) {
    it(`"${text}" is refused`, () => assert.throws(() => searchFrom(text), { message }));
  }
});
