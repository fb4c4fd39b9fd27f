/** What others who have the password can do to workers and clients: nothing but give them work. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { openCluster } from '../../src/cluster/cluster';
import { keys, times } from '../../src/cluster/terms';
import { once } from '../../src/oracle/judging/repeat';
import { exitZero } from '../../src/oracle/judging/rule';
import { fixedText } from '../../src/oracle/processes/command';
import { eventsOf, finishedOf, whittle } from '../support/cli';
import { until } from '../support/files';
import { household, input } from './household';
import { seldom } from '../support/seldom';

const { redis, worker, oracle, asked, far, reduce, write, read, directory } = household();

const noticesOf = (run: Awaited<ReturnType<typeof far>>) =>
  eventsOf(run).flatMap((event) => (event.event === 'notice' ? [event.message] : []));

/** Was a command of a file name run? */
const ran = () => readdirSync(directory.path, { recursive: true }).some((name) => /(^|\/)PWNED-\d$/.test(String(name)));

/** An entry as a worker would make it. */
const enter = async (id: string, text: string, ms = times.silence) => {
  await redis.client.set(keys.worker(id), text, 'PX', ms);
  await redis.client.sadd(keys.workers, id);
};

seldom.describe('On a cluster', () => {
  beforeEach(() => write('in.txt', input));

  for (const name of [
    'a$(touch PWNED-1).c',
    'a`touch PWNED-2`.c',
    "a';touch PWNED-3;'.c",
    'a";touch PWNED-4;".c',
    'a\ntouch PWNED-5\n.c',
    '-rf PWNED-6 ü%!.c',
  ]) {
    it(`no command in a file name is run: ${JSON.stringify(name)}`, async () => {
      await worker(`it=sh -c 'cat {}; eval cat {}; grep -q "needle 7;" {}'`, 'one');
      write(name, input);
      const run = await reduce(`./${name}`, '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt', '--json');
      assert.equal(run.code, 0, run.stderr);
      assert.match(read('far.txt'), /^\s*needle 7;\s*$/);
      assert.ok(!ran());
    });
  }

  it('no command in the names of several files is run: they are refused', async () => {
    await worker(`it=sh -c 'cat {}/*' && grep -q "needle 7;" {}/a.c`, 'one');
    mkdirSync(`${directory.path}/src/b$(touch PWNED-7)`, { recursive: true });
    write('src/a.c', input);
    write('src/b$(touch PWNED-7)/c.c', 'hay\n');
    const run = await reduce('src', '--redis', redis.url, '--oracle', 'it', '-o', 'far');
    assert.equal(run.code, 2);
    assert.match(
      run.stderr,
      /^whittle: Workers refuse the file name "b\$\(touch PWNED-7\)\/c\.c", .*: rename the file\.$/m,
    );
    assert.ok(!ran());
  });

  it('what no worker of ours has written is skipped, and no control character is shown', async () => {
    const path = oracle('test', 0);
    await worker(`it=${path} {}`, 'good\u001b]0;title\u0007\u202e');
    const id = randomUUID();
    const worst = { id, name: 'x', oracles: ['it'], slots: 1, most: 1e9 };
    await enter('no-json', '{');
    await enter('null', 'null');
    await enter('no-list', JSON.stringify({ ...worst, id: 'no-list', oracles: 'it' }));
    await enter('other-id', JSON.stringify(worst));
    await enter('no-slots', JSON.stringify({ ...worst, id: 'no-slots', slots: '9' }));
    await enter('a:b\u001b[31m', JSON.stringify(worst));
    const there = await whittle(['workers', '--redis', redis.url], directory.path);
    const run = await far();
    assert.equal(run.code, 0, run.stderr);
    assert.ok(finishedOf(run).confirmed);
    assert.match(there.stdout, /^good +1 at once +it$/m);
    assert.equal(there.code, 0);
    for (const said of [there.stdout, there.stderr, run.stderr, noticesOf(run).join()])
      assert.doesNotMatch(said, /[\u001b\u0007\u202e]/);
  });

  it('workers that died a moment ago do not end a run', async () => {
    await worker(`it=${oracle('test', 0)} {}`, 'live');
    // For so long they are still believed to live: they die one after the other.
    for (const turn of [1, 2, 3]) {
      const one = { id: randomUUID(), name: `a${turn}`, oracles: ['it'], slots: 1, most: 1e9 };
      await enter(one.id, JSON.stringify(one), turn * times.silence);
    }
    const run = await far();
    assert.equal(run.code, 0, run.stderr);
    assert.ok(finishedOf(run).confirmed);
  });

  it('a result is asked of several workers: where they do not agree there is no verdict', async () => {
    await worker(`it=${oracle('test', 0)} {}`, 'honest');
    await worker(`it=${oracle('liar', 0, '.')} {}`, 'liar');
    const notices: string[] = [];
    let working = 0;
    const bytes = Buffer.from(input);
    const choice = { redis: redis.url, oracle: 'it' };
    const cluster = await openCluster(
      choice,
      { input: bytes, fileName: 'in.txt' },
      {
        status: ({ workers }) => (working = workers.filter(({ state }) => state === 'working').length),
        notice: (message) => void notices.push(message),
      },
    );
    const { signal } = new AbortController();
    await cluster.calibratedWith(() => Promise.resolve(), signal);
    const timeoutMs = 10_000;
    cluster.admit({ input: bytes, empty: Buffer.of(), ms: 10, timeoutMs, rule: exitZero, repeat: once });
    await until('both take part', () => working === 2);
    const command = { invocation: { named: 'it' }, cwd: fixedText('.') };
    const content = Buffer.from('hay\n');
    const ran = await cluster.tester.run({ command, content, timeoutMs, signal, inTurn: true });
    await cluster.close();
    assert.equal(ran.timedOut, true);
    assert.match(notices.join('\n'), /^The workers disagree .* shows the bug on liar, but not on honest\./);
  });

  it('a worker that says yes to everything does not get its result confirmed, and is named', async () => {
    const honest = oracle('test', 0.05);
    // It is like the others on the unchanged and on the empty input.
    const liar = oracle('liar', 0, '.');
    await worker(`it=${honest} {}`, 'one');
    await worker(`it=${honest} {}`, 'two');
    await worker(`it=${liar} {}`, 'liar', ['-j', '4']);
    const run = await far('--search', 'hddr');
    assert.ok(asked('liar') > 5, 'it took part');
    const { confirmed } = finishedOf(run);
    const held = /needle 7;/.test(read('far.txt')) && /needle 107;/.test(read('far.txt'));
    assert.ok(held || !confirmed, 'a wrong result is confirmed');
    if (confirmed) return;
    assert.notEqual(run.code, 0);
    assert.match(
      noticesOf(run).join('\n'),
      /^The workers disagree about the result: the test shows the bug on liar, but not on /m,
    );
    assert.match(noticesOf(run).join('\n'), /^The worker liar is refused: /m);
  });
});
