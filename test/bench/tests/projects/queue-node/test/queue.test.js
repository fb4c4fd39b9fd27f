import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Queue } from '../src/queue.js';

/** A job whose end the test decides. */
function gate() {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  return { work: () => opened, open };
}

/** Fails some times, then returns its number of tries. */
const flaky = (failures) => async (tries) => {
  await turn();
  if (tries <= failures) throw new Error(`try ${tries} failed`);
  return tries;
};

describe('Queue', () => {
  let events;
  let onEvent;

  beforeEach(() => {
    events = [];
    onEvent = ({ kind, name }) => events.push(`${kind} ${name}`);
  });

  afterEach(() => {
    events = undefined;
  });

  function seen(kind) {
    return events.filter((event) => event.startsWith(`${kind} `)).map((event) => event.slice(kind.length + 1));
  }

  it('resolves with the result of a job', async () => {
    const queue = new Queue({ onEvent });
    assert.equal(await queue.push('sum', async () => 1 + 2), 3);
    assert.deepEqual(events, ['queued sum', 'started sum', 'done sum']);
  });

  it('keeps the order of equals', async () => {
    const queue = new Queue({ onEvent });
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => queue.push(name, async () => name)));
    assert.deepEqual(seen('started'), ['a', 'b', 'c', 'd']);
    assert.deepEqual(seen('done'), ['a', 'b', 'c', 'd']);
  });

  it('starts higher priorities first', async () => {
    const queue = new Queue({ onEvent });
    const order = [];
    const jobs = [
      ['low', -1],
      ['first', 5],
      ['normal', 0],
      ['second', 5],
      ['third', 2],
    ].map(([name, priority]) => queue.push(name, async () => order.push(name), { priority }));
    await Promise.all(jobs);
    await queue.drained();
    assert.equal(seen('queued').length, jobs.length);
    assert.deepEqual(order, ['first', 'second', 'third', 'normal', 'low']);
  });

  describe('workers', () => {
    it('runs as many at once as there are workers', async () => {
      const queue = new Queue({ workers: 2, onEvent });
      const gates = [gate(), gate(), gate()];
      const jobs = gates.map(({ work }, at) => queue.push(`job ${at}`, work));
      await turn();
      assert.deepEqual(seen('started'), ['job 0', 'job 1']);
      gates[1].open('one');
      await turn();
      assert.deepEqual(seen('started'), ['job 0', 'job 1', 'job 2']);
      gates[0].open('zero');
      gates[2].open('two');
      assert.deepEqual(await Promise.all(jobs), ['zero', 'one', 'two']);
    });

    it('is drained at once if there is nothing to do', async () => {
      await new Queue({ onEvent }).drained();
      assert.deepEqual(events, []);
    });
  });

  describe('retries', () => {
    async function outcome(retries, failures) {
      const queue = new Queue({ retries, onEvent });
      const [result] = await Promise.allSettled([queue.push('flaky', flaky(failures))]);
      await queue.drained();
      return result.status === 'fulfilled' ? result.value : result.reason.message;
    }

    for (const [retries, failures, expected] of [
      [0, 0, 1],
      [0, 1, 'try 1 failed'],
      [2, 1, 2],
      [2, 2, 3],
      [2, 3, 'try 3 failed'],
    ]) {
      it(`${retries} retries and ${failures} failures: ${expected}`, async () => {
        assert.equal(await outcome(retries, failures), expected);
      });
    }

    it('lets others go before a second try', async () => {
      const queue = new Queue({ retries: 1, onEvent });
      const results = [];
      const jobs = [
        queue.push('bad', flaky(1)).then((tries) => results.push(`bad ${tries}`)),
        queue.push('good', flaky(0)).then((tries) => results.push(`good ${tries}`)),
        queue.push('better', flaky(0)).then((tries) => results.push(`better ${tries}`)),
      ];
      await Promise.all(jobs);
      assert.deepEqual(results, ['good 1', 'better 1', 'bad 2']);
    });
  });
});
