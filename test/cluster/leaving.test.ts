/** Who asks after the end, or joins while leaving: nobody waits for ever. */
import assert from 'node:assert/strict';
import { addressOf, ClusterError, connected } from '../../src/cluster/address';
import { Desk } from '../../src/cluster/asking/desk';
import { jobOf, replyFrom } from '../../src/cluster/jobs';
import type { Reply } from '../../src/cluster/jobs';
import { publishRun } from '../../src/cluster/runs';
import { queues } from '../../src/cluster/terms';
import { Posts } from '../../src/cluster/working/posts';
import { fixedText } from '../../src/oracle/processes/command';
import { household } from './household';

const { redis } = household();

const run = 'run-of-a-test';
const base = Buffer.from('one two three\n');
const { signal } = new AbortController();

const deskAt = (address: ReturnType<typeof addressOf>, client: ReturnType<typeof connected>) =>
  new Desk<object, Reply>({ address, redis: client, queue: queues.run(run), run, read: replyFrom });

describe('A question', () => {
  it('that comes after all were given up gets the same reason', async () => {
    const address = addressOf(redis.url);
    const client = connected(address);
    const desk = deskAt(address, client);
    const why = new ClusterError('given up');
    const before = desk.ask({}, signal);
    desk.failAll(why);
    await assert.rejects(before, why);
    const after = desk.ask({}, signal);
    assert.equal(desk.asked, 0, 'nobody will answer it');
    await assert.rejects(after, why);
    await desk.close();
    client.disconnect();
  });
});

describe('A worker', () => {
  it('that is ordered to join a run while it leaves it takes its tests afterwards', async () => {
    const address = addressOf(redis.url);
    const [client, ears] = [connected(address), connected(address)];
    const worker = { id: 'one', name: 'one', oracles: ['it'], slots: 1, most: 1e6 };
    const invocation = { line: fixedText('true') };
    const oracles = new Map([['it', { invocation, cwd: fixedText('.') }]]);
    const inSlot = <T>(work: () => Promise<T>) => work();
    const posts = new Posts({ address, redis: client, ears, worker, oracles, identity: '', inSlot }, () => {});
    await publishRun(client, run, { oracle: 'it', fileName: 'in.txt' }, base);
    await posts.obey({ order: 'join', run, factor: 1 });
    const leaving = posts.obey({ order: 'leave', run });
    await posts.obey({ order: 'join', run, factor: 1 });
    await leaving;
    const desk = deskAt(address, client);
    const reply = await desk.ask({ ...jobOf(base, base), timeoutMs: 5000, keep: [] }, signal);
    assert.deepEqual([reply.worker, reply.ran?.exitCode], ['one', 0]);
    await posts.close();
    await desk.close();
    client.disconnect();
    ears.disconnect();
  }).timeout(60_000);
});
