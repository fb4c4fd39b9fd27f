/** What a terminal says of workers. */
import assert from 'node:assert/strict';
import { crewLines } from '../../../src/cli/progress';
import type { CrewMember } from '../../../src/cluster/terms';
import { crewOf, crewWords } from '../../../src/reduction/events/runState';

const worker = (more: Partial<CrewMember>): CrewMember => {
  return { name: 'one', slots: 2, state: 'working', tests: 0, known: 0, ms: 0, ...more };
};
const told = (workers: CrewMember[], asked = 0, silentMs?: number) => {
  return crewOf({ workers, asked, silentMs });
};

describe('Workers in the terminal', () => {
  it('are counted, with their slots and what waits', () => {
    assert.equal(crewWords(told([worker({})])), '1 worker, 2 tests at once');
    const several = [worker({}), worker({ slots: 6 }), worker({ state: 'refused' }), worker({ state: 'gone' })];
    assert.equal(crewWords(told(several, 8)), '2 workers, 8 tests at once');
    assert.equal(crewWords(told(several, 11)), '2 workers, 8 tests at once, 3 waiting');
    assert.equal(crewWords(told([worker({ state: 'gone' })], 1)), 'no workers, 1 waiting');
  });

  it('are not told of while Redis is silent', () => {
    assert.equal(crewWords(told([worker({})], 1, 12_345)), 'Redis has been silent for 12 s');
  });

  it('are told of at the end, each with what it has done', () => {
    const workers = [
      worker({ tests: 30, known: 10 }),
      worker({ name: 'two', tests: 1, state: 'gone' }),
      worker({ name: 'three', state: 'refused' }),
    ];
    assert.deepEqual(crewLines(told(workers), 10_000), [
      'one: 30 tests, 3.0/s, 10 of them known from earlier runs',
      'two: 1 test, 0.1/s, gone',
      'three: refused',
    ]);
  });
});
