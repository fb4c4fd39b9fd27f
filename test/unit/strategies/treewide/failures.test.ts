import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sourcesOf } from '../../../../src/strategies/moves/hoists';
import {
  noteFailure,
  isDoomed,
  never,
  noFailures,
  refused,
  settle,
  tested,
  findInside,
} from '../../../../src/strategies/treewide/failures';
import { Kinds, unitsOf } from '../../../../src/strategies/treewide/units';
import { viewOf, nameTable } from '../../../../src/strategies/treewide/view';
import { expressions, parseExpressions, stateOf } from '../../../support/expressions';

describe('the failures of the tree-wide search', () => {
  it('say the same of what is around them, noted one by one or all at once', () => {
    fc.assert(
      fc.property(expressions, fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 10 }), (text, drawn) => {
        const { units, view } = stateOf(text);
        if (view.open.length === 0) return;
        const all = drawn.reduce(
          (before, [number, isTested]) =>
            noteFailure(before, units, view, view.open[number % view.open.length], isTested ? tested : refused),
          noFailures(units),
        );
        // What was tested is not made a refusal by a later one here.
        const known = drawn.map(([number]) => number % view.open.length);
        if (new Set(known).size === known.length) assert.deepEqual(findInside(all, units, view).inside, all.inside);
        for (const unit of view.open) {
          const isAround = [...view.open].some(
            (other) =>
              all.now[other] === tested &&
              (units.to[other] - units.from[other] > 1 || !units.company.has(other)) &&
              view.first[unit] <= view.first[other] &&
              view.last[other] <= view.last[unit],
          );
          if (new Set(known).size === known.length) {
            assert.equal(all.inside[view.first[unit]] <= view.last[unit], isAround, text);
          }
        }
      }),
    );
  });

  it('are never written to', () => {
    const { units, view, failures } = stateOf('(a b) c');
    const [unit] = view.open;
    noteFailure(failures, units, view, unit, tested);
    assert.equal(failures.now[unit], never);
    assert.deepEqual(failures, noFailures(units));
  });

  it('are of before, in another pass', () => {
    const { units, view, failures } = stateOf('(a b) c', { coupled: 'off' });
    const [unit, other] = view.open;
    const before = noteFailure(failures, units, view, unit, tested);
    const after = settle(before, units, view, view, false);
    assert.deepEqual([after.now[unit], after.before[unit], after.left[unit]], [never, tested, view.tokens]);
    assert.equal(after.reference[unit], view.reference[unit]);
    assert.deepEqual([after.now[other], after.before[other]], [never, never]);
  });

  it('last in a pass while nothing in a unit has gone', () => {
    const { units, view, failures, names } = stateOf('(a b) (c d)', { coupled: 'off' });
    const failed = [...view.open].reduce((all, unit) => noteFailure(all, units, view, unit, tested), failures);
    const removed = new Uint8Array(units.tree.count);
    removed[units.tree.count - 1] = 1;
    const later = viewOf(units, names, removed);
    const { now } = settle(failed, units, view, later);
    const same = [...later.open].filter((unit) => later.weight[unit] === view.weight[unit]);
    const others = [...later.open].filter((unit) => !same.includes(unit));
    assert.ok(same.length > 0 && others.length > 0);
    for (const unit of same) assert.equal(now[unit], later.reference[unit] === view.reference[unit] ? tested : never);
    for (const unit of others) assert.equal(now[unit], never);
  });

  it('doom a hoist that loses more than it keeps, if something that goes with it failed a test', () => {
    const tree = parseExpressions('(x (a b c d) (e))');
    const units = unitsOf(tree, { prefix: 0, suffix: 0 }, new Kinds(), { runs: false, sourcesOf });
    const view = viewOf(units, nameTable(tree), new Uint8Array(tree.count));
    const text = (element: number) => tree.text.slice(tree.start[element], tree.end[element]);
    const single = (words: string) =>
      [...view.open].find((unit) => units.source[unit] < 0 && text(units.siblings[units.from[unit]]) === words)!;
    const hoist = (source: string) =>
      [...view.open].find(
        (unit) =>
          units.source[unit] >= 0 && units.siblings[units.from[unit]] === 1 && text(units.source[unit]) === source,
      )!;
    const failed = noteFailure(noFailures(units), units, view, single('b'), tested);
    assert.equal(isDoomed(noFailures(units), units, view, hoist('(e)')), false);
    assert.equal(isDoomed(failed, units, view, hoist('(e)')), true);
    assert.equal(isDoomed(failed, units, view, hoist('(a b c d)')), false, 'it keeps more, and what failed');
    assert.equal(isDoomed(failed, units, view, single('(e)')), false);
  });
});
