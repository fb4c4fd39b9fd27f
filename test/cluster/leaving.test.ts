/** Who asks after the end, or joins while leaving: nobody waits for ever. */
import assert from 'node:assert/strict';
import { addressOf, ClusterError, connected, type Address } from '../../src/cluster/address';
import { Desk } from '../../src/cluster/asking/desk';
import { jobOf, replyFrom, type Reply } from '../../src/cluster/jobs';
import type { Redis } from '../../src/cluster/redis';
import { publishRun } from '../../src/cluster/runs';
import { queues } from '../../src/cluster/terms';
import { Posts } from '../../src/cluster/working/posts';
import { fixedText } from '../../src/oracle/processes/command';
import { until } from '../support/files';
import { household } from './household';
import { seldom } from '../support/seldom';

const { redis } = household();

const run = 'run-of-a-test';
const base = Buffer.from('one two three\n');
const { signal } = new AbortController();

/** All connections end with the work, also if it fails. */
async function withDesk(
  work: (desk: Desk<object, Reply>, client: Redis, address: Address, ears: Redis) => Promise<void>,
): Promise<void> {
  const address = addressOf(redis.url);
  const [client, ears] = [connected(address), connected(address)];
  const desk = new Desk<object, Reply>({ address, redis: client, queue: queues.run(run), run, read: replyFrom });
  try {
    await work(desk, client, address, ears);
  } finally {
    await desk.close();
    address.letGo();
    client.disconnect();
    ears.disconnect();
  }
}

seldom.describe('A question', () => {
  it('that comes after all were given up gets the same reason', () =>
    withDesk(async (desk) => {
      const why = new ClusterError('given up');
      const before = desk.ask({}, signal);
      desk.failAll(why);
      await assert.rejects(before, why);
      const after = desk.ask({}, signal);
      after.catch(() => {});
      assert.equal(desk.asked, 0, 'nobody will answer it');
      await assert.rejects(after, why);
    }));
});

seldom.describe('A worker', () => {
  it('that is ordered to join a run while it leaves it takes its tests afterwards', () =>
    withDesk(async (desk, client, address, ears) => {
      const worker = { id: 'one', name: 'one', oracles: ['it'], slots: 1, most: 1e6 };
      const oracles = new Map([['it', { invocation: { line: fixedText('true') }, cwd: fixedText('.') }]]);
      const inSlot = <T>(work: () => Promise<T>) => work();
      const posts = new Posts({ address, redis: client, ears, worker, oracles, identity: '', inSlot }, () => {});
      await publishRun(client, run, { oracle: 'it', fileName: 'in.txt' }, base);
      await posts.obey({ order: 'join', run, factor: 1 });
      const leaving = posts.obey({ order: 'leave', run });
      await posts.obey({ order: 'join', run, factor: 1 });
      await leaving;
      let reply: Reply | undefined;
      desk.ask({ ...jobOf(base, base), timeoutMs: 5000, keep: [] }, signal).then(
        (answer) => (reply = answer),
        () => {},
      );
      try {
        await until('its tests are taken', () => reply !== undefined, 20_000);
        assert.deepEqual([reply?.worker, reply?.ran?.exitCode], ['one', 0]);
      } finally {
        await posts.close();
      }
    })).timeout(60_000);
});
