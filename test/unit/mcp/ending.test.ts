/** Progress and ends of calls of `whittle mcp`: however a run ends, nothing of it is left. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { workplace } from '../../support/cli';
import { processesWith, until } from '../../support/files';
import { served, textsOf, type Served } from '../../support/mcp';
import { ownState } from '../../support/state';
import { seldom } from '../../support/seldom';

let server: Served;
// Before the check that nothing is left: hooks run in the order in which they are defined.
afterEach(() => server.client.close());
const { directory, at, write, read } = workplace();
ownState(at);

const input = Array.from({ length: 200 }, (_, line) => (line === 99 ? 'needle' : `line ${line} is hay`)).join('\n');
/** Hangs on every candidate without the needle, but not on the empty one. */
const hanging = 'if ! grep -q needle {} && [ -s {} ]; then sleep 1000; fi; grep needle {}';
const sleeps = () => processesWith('sleep 1000');
const isReduced = () => existsSync(at('in.reduced.txt'));

beforeEach(async () => {
  write('in.txt', input);
  server = await served(directory.path);
});

/** A call whose tests hang as soon as one has shown the bug on a smaller text. */
function stuck(options: { readonly signal?: AbortSignal } = {}) {
  const hang = `if [ -e '${at('slow')}' ]; then sleep 1000; fi; grep needle {} || exit 1`;
  const given = { command: `${hang}; [ $(wc -l < {}) -gt 150 ] || touch '${at('slow')}'`, jobs: 1, timeout: 600 };
  const call = server.call('whittle_reduce', { file: 'in.txt', ...given }, options);
  const isStuck = () => existsSync(at('slow')) && sleeps().length > 0;
  return { call, isStuck: () => until('a test hangs', isStuck) };
}

const noneIsLeft = () =>
  until('no process is left', () => sleeps().length === 0 && processesWith('cli.js').length <= 1);

/** Run roots, in the temporary directory of the test. */
const runRoots = () => readdirSync(process.env.TMPDIR!).filter((name) => name.startsWith('whittle-run-'));

describe('a run of whittle mcp', () => {
  seldom.it('tells its progress, in seconds and in words', async () => {
    const told: Progress[] = [];
    const given = { file: 'in.txt', command: 'sleep 0.05; grep needle {}', jobs: 1, timeout: 60, maxTime: 50 };
    const answer = await server.call('whittle_reduce', given, { onprogress: (one) => told.push(one) });
    assert.equal(answer.isError, undefined);
    assert.ok(told.length > 0);
    assert.ok(told.every(({ progress }, at) => at === 0 || progress > told[at - 1].progress));
    assert.match(told.at(-1)!.message!, /tokens? · [\d.]+% · \d+ tests?$/);
  });

  it('outlives tests that hang', async () => {
    const given = { file: 'in.txt', command: hanging, jobs: 2, timeout: 0.3, maxTests: 12 };
    const answer = await server.call('whittle_reduce', given);
    assert.match(textsOf(answer)[0], /still fails/);
    assert.ok(read('in.reduced.txt').length < input.length);
    await noneIsLeft();
  });

  it('is refused if its command hangs on the original', async () => {
    const given = { file: 'in.txt', command: 'sleep 1000; grep needle {}', jobs: 1, timeout: 0.3 };
    const answer = await server.call('whittle_reduce', given);
    assert.equal(answer.isError, true);
    assert.match(textsOf(answer)[0], /timeoutMs|time-out|in time/i);
    await noneIsLeft();
  });

  it('is refused if a test cannot load what is beside it, and names test first', async () => {
    write('package.json', '{}');
    write('sum.js', 'exports.sum = (a, b) => a - b;');
    write(
      'sum.test.js',
      `const { sum } = require('./sum');\nrequire('node:test')('adds', () => require('node:assert').equal(sum(1, 1), 2));\n`,
    );
    const given = { file: 'sum.test.js', jobs: 1, timeout: 60 };
    for (const rule of [{ sameFailure: true }, { exit: '1', match: ['0 !== 2'] }]) {
      const answer = await server.call('whittle_reduce', {
        ...given,
        ...rule,
        command: 'node --test {}',
      });
      assert.equal(answer.isError, true);
      assert.match(
        textsOf(answer)[0],
        /^sum\.test\.js seems to be a test: give test \(\[\] for the first one that fails\) in place of command\. Or: .*("place": "overlay"|another directory)/,
      );
    }
  });

  it('ends at once when the client cancels, with its best result, and the server goes on', async () => {
    const cancelling = new AbortController();
    const { call, isStuck } = stuck({ signal: cancelling.signal });
    const cancelled = assert.rejects(call);
    await isStuck();
    cancelling.abort();
    await cancelled;
    await until('the best result is written', isReduced);
    await noneIsLeft();
    await until('no run root is left', () => runRoots().length === 0);
    assert.ok(read('in.reduced.txt').length < input.length);
    assert.equal((await server.client.listTools()).tools.length, 3);
  });

  for (const [how, end] of [
    ['the client closes stdin', () => server.client.close()],
    ['the server gets SIGTERM', () => process.kill(server.transport.pid!, 'SIGTERM')],
  ] as const) {
    it(`ends with its best result when ${how}`, async () => {
      const { call, isStuck } = stuck();
      const ended = assert.rejects(call);
      await isStuck();
      await end();
      await ended;
      await until('the best result is written', isReduced);
      await until('no process is left', () => processesWith('cli.js').length + sleeps().length === 0);
      await until('no run root is left', () => runRoots().length === 0);
    });
  }

  seldom.it('leaves no process when the server is killed, and the next one removes its files', async () => {
    const { call, isStuck } = stuck();
    const ended = assert.rejects(call);
    await isStuck();
    process.kill(server.transport.pid!, 'SIGKILL');
    await ended;
    await until('no process is left', () => processesWith('cli.js').length + sleeps().length === 0);
    server = await served(directory.path);
    await server.call('whittle_reduce', { file: 'in.txt', command: 'grep needle {}', maxTests: 3 });
    assert.deepEqual(runRoots(), []);
  });
});
