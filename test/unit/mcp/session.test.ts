/**
 * Sessions of a small client that knows only what the server tells: it finds tools by their descriptions and arguments by their schemas,
 * gives up a call at its time-out, and does what an answer says. Times are shortened, the real ones run with WHITTLE_TESTS=all.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { workplace } from '../../support/cli';
import { everything } from '../../support/everything';
import { processesWith, until } from '../../support/files';
import { served, textsOf, type Served } from '../../support/mcp';
import { ownState } from '../../support/state';

let server: Served | undefined;
afterEach(async () => {
  await server?.client.close();
  server = undefined;
});
const { directory, at, write, read } = workplace();
ownState(at);

/** s: a test of the slow oracle, the client's time-out, and how long a call takes; unset: as usual. */
const real = { test: 5, timeout: 60, wait: undefined };
const short = { test: 0.4, timeout: 4, wait: 1 };
const times: { test: number; timeout: number; wait?: number } = everything ? real : short;

interface Session {
  /** All calls of the session: their tools, seconds and answers. */
  readonly calls: { readonly tool: string; readonly seconds: number; readonly texts: readonly string[] }[];
  readonly isError: boolean;
}

/** `wish`: words of the description of the tool; `facts`: what the user knows, by words of descriptions of arguments. */
async function session(
  wish: RegExp,
  facts: readonly (readonly [RegExp, unknown])[],
  { signal, timeout = times.timeout }: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<Session> {
  server ??= await served(directory.path, undefined, times.wait === undefined ? [] : ['--wait', String(times.wait)]);
  const { client, call } = server;
  const { tools } = await client.listTools();
  const calls: Session['calls'] = [];
  let tool = tools.find(({ description }) => wish.test(description!))!;
  let given: object = Object.fromEntries(facts.map(([words, value]) => [argumentFor(tool, words), value]));
  for (;;) {
    const began = performance.now();
    const answer = await call(tool.name, given, { timeout: 1000 * timeout, signal });
    const texts = textsOf(answer);
    calls.push({ tool: tool.name, seconds: (performance.now() - began) / 1000, texts });
    for (const text of texts.slice(0, 1)) assert.ok(text.length <= 1500, text);
    const [, next, token] = /^Call (\w+) with the token (\w+)/m.exec(texts[0]) ?? [];
    if (next === undefined) return { calls, isError: answer.isError === true };
    tool = tools.find(({ name }) => name === next)!;
    given = { [argumentFor(tool, /goes on/)]: token };
  }
}

function argumentFor({ inputSchema }: Tool, words: RegExp): string {
  const all = Object.entries(inputSchema.properties as Record<string, { description?: string }>);
  const found = all.find(([, { description = '' }]) => words.test(description));
  assert.ok(found, String(words));
  return found[0];
}

const [failing, file, command, same, first] = [
  /Makes a failing file/,
  /failing input/,
  /^Shell command/,
  /must fail as/,
  /failing test/,
];
const lines = Array.from({ length: 30 }, (_, line) => (line === 17 ? 'crash();' : `let a${line} = ${line};`)).join(
  '\n',
);
const crash = `const text = require('node:fs').readFileSync(process.argv[2], 'utf8');
if (/crash/.test(text)) throw new TypeError('the parser broke');`;

const needles = ['a3 ', 'a11 ', 'a24 ', 'crash'].map((needle) => `grep '${needle}' {}`).join(' && ');

describe('A session of a client that knows only the descriptions', function () {
  this.timeout(everything ? 600_000 : 120_000);

  beforeEach(() => {
    write('in.js', lines);
    write('parse.js', crash);
  });

  it('finds the cause of a crash, and is told the rule that was learned', async () => {
    const { calls, isError } = await session(failing, [
      [file, 'in.js'],
      [command, `node ${at('parse.js')} {}`],
      [same, true],
    ]);
    const { texts } = calls.at(-1)!;
    assert.equal(isError, false);
    assert.match(texts[0], /tested again and still fails[^]*^Learned from the failure: .*the parser broke/m);
    assert.deepEqual([texts[1].trim(), read('in.reduced.js')], ['crash', texts[1]]);
  });

  it('shortens a failing test', async () => {
    const hay = Array.from({ length: 20 }, (_, line) => `  const a${line} = ${line};`).join('\n');
    write('package.json', '{}');
    write(
      'sum.test.js',
      `const test = require('node:test');\nconst assert = require('node:assert');\ntest('adds', () => {\n${hay}\n  assert.equal(1 + 1, 3);\n});\n`,
    );
    const { calls } = await session(failing, [
      [file, 'sum.test.js'],
      [first, []],
    ]);
    const { texts } = calls.at(-1)!;
    assert.match(texts[0], /still fails[^]*in the test "adds"/);
    assert.match(texts[1], /assert\.equal\(1 \+ 1, 3\)/);
    assert.doesNotMatch(texts[1], /a7/);
  });

  it('polls a run that is slower than its time-out, and loses nothing', async () => {
    const { calls } = await session(failing, [
      [file, 'in.js'],
      [command, `sleep ${times.test}; grep crash {}`],
    ]);
    assert.ok(calls.length > 1);
    assert.ok(calls.every(({ seconds }) => seconds < times.timeout));
    assert.ok(calls.slice(1).every(({ tool }) => tool === 'whittle_continue'));
    const told = calls
      .slice(0, -1)
      .flatMap(({ texts }) => /^The best result so far is in (.*)\. It has/m.exec(texts[0])?.[1] ?? []);
    assert.ok(told.length > 0 && told.every((path) => path === at('in.reduced.js')));
    const { texts } = calls.at(-1)!;
    assert.match(texts[0], /nothing is left to try\. It was tested again and still fails/);
    assert.deepEqual([texts[1].trim(), read('in.reduced.js')], ['crash', texts[1]]);
    assert.equal(existsSync(at('in.reduced.1.js')), false);
  });

  it('cancels a call: its best result is there, and the same call again continues', async () => {
    // Calls that last: the cancel falls into the first one.
    server = await served(directory.path);
    const cancelling = new AbortController();
    const hang = `if [ -e '${at('slow')}' ] && [ ! -e '${at('go')}' ]; then sleep 1000; fi; grep crash {} || exit 1`;
    const hanging = `${hang}; [ $(wc -l < {}) -gt 25 ] || touch '${at('slow')}'`;
    const facts = [
      [file, 'in.js'],
      [command, hanging],
      [/^Time-out of one test/, 600],
      [/at once/, 1],
    ] as const;
    const cancelled = assert.rejects(session(failing, facts, { signal: cancelling.signal, timeout: 120 }));
    await until('a test hangs', () =>
      processesWith('sleep 1000').some((line) => /^\s*\d+\s+\S+\s+sleep 1000$/.test(line)),
    );
    cancelling.abort();
    await cancelled;
    await until('the best result is written', () => existsSync(at('in.reduced.js')));
    await until('no test is left', () => processesWith('sleep 1000').length === 0);
    assert.ok(read('in.reduced.js').length < lines.length);
    write('go', '');
    const { calls } = await session(failing, facts, { timeout: 120 });
    assert.match(calls.at(-1)!.texts[1], /^crash/);
  });

  it('ends a run by its token', async () => {
    server = await served(directory.path, undefined, ['--wait', '1']);
    const given = { file: 'in.js', command: `sleep ${short.test}; ${needles}`, jobs: 1 };
    let [words] = textsOf(await server.call('whittle_reduce', given));
    const token = /token (\w+)/.exec(words)?.[1];
    const answered = async (stop: boolean) => textsOf(await server!.call('whittle_continue', { token, stop }))[0];
    while (!words.includes(at('in.reduced.js'))) words = await answered(false);
    words = await answered(true);
    while (/the run (?:goes on|is about to end)/.test(words)) words = await answered(false);
    assert.match(words, /: stopped\. It was tested again and still fails/);
    // The same call with a short limit continues: what was found stays, under its name, also for a new server.
    const best = read('in.reduced.js');
    for (const limit of [{ maxTime: 8 * short.test }, { maxTests: 8, timeout: '50s' }, { maxTime: 3, isNew: true }]) {
      const { isNew, ...limits } = { isNew: false, ...limit };
      if (isNew) {
        await server.client.close();
        server = await served(directory.path);
      }
      words = textsOf(await server.call('whittle_reduce', { ...given, ...limits }))[0];
      // A limit that is met between two calls is told by the next one, which does not go on without it.
      if (!isNew) await sleep(1000 * (limit.maxTime ?? 0));
      while (words.includes('the run goes on')) words = await answered(false);
      if (!isNew && limit.maxTime) assert.match(words, /: stopped at maxTime\./);
      assert.ok(read('in.reduced.js').length <= best.length, words);
      assert.equal(existsSync(at('in.reduced.1.js')), false);
      // How much of it fits into a short time depends on the machine.
      if ('maxTests' in limit) assert.match(words, /It was tested again and still fails/);
    }
  });

  it('says that a run was cancelled; the same call with less time waits no longer than that', async () => {
    server = await served(directory.path, undefined, ['--wait', '3']);
    const given = { file: 'in.js', command: `sleep ${short.test}; ${needles}`, jobs: 1 };
    const first = server.call('whittle_reduce', given);
    const began = performance.now();
    const [words] = textsOf(await server.call('whittle_reduce', { ...given, maxTime: 0.5 }));
    assert.match(words, /: the run goes on\./);
    assert.ok(performance.now() - began < 2500);
    await first;
    const token = /token (\w+)/.exec(words)?.[1];
    while (!existsSync(at('in.reduced.js'))) await server.call('whittle_reduce', { ...given, maxTime: 0.5 });
    await assert.rejects(server.call('whittle_continue', { token }, { signal: AbortSignal.timeout(300) }));
    assert.match(
      textsOf(await server.call('whittle_continue', { token }))[0],
      /: its call was cancelled\. NOT verified/,
    );
  });
});
