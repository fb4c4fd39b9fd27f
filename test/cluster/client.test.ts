/** Workers as a run in this process sees them: who takes part, how long a test may take there, and what becomes of it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '../../src/cluster/cluster';
import { whoIsThere } from '../../src/cluster/register';
import { keys, times, type ClusterStatus } from '../../src/cluster/terms';
import { once } from '../../src/oracle/judging/repeat';
import { exitZero } from '../../src/oracle/judging/rule';
import { fixedText } from '../../src/oracle/processes/command';
import { processesWith, until } from '../support/files';
import { household } from './household';

const { redis, worker, write, far } = household();

const clusters: Awaited<ReturnType<typeof openCluster>>[] = [];
afterEach(async () => void (await Promise.all(clusters.splice(0).map((one) => one.close()))));

const base = Buffer.from('one two three\n');

/** A run that was calibrated where a test took `ms`; by default no worker is slower. `states`: what it tells of its workers. */
async function opened(ms = 60_000) {
  const told: ClusterStatus[] = [];
  const watcher = { status: (status: ClusterStatus) => void told.push(status), notice: () => {} };
  const cluster = await openCluster({ redis: redis.url, oracle: 'it' }, { input: base, fileName: 'in.txt' }, watcher);
  clusters.push(cluster);
  cluster.admit({ input: base, ms, timeoutMs: 2000, rule: exitZero, repeat: once });
  const command = { invocation: { named: 'it' }, cwd: fixedText('.') };
  const states = () => Object.fromEntries((told.at(-1)?.workers ?? []).map(({ name, state }) => [name, state]));
  return {
    states,
    ask: (content: string, timeoutMs: number, signal = new AbortController().signal) =>
      cluster.tester.run({ command, content: Buffer.from(content), timeoutMs, signal }),
  };
}

describe('A run on workers', () => {
  it('gives a test as much more time as it takes longer there', async () => {
    await worker('it=sleep 0.8', 'slow');
    const { ask } = await opened(10);
    const { timedOut, status } = await ask('one', 200);
    assert.deepEqual([timedOut, status], [false, 0]);
  });

  it('ends a test there that is not waited for any more', async () => {
    await worker('it=! grep -q two {} || grep -q three {} || sleep 32.5', 'one');
    const { states, ask } = await opened();
    await until('it takes part', () => states().one === 'working', 20_000);
    const controller = new AbortController();
    const given = ask('two', 60_000, controller.signal);
    const sleeping = () => processesWith('sleep 32.5').filter((line) => !line.includes(' worker '));
    await until('it runs', () => sleeping().length > 0, 20_000);
    controller.abort(new Error('enough'));
    await assert.rejects(given, /enough/);
    await until('it has ended', () => sleeping().length === 0, times.beat * 2);
  });

  it('knows the output of a test only for those who would have waited for it', async () => {
    await worker('it=! grep -q two {} || grep -q three {} || sleep 1', 'one');
    const { states, ask } = await opened();
    await until('it takes part', () => states().one === 'working', 20_000);
    const endings = [];
    for (const timeoutMs of [60_000, 60_000, 20]) endings.push((await ask('two', timeoutMs)).timedOut);
    assert.deepEqual(endings, [false, false, true]);
  });

  it('has refused a worker for good, also if that is gone', async () => {
    const other = await worker('it=false', 'other');
    await worker('it=true', 'good');
    const { states } = await opened();
    await until('both were checked', () => states().good === 'working' && states().other === 'refused', 20_000);
    await other.stop('SIGTERM');
    // It looks for its workers at each beat.
    await sleep(3 * times.beat);
    assert.equal(states().other, 'refused');
  });

  it('ends with the trouble of its only worker', async () => {
    write('in.txt', 'one two\n'.repeat(250_000));
    await worker('it=true', 'small', ['--max-size', '1']);
    const run = await far();
    assert.match(run.stderr, /^whittle: A candidate of 2 MB is more than a worker takes \(1 MB\)/m);
  });

  it('knows workers by entries of their own', async () => {
    await worker('it=true', 'one');
    const [entry] = await whoIsThere(redis.client);
    await redis.client.set(keys.worker('copy'), JSON.stringify(entry));
    await redis.client.sadd(keys.workers, 'copy');
    assert.deepEqual(await whoIsThere(redis.client), [entry]);
  });
});
