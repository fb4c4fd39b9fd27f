import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dd, type Difference } from '../../../src/reducers/dd';
import { walk } from '../../support/walk';

type Outcome = 'fails' | 'passes' | 'unresolved';

function isolate(size: number, outcomeOf: (changes: ReadonlySet<number>) => Outcome) {
  const asked = new Map<string, Outcome>();
  const trials: Difference[] = [];
  const result = walk(dd.search(size), ({ changes, ...between }) => {
    trials.push(between);
    const outcome = outcomeOf(new Set(changes));
    asked.set(changes.join(), outcome);
    return outcome === 'fails' ? true : outcome === 'passes' ? 'fails' : 'unresolved';
  });
  const [passing, failing] = [result.passing, result.failing].map((changes) => [...changes]);
  return { passing, failing, asked, trials };
}

describe('dd', () => {
  it('isolates 3 between {5,6,7,8} and {3,5,6,7,8} with 5 tests if 3 and 6 make 1…8 fail', () => {
    const { passing, failing, asked } = isolate(8, (changes) =>
      changes.has(2) && changes.has(5) ? 'fails' : 'passes',
    );
    assert.deepEqual(
      [passing, failing].map((all) => all.map((change) => change + 1)),
      [
        [5, 6, 7, 8],
        [3, 5, 6, 7, 8],
      ],
    );
    assert.equal(asked.size, 5);
  });

  it('needs O(log n) tests if a single change causes the failure', () => {
    const { passing, failing, asked } = isolate(1000, (changes) => (changes.has(700) ? 'fails' : 'passes'));
    assert.deepEqual(
      failing.filter((change) => !passing.includes(change)),
      [700],
    );
    assert.ok(asked.size <= 20, `${asked.size}`);
  });

  it('refines if halves are unresolved', () => {
    // Neighbours only work together.
    const { passing, failing, asked } = isolate(8, (changes) =>
      [...changes].some((change) => !changes.has(change ^ 1)) ? 'unresolved' : changes.has(5) ? 'fails' : 'passes',
    );
    assert.deepEqual(
      failing.filter((change) => !passing.includes(change)),
      [4, 5],
    );
    assert.ok(asked.size < 20);
  });

  const outcome = (changes: ReadonlySet<number>, size: number, salt: number): Outcome => {
    if (changes.size === 0) return 'passes';
    if (changes.size === size) return 'fails';
    let hash = salt;
    for (const change of changes) hash = Math.imul(hash ^ (change + 1), 0x9e3779b1) ^ (hash >>> 13);
    return (['fails', 'passes', 'unresolved'] as const)[(hash >>> 5) % 3];
  };

  it('ends with a passing subset of a failing set; each single change between them is unresolved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), (size, salt) => {
        const outcomeOf = (changes: ReadonlySet<number>) => outcome(changes, size, salt);
        const { passing, failing } = isolate(size, outcomeOf);
        assert.equal(outcomeOf(new Set(passing)), 'passes');
        assert.equal(outcomeOf(new Set(failing)), 'fails');
        assert.ok(passing.every((change) => failing.includes(change)));
        const between = failing.filter((change) => !passing.includes(change));
        for (const change of between.length > 1 ? between : []) {
          const more = [...passing, change].sort((a, b) => a - b);
          assert.equal(outcomeOf(new Set(more)), 'unresolved');
          assert.equal(outcomeOf(new Set(failing.filter((other) => other !== change))), 'unresolved');
        }
      }),
    );
  });

  it('reports with each trial the known passing and failing list, closer and closer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), (size, salt) => {
        const { trials } = isolate(size, (changes) => outcome(changes, size, salt));
        const distances = trials.map(({ passing, failing }) => failing.length - passing.length);
        assert.deepEqual(
          distances,
          [...distances].sort((a, b) => b - a),
        );
      }),
    );
  });
});
