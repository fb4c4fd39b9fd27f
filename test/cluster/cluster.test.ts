/** Runs whose tests are made by workers, with real processes and a real Redis. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, finishedOf, whittle } from '../support/cli';
import { until } from '../support/files';
import { household, input } from './household';
import { seldom } from '../support/seldom';

const { redis, worker, oracle, asked, far, reduce, write, read, at, directory, nothingOfRuns } = household();

/** What one machine makes of it. */
async function locally(path: string, ...more: string[]): Promise<string> {
  const run = await reduce('in.txt', '--test', `${path} {}`, '-j', '1', '-o', 'local.txt', ...more);
  assert.equal(run.code, 0, run.stderr);
  return read('local.txt');
}

describe('A cluster', () => {
  beforeEach(() => write('in.txt', input));

  it('gives the same bytes as one machine, and counts each verdict once', async () => {
    const expected = await locally(oracle('quick', 0));
    const path = oracle('test', 0.01);
    for (const name of ['one', 'two', 'three']) await worker(`it=${path} {}`, name);
    const run = await far();
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('far.txt'), expected);
    const { search, tests, confirmed, cacheHits } = finishedOf(run);
    const verdicts = eventsOf(run).filter((event) => event.event === 'candidate' && !event.cached);
    assert.ok(confirmed);
    assert.equal(verdicts.length, search.tests);
    assert.ok(tests >= search.tests, `${tests} tests, ${search.tests} of them of the search, ${cacheHits} known`);
    await nothingOfRuns();
  });

  it('survives a worker that is killed and a Redis that forgets everything', async () => {
    const expected = await locally(oracle('quick', 0), '--search', 'hddr');
    const path = oracle('test', 0.1);
    const workers = [];
    for (const name of ['one', 'two', 'three']) workers.push(await worker(`it=${path} {}`, name));
    const running = far('--search', 'hddr');
    await until('the search is on its way', () => asked('test') > 20, 60_000);
    await workers[1].stop('SIGKILL');
    await until('it goes on', () => asked('test') > 30, 60_000);
    await redis.restart(1500);
    const run = await running;
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('far.txt'), expected);
    const { search, confirmed, ending } = finishedOf(run);
    assert.deepEqual([confirmed, ending], [true, 'done']);
    const verdicts = eventsOf(run).filter((event) => event.event === 'candidate' && !event.cached);
    assert.equal(verdicts.length, search.tests, 'none is lost, and none counted twice');
    await nothingOfRuns();
    // What the killed one has left on the disk goes with the next one.
    await worker(`it=${path} {}`, 'two again');
  });

  seldom.it('does not ask for what is known from another run, but for the input and the result', async () => {
    await worker(`it=${oracle('test', 0)} {}`, 'one');
    const first = finishedOf(await far());
    const before = asked('test');
    const again = finishedOf(await far());
    assert.deepEqual(again.search, first.search);
    assert.deepEqual(again.tokens, first.tokens);
    // Calibration, and the end: the result three times, the empty input and the original.
    assert.ok(asked('test') - before <= 9, `${asked('test') - before} were run again`);
  });

  seldom.it('lets workers come later', async () => {
    const path = oracle('test', 0.1);
    await worker(`it=${path} {}`, 'one');
    const running = far('--search', 'hddr');
    await until('the search is on its way', () => asked('test') > 8, 60_000);
    await worker(`it=${path} {}`, 'late');
    const told = eventsOf(await running).flatMap((event) => (event.event === 'cluster' ? [event] : []));
    assert.ok(
      told.some(({ workers }) =>
        workers.some(({ name, state, tests }) => name === 'late' && state === 'working' && tests > 0),
      ),
    );
  });

  it('refuses and names a worker that says something else of the input', async () => {
    await worker(`it=${oracle('test', 0.05)} {}`, 'good');
    await worker(`it=${oracle('other', 0, 'nothing of it')} {}`, 'other');
    await worker(`it=${oracle('yes', 0, '')} {}`, 'yes');
    const expected = await locally(oracle('quick', 0), '--search', 'hddr');
    const run = await far('--search', 'hddr');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('far.txt'), expected);
    const notices = eventsOf(run).flatMap((event) => (event.event === 'notice' ? [event.message] : []));
    assert.ok(
      notices.some((one) => /^The worker other is refused: .*does not show the bug/.test(one)),
      notices.join('\n'),
    );
    assert.ok(
      notices.some((one) => /^The worker yes is refused: .*shows the bug on an empty input too/.test(one)),
      notices.join('\n'),
    );
  });

  it('tries another worker if the first cannot be calibrated by', async () => {
    await worker('it=/no/such/program {}', 'a-broken');
    await worker(`it=${oracle('test', 0)} {}`, 'b-good');
    const run = await far();
    assert.equal(run.code, 0, run.stderr);
    const notices = eventsOf(run).flatMap((event) => (event.event === 'notice' ? [event.message] : []));
    assert.match(notices.join('\n'), /^The worker a-broken is refused: .*was not found/);
  });

  seldom.it('gives slow workers the time that they need', async () => {
    await worker(`it=${oracle('test', 0.02)} {}`, 'a-fast');
    await worker(`it=${oracle('slow', 1.5)} {}`, 'slow');
    const expected = await locally(oracle('quick', 0), '--search', 'hddr');
    const run = await far('--search', 'hddr');
    assert.equal(read('far.txt'), expected);
    assert.equal(finishedOf(run).timeouts, 0);
  });

  seldom.it('judges by the output too', async () => {
    write('in.txt', input);
    write('says', `#!/bin/sh\ngrep -c needle "$1" >&2\nexit 3\n`);
    chmodSync(at('says'), 0o755);
    await worker(`it=${at('says')} {}`, 'one');
    const rule = ['--exit', '3', '--match', 'stderr:^2$'];
    const alone = await reduce('in.txt', '--test', `${at('says')} {}`, '-j', '1', '-o', 'local.txt', ...rule);
    assert.equal(alone.code, 1, 'it counts four at first');
    write('in.txt', input.replace('needle 57', 'hay 57').replace('needle 157', 'hay 157'));
    await reduce('in.txt', '--test', `${at('says')} {}`, '-j', '1', '-o', 'local.txt', ...rule);
    const run = await far(...rule);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('far.txt'), read('local.txt'));
  });

  seldom.it('takes several files', async () => {
    mkdirSync(at('src/deep'), { recursive: true });
    write('src/a.txt', input);
    write('src/deep/b.txt', 'hay\nneedle in b\nhay\n');
    write('src/c.txt', 'hay\n'.repeat(20));
    const test = "grep -q 'needle 7;' a.txt && grep -q 'in b' deep/b.txt";
    await worker(`it=${test}`, 'one');
    await worker(`it=${test}`, 'two');
    const local = await reduce('src', '--test', test, '-j', '1', '-o', 'local');
    const run = await reduce('src', '--redis', redis.url, '--oracle', 'it', '-o', 'far');
    assert.deepEqual([local.code, run.code], [0, 0], run.stderr + local.stderr);
    assert.match(run.stderr, /\none: \d+ tests?, [\d.,]+\/s\ntwo: \d+ tests?, [\d.,]+\/s\n/);
    assert.deepEqual(readdirSync(at('far'), { recursive: true }).sort(), ['a.txt', 'deep', join('deep', 'b.txt')]);
    for (const name of ['a.txt', 'deep/b.txt']) assert.equal(read(`far/${name}`), read(`local/${name}`));
  });

  seldom.it('isolates, and compares searches', async () => {
    await worker(`it=${oracle('test', 0)} {}`, 'one');
    write('passing.txt', input.replaceAll('needle', 'thread'));
    const where = ['--redis', redis.url, '--oracle', 'it'];
    const isolated = await whittle(['isolate', 'in.txt', 'passing.txt', ...where], directory.path);
    assert.equal(isolated.code, 0, isolated.stderr);
    assert.match(isolated.stdout, /needle (7|107);/);
    const compared = await whittle(
      ['compare', 'in.txt', ...where, '--searches', 'hddr:cdd,hddr:ddmin'],
      directory.path,
    );
    assert.equal(compared.code, 0, compared.stderr);
    assert.match(compared.stdout, /hddr:ddmin .*Done \(result verified\)/);
    await nothingOfRuns();
  });

  it('goes on from a journal', async () => {
    await worker(`it=${oracle('test', 0.05)} {}`, 'one');
    const expected = await locally(oracle('quick', 0), '--search', 'hddr');
    const journaled = ['--search', 'hddr', '--journal', 'run.journal'];
    assert.equal((await far(...journaled, '--max-tests', '30')).code, 0);
    const run = await far(...journaled);
    assert.equal(run.code, 0, run.stderr);
    assert.ok(eventsOf(run).some(({ event }) => event === 'resumed'));
    assert.equal(read('far.txt'), expected);
  });

  it('does not tell tests where Redis is', async () => {
    process.env.WHITTLE_REDIS = redis.url;
    try {
      await worker('it=! env | grep -q WHITTLE_REDIS && grep -q needle {}', 'one');
    } finally {
      delete process.env.WHITTLE_REDIS;
    }
    const run = await far();
    assert.equal(run.code, 0, run.stderr);
  });
});
