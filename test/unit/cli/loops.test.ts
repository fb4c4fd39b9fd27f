/** Loops and rules of commitment, as users choose them. */
import assert from 'node:assert/strict';
import { eventsOf, finishedOf, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { write, read, reduce } = workplace();

const test = 'grep -q 5 {} && grep -q 8 {} && { grep -q 2 {} || ! grep -q 7 {}; }';
const args = ['list.txt', '--test', test, '--json'];
const search = 'lines:ddmin+order=subsets-first';

describe('whittle reduce, loops', () => {
  beforeEach(() => write('list.txt', '1\n2\n3\n4\n5\n6\n7\n8\n'));

  it('takes the first to finish, and ends with a result that holds', async () => {
    const run = await reduce(...args, '--search', `${search}+loop=combined+commit=first-finished`, '--jobs', '4');
    assert.equal(run.code, 0, run.stderr);
    const { ending, confirmed } = finishedOf(run);
    assert.deepEqual([ending, confirmed, read('list.reduced.txt')], ['done', true, '5\n8\n']);
  });

  seldom.it('in order, searches the same with every loop', async () => {
    for (const loop of ['sequential', 'parallel', 'combined', 'ahead']) {
      const run = await reduce(...args, '--search', `${search}+loop=${loop}`, '--jobs', '3');
      assert.deepEqual(finishedOf(run).search, { tests: 22, cacheHits: 22 }, loop);
    }
  });

  seldom.it('is silent about many workers', async () => {
    const run = await reduce(...args, '--search', search, '--jobs', '16');
    assert.deepEqual([run.code, run.stderr], [0, '']);
  });

  it('says which there are', async () => {
    for (const [option, message] of [
      ['loop', /^whittle: The option loop must be one of ahead, sequential, parallel, combined\.$/m],
      ['commit', /^whittle: The option commit must be one of in-order, first-finished\.$/m],
    ] as const) {
      const run = await reduce(...args, '--search', `${search}+${option}=x`);
      assert.equal(run.code, 2);
      assert.match(run.stderr, message);
      assert.deepEqual(
        eventsOf(run).map(({ event }) => event),
        ['failed'],
      );
    }
  });
});
