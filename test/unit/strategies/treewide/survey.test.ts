import assert from 'node:assert/strict';
import fc from 'fast-check';
import { never, tested } from '../../../../src/strategies/treewide/failures';
import { removeBatch, nextPass, noteStayed, type State } from '../../../../src/strategies/treewide/state';
import { surveyUnits } from '../../../../src/strategies/treewide/choice';
import { isElement } from '../../../../src/strategies/treewide/units';
import { expressions, stateOf } from '../../../support/expressions';

const member = (state: State, unit: number) => ({ unit, traits: state.view.traits[unit], required: 0.5 });

/** The unit of the first element that reads so. */
function unitOf({ units }: State, text: string): number {
  const { tree, siblings, from } = units;
  return Array.from({ length: units.count }, (_, unit) => unit).find((unit) => {
    const element = siblings[from[unit]];
    return isElement(units, unit) && tree.text.slice(tree.start[element], tree.end[element]) === text;
  })!;
}

describe('the survey of the tree-wide search', () => {
  it('finds the fresh unit that promises most, as looking at all of them does', () => {
    fc.assert(
      fc.property(expressions, fc.array(fc.nat(), { maxLength: 8 }), (text, drawn) => {
        let state = stateOf(text);
        const { open } = state.view;
        for (const number of open.length > 0 ? drawn : []) {
          state = noteStayed(state, member(state, open[number % open.length]), true);
        }
        const { units, view, failures, chances } = state;
        const fresh = [...open].filter(
          (unit) =>
            units.isAlone[unit] === 0 &&
            failures.now[unit] === never &&
            failures.inside[view.first[unit]] > view.last[unit],
        );
        const promises = fresh.map((unit) => view.weight[unit] * (1 - chances.required(view.traits[unit])));
        const { heaviest } = surveyUnits(state).survey;
        assert.ok(Math.abs(heaviest.promised - Math.max(0, ...promises)) < 1e-9);
        assert.equal(heaviest.unit >= 0, fresh.length > 0);
      }),
    );
  });

  it('offers alone what failed before, and promises less of it the less has gone since', () => {
    const start = stateOf('(a b c d e f) (g h) i j k l', { coupled: 'off' });
    const heavy = unitOf(start, '(a b c d e f)');
    const failed = noteStayed(start, member(start, heavy), true);
    assert.equal(failed.failures.now[heavy], tested);
    const promiseAfter = (...texts: string[]) => {
      const members = texts.map((text) => member(failed, unitOf(failed, text)));
      const state = nextPass(removeBatch(failed, members, 1));
      const left = { ...state, outlook: { ...state.outlook, loners: Int32Array.of(heavy) } };
      const { loner } = surveyUnits(left).survey;
      assert.equal(loner.unit, heavy);
      return loner.promised;
    };
    assert.ok(promiseAfter('(g h)') > promiseAfter('i'));
    assert.ok(promiseAfter('i', 'j') > promiseAfter('i'));
  });

  it('offers runs and groups once, and elements again in another pass', () => {
    const start = stateOf('a b c d', { coupled: 'off' });
    const run = [...start.view.open].find((unit) => start.units.to[unit] - start.units.from[unit] === 2)!;
    const offered = (unit: number) => {
      const failed = noteStayed(start, member(start, unit), true);
      const state = removeBatch(failed, [member(failed, unitOf(failed, 'd'))], 1);
      const loner = (of: State) =>
        surveyUnits({ ...of, outlook: { ...of.outlook, loners: Int32Array.of(unit) } }).survey.loner.unit;
      return [loner(state), loner(nextPass(state))];
    };
    assert.deepEqual(offered(run), [-1, -1]);
    assert.deepEqual(offered(unitOf(start, 'a')), [-1, unitOf(start, 'a')]);
  });

  it('offers no run with something in it that had to stay', () => {
    const start = stateOf('(def x a) def b c d', { coupled: 'off' });
    const run = [...start.view.open].find((unit) => start.units.to[unit] - start.units.from[unit] === 2)!;
    const inside = [...start.view.open].find(
      (unit) => isElement(start.units, unit) && start.view.first[unit] === start.view.first[run],
    )!;
    /** After `failed` had to stay and something else went. */
    const offered = (unit: number, failed: number) => {
      const after = noteStayed(start, member(start, failed), true);
      const state = nextPass(removeBatch(after, [member(after, unitOf(after, 'd'))], 1));
      return surveyUnits({ ...state, outlook: { ...state.outlook, loners: Int32Array.of(unit) } }).survey.loner.unit;
    };
    assert.equal(offered(run, inside), -1);
  });
});
