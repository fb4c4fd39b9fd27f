import assert from 'node:assert/strict';
import { done, lazy, phase, trial, type Search } from '../../../src/search/search';

describe('a phase', () => {
  it('computes each following search once, for any number of calls', () => {
    const made: string[] = [];
    const way = (name: string) => {
      made.push(name);
      return done(name);
    };
    const point = phase({
      alternatives: lazy(2, (index) => index),
      chance: () => 0.5,
      held: (index) => way(`held ${index}`),
      none: (why) => way(`none ${why}`),
    });
    for (const _ of [1, 2]) {
      point.held(0);
      point.held(1);
      point.none('fails');
      point.none('rejected');
    }
    assert.deepEqual(made, ['held 0', 'held 1', 'none fails', 'none rejected']);
    assert.equal(point.held(0), point.held(0));
  });

  it('makes candidates on demand', () => {
    const made: number[] = [];
    const all = lazy(1000, (index) => {
      made.push(index);
      return index * 2;
    });
    assert.deepEqual([all.at(3), all.at(3), all.at(999), all.at(1000), all.at(-1)], [6, 6, 1998, undefined, undefined]);
    assert.deepEqual([all.at(3), all.at(999)], [6, 1998], 'also after a look past the end');
    assert.deepEqual(made, [3, 999]);
  });

  it('can be forked: walking one branch does not affect the other', () => {
    const grow = (list: readonly number[]): Search<number[], readonly number[]> =>
      list.length === 4
        ? done(list)
        : trial(
            () => [...list],
            0.5,
            () => grow([...list, 1]),
            () => grow([...list, 0]),
          );
    const end = (search: Search<number[], readonly number[]>, held: boolean): readonly number[] =>
      search.done ? search.result : end(held ? search.held(0) : search.none('fails'), held);
    const root = grow([]);
    assert.deepEqual(end(root, true), [1, 1, 1, 1]);
    assert.deepEqual(end(root, false), [0, 0, 0, 0]);
    assert.deepEqual(end(root, true), [1, 1, 1, 1]);
  });
});
