/** The library, as a program uses it that has installed the package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WhittleEvent } from '../../../src/library';
import { version } from '../../../package.json';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { library } from '../../support/library';

const directory = freshDirectory();
expectNoRunRoots();

const json = '{"a": 1, "needle": [1, 2], "b": {"c": 3}}';
const hasNeedle = (text: string) => text.includes('"needle"');

function moduleOf(program: string): URL {
  const path = join(directory.path, 'property.mjs');
  writeFileSync(path, program);
  return pathToFileURL(path);
}

describe('the library: reduce', () => {
  it('reduces a string, by the syntax of its language or of its file', async () => {
    const { reduce } = await library();
    const names: string[] = [];
    const onEvent = (event: WhittleEvent) => void (event.event === 'started' && names.push(`${event.language}`));
    const result = await reduce({ input: json, language: 'json', property: hasNeedle, onEvent });
    const { text, bytes, size, ending, confirmed, problem } = result;
    assert.deepEqual({ text, bytes: Buffer.from(bytes).toString() }, { text: '"needle"', bytes: '"needle"' });
    assert.deepEqual(size, { bytes: { before: 41, after: 8 }, tokens: { before: 29, after: 3 } });
    assert.deepEqual({ ending, confirmed, problem }, { ending: 'done', confirmed: true, problem: undefined });
    const named = await reduce({ input: json, fileName: 'a.json', property: hasNeedle, onEvent });
    assert.equal(named.text, text);
    await reduce({ input: json, property: hasNeedle, onEvent });
    assert.deepEqual(names, ['json', 'json', 'null']);
  });

  it('reduces bytes that are no text', async () => {
    const { reduce } = await library();
    const input = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { bytes } = await reduce({ input, property: (_, candidate) => candidate.bytes.includes(0xfe) });
    assert.deepEqual([...bytes], [0xfe]);
    assert.equal(input.length, 256);
  });

  it('asks a module in threads, which loops for ever on some candidates', async () => {
    const { reduce } = await library();
    const property = moduleOf(
      `export default (text) => { while (/^needle\\s*$/.test(text)); return text.includes('needle'); }`,
    );
    const given = { input: 'a\nneedle\nc\n', timeout: 0.3, jobs: 2, property };
    const events: WhittleEvent[] = [];
    const { text, confirmed } = await reduce({ ...given, onEvent: (event) => events.push(event) });
    const [end] = events.flatMap((event) => (event.event === 'finished' ? [event] : []));
    assert.ok(confirmed && end.timeouts > 0 && text.length < given.input.length, text);
    const tested = events.flatMap((event) => (event.event === 'candidate' ? [event] : []));
    assert.ok(tested.some(({ timedOut, verdict }) => timedOut && verdict === 'unresolved'));
    assert.ok(tested.every(({ timedOut, verdict }) => !timedOut || verdict !== 'holds'));
    const byPath = await reduce({ ...given, property: join(directory.path, 'property.mjs') });
    assert.equal(byPath.text, text);
  });

  it('keeps the best result on an abort, also while a function never answers', async () => {
    const { reduce } = await library();
    const stop = new AbortController();
    const input = Array.from({ length: 100 }, (_, line) => `${line}\n`).join('');
    const onEvent = ({ event }: WhittleEvent) => void (event === 'accepted' && stop.abort());
    const property = (text: string) => text.includes('42');
    const { text, ending, confirmed } = await reduce({ input, property, signal: stop.signal, onEvent });
    assert.deepEqual([ending, confirmed, text.includes('42')], ['interrupted', false, true]);
    assert.ok(text.length < input.length);
    const never = reduce({ input, property: () => new Promise(() => {}), signal: AbortSignal.timeout(50) });
    assert.deepEqual(await never.then((found) => [found.text, found.ending]), [input, 'interrupted']);
  });

  it('ends at a limit', async () => {
    const { reduce } = await library();
    const input = Array.from({ length: 100 }, (_, line) => `${line}\n`).join('');
    const property = async (text: string) => {
      await new Promise((done) => setTimeout(done, 40));
      return text.includes('42') && text.includes('77');
    };
    const endings: string[] = [];
    // Of some hundred tests 25 fit in a second.
    for (const limit of [{ maxTests: 5 }, { maxTime: 1 }, { targetSize: 280 }]) {
      endings.push((await reduce({ input, property, ...limit, search: 'lines' })).ending);
    }
    assert.deepEqual(endings, ['tests', 'time', 'size']);
  });

  it('tells events as plain data, as --json prints them', async () => {
    const { reduce } = await library();
    const events: WhittleEvent[] = [];
    await reduce({ input: json, language: 'json', property: hasNeedle, onEvent: (event) => events.push(event) });
    assert.deepEqual(structuredClone(events), events);
    const kinds = events.map(({ event }) => event);
    assert.deepEqual([kinds[0], kinds[1], kinds.at(-1)], ['started', 'calibrated', 'finished']);
    assert.ok(kinds.includes('accepted') && events.every((event) => !('text' in event)));
  });
});

describe('the library: isolate and compare', () => {
  it('isolate finds the difference of two inputs', async () => {
    const { isolate } = await library();
    const failing = 'let a = 10;\nlet b = 20;\nprint(a * b);\n';
    const passing = 'let a = 1;\nlet b = 2;\nprint(a + b);\n';
    const property = (text: string) => text.includes('*');
    const found = await isolate({ failing, passing, language: 'javascript', property });
    assert.deepEqual([found.changes, found.confirmed], [1, true]);
    assert.equal(found.passing.text.replace('a + b', 'a * b'), found.failing.text);
    const alone = await isolate({ failing, property, unit: 'chars' });
    assert.equal(alone.failing.text.length - alone.passing.text.length, 1);
  });

  it('compare has a row for each search', async () => {
    const { compare } = await library();
    const rows = await compare({ input: json, language: 'json', property: hasNeedle, searches: ['hddr', 'lines'] });
    assert.deepEqual(
      rows.map(({ name, after }) => [name, after?.tokens]),
      [
        ['hddr:cdd', 8],
        ['lines:cdd', 29],
      ],
    );
  });
});

const thrownBy = (run: Promise<unknown>) =>
  run.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );

describe('the library: errors', () => {
  it('say in one sentence why there is no result', async () => {
    const { reduce, isolate, compare, WhittleError } = await library();
    const property = hasNeedle;
    const cases: [() => Promise<unknown>, 'property' | 'options', RegExp][] = [
      [
        () => reduce({ input: 'a', property }),
        'property',
        /^The property does not return true on the unchanged input: it must/,
      ],
      [
        () => reduce({ input: 'a', property: () => true }),
        'property',
        /^The property also returns true for an empty input/,
      ],
      [() => reduce({ input: '', property }), 'options', /^input is empty: there is nothing to reduce\.$/],
      [
        () => reduce({ input: json, property, language: 'latin' }),
        'options',
        /^There is no language "latin": use one of /,
      ],
      [() => reduce({ input: json, property, search: 'best' }), 'options', /^There is no search/],
      [() => reduce({ input: '\ud800', property }), 'options', /^The input has half of a surrogate pair/],
      [
        () => reduce({ input: json } as never),
        'options',
        /^The property is missing: give a function, or the URL of a mod/,
      ],
      [() => reduce({ property } as never), 'options', /^The input is missing: give a string, or bytes/],
      [() => reduce({ input: json, property: '/none.mjs' }), 'options', /^\/none\.mjs cannot be read \(ENOENT\)/],
      [() => reduce({ input: json, property: moduleOf('') }), 'options', /cannot be used \(no function is exported/],
      [
        () => reduce({ input: json, property: () => new Promise(() => {}), timeout: 0.1 }),
        'property',
        /^The property gave no answer within 0\.1 s: set a longer time-out \(timeout: 0\.5\), or see that its promise/,
      ],
      [() => isolate({ failing: json, passing: json, property }), 'options', /^The two files are the same/],
      [() => compare({ input: json, property, searches: [] }), 'options', /^No search is named/],
    ];
    for (const [run, reason, words] of cases) {
      const error = await thrownBy(run());
      assert.ok(error instanceof WhittleError, String(error));
      assert.deepEqual([error.name, error.reason], ['WhittleError', reason]);
      assert.match(error.message, words);
    }
  });

  it('have the error of the function', async () => {
    const { reduce, WhittleError } = await library();
    const property = () => {
      throw new Error('mine');
    };
    const error = await thrownBy(reduce({ input: 'a', property }));
    assert.ok(error instanceof WhittleError);
    assert.match(error.output ?? '', /^Error: mine\n/);
    assert.match(error.message, /on the unchanged input \(Error: mine\): it must return true while .*, and false/);
    const matching = (text: string) => text.match('a') as never;
    for (const odd of [matching, moduleOf(`export default ${String(matching)}`)]) {
      const { message } = (await thrownBy(reduce({ input: 'a', property: odd }))) as Error;
      assert.match(
        message,
        /\(TypeError: A property must return true, false or 'unresolved'; this one returned object/,
      );
    }
  });

  it('print their sentence and lines of the program that made the call, if nobody catches them', () => {
    const program = `const { reduce } = require(${JSON.stringify(resolve('dist/library.js'))});
      (async function mine() { await reduce({ input: 'a', property: () => false }); })();`;
    const { stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    assert.match(stderr, /^WhittleError: The property does not return true on the unchanged input: .*\n    at mine /m);
    assert.doesNotMatch(stderr, /dist.library\.js/);
    assert.ok(stderr.length < 1000, stderr);
  });

  it('of a listener end the run', async () => {
    const { reduce } = await library();
    const onEvent = () => {
      throw new Error('mine');
    };
    await assert.rejects(reduce({ input: json, property: hasNeedle, onEvent }), /^Error: mine$/);
  });

  it('there is a version, and a list of languages', async () => {
    const found = await library();
    assert.equal(found.version, version);
    assert.ok(found.languageIds.includes('javascript') && found.languageIds.length === 35);
  });
});
