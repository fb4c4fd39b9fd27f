/** Who asks after the end, or while a worker leaves a run: nobody waits for ever. */
import assert from 'node:assert/strict';
import { openCluster } from '../../src/cluster/cluster';
import { testOf } from '../../src/cluster/messages';
import { keys } from '../../src/cluster/terms';
import { once } from '../../src/oracle/judging/repeat';
import { exitZero } from '../../src/oracle/judging/rule';
import { fixedText } from '../../src/oracle/processes/command';
import { household } from './household';
import { seldom } from '../support/seldom';

const { redis, worker, answerTo } = household();

const base = Buffer.from('one two three\n');
const { signal } = new AbortController();

seldom.describe('A question', () => {
  it('that waits for a worker, or comes after the end, gets the reason of the end', async () => {
    const quiet = { status: () => {}, notice: () => {} };
    const cluster = await openCluster({ redis: redis.url, oracle: 'it' }, { input: base, fileName: 'in.txt' }, quiet);
    cluster.admit({ input: base, ms: 10, timeoutMs: 1000, rule: exitZero, repeat: once });
    const command = { invocation: { named: 'it' }, cwd: fixedText('.') };
    const ask = () => cluster.tester.run({ command, content: base, timeoutMs: 1000, signal });
    const before = assert.rejects(ask(), { name: 'AbortError' });
    await cluster.close();
    await before;
    await assert.rejects(ask(), { name: 'AbortError' });
  });
});

seldom.describe('A worker', () => {
  it('that is asked for a test of a run while it leaves it runs it afterwards', async () => {
    await worker('it=true', 'one');
    await redis.client.set(keys.base('r'), base);
    const question = { content: base, timeoutMs: 5000, fresh: true };
    const job = testOf({ id: 'r', oracle: 'it', fileName: 'in.txt' }, base, question);
    assert.match(await answerTo(job), /"exitCode":0/);
    await redis.client.publish(keys.over, 'r');
    assert.match(await answerTo(job), /"exitCode":0/);
  });
});
