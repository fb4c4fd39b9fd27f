/** Properties that are functions: what they answer, and how those are ended that do not. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFunctionProperty } from '../../../src/oracle/functions/functionTester';
import { moduleAt, type PropertyFunction, type PropertySource } from '../../../src/oracle/functions/propertyFunction';
import { fixedText } from '../../../src/oracle/processes/command';
import type { Property } from '../../../src/oracle/property';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';
import { assets } from '../../support/grammars';

const directory = freshDirectory();
expectNoRunRoots();

const { signal } = new AbortController();
const bytes = (text: string) => Buffer.from(text);

async function lent(
  source: PropertySource,
  work: (property: Property) => Promise<void>,
  encoding: BufferEncoding = 'utf8',
): Promise<void> {
  const command = { command: { invocation: { property: source }, cwd: fixedText('.') } };
  const property = await openFunctionProperty(source, command, { fileName: 'a.txt', encoding, assets });
  try {
    await work(property);
  } finally {
    property.dispose();
  }
}

const withFunction = (call: PropertyFunction, work: (property: Property) => Promise<void>, encoding?: BufferEncoding) =>
  lent({ call }, work, encoding);

function withModule(
  program: string,
  work: (property: Property) => Promise<void>,
  name = 'property.mjs',
): Promise<void> {
  const path = join(directory.path, name);
  writeFileSync(path, program);
  return lent(moduleAt(pathToFileURL(path)), work);
}

const verdictOf = async (property: Property, text: string, ms = 60_000) =>
  (await property.test(bytes(text), ms, signal)).verdict;

const answers = (text: string) => {
  if (text === 'throws') throw new Error('not this one');
  if (text === 'rejects') return Promise.reject(new Error('not this one'));
  if (text === 'later') return Promise.resolve(true);
  return text === 'nobody' ? 'unresolved' : text === 'yes';
};

const expected = {
  yes: 'holds',
  later: 'holds',
  no: 'fails',
  throws: 'fails',
  rejects: 'fails',
  nobody: 'unresolved',
};

const answersOf = async (property: Property) => {
  const found: Record<string, string> = {};
  for (const text of Object.keys(expected)) found[text] = await verdictOf(property, text);
  return found;
};

describe('a property function in this process', () => {
  it('answers true, false or unresolved, now or later; an error counts as false', () =>
    withFunction(answers, async (property) => {
      assert.deepEqual(await answersOf(property), expected);
      const { output } = await property.parts[0].observe(bytes('throws'), 60_000, signal);
      assert.match(output, /^Error: not this one\n +at answers/);
    }));

  it('must return one of these', () =>
    withFunction(
      () => null as unknown as boolean,
      async (property) => {
        const { verdict, output } = await property.parts[0].observe(bytes(''), 60_000, signal);
        assert.equal(verdict, 'fails');
        assert.match(output, /must return true, false or 'unresolved'; this one returned null\./);
      },
    ));

  it('is given up at the time-out and on an abort, and told so', async () => {
    const told: AbortSignal[] = [];
    const never: PropertyFunction = (_, candidate) => {
      told.push(candidate.signal);
      return new Promise(() => {});
    };
    await withFunction(never, async (property) => {
      const answer = await property.test(bytes('a'), 20, signal);
      assert.deepEqual([answer.verdict, answer.timedOut], ['unresolved', true]);
      const stop = new AbortController();
      const asked = property.test(bytes('b'), 60_000, stop.signal);
      await until('it is called', () => told.length === 2);
      stop.abort(new Error('enough'));
      await assert.rejects(asked, /enough/);
      assert.ok(told.every(({ aborted }) => aborted));
      assert.deepEqual([property.counts.runs, property.counts.timeouts], [2, 1]);
    });
  });

  it('gets the bytes too, as a copy; each is one character if the input is not UTF-8', async () => {
    const content = Buffer.from([0xff, 0x41]);
    const seen: unknown[] = [];
    const spoils: PropertyFunction = (text, candidate) => {
      const given = candidate.bytes;
      seen.push(text, [...given], candidate.fileName);
      return given.fill(0).length > 0;
    };
    const test = (property: Property) => property.test(content, 60_000, signal).then(() => {});
    await withFunction(spoils, test, 'latin1');
    assert.deepEqual(seen, ['\xffA', [0xff, 0x41], 'a.txt']);
    assert.deepEqual([...content], [0xff, 0x41]);
  });

  it('lets timers run between two candidates', () =>
    withFunction(
      () => true,
      async (property) => {
        let isDue = false;
        setTimeout(() => (isDue = true), 1);
        let tests = 0;
        while (!isDue && tests < 10_000) await verdictOf(property, String(tests++));
        assert.ok(isDue);
      },
    ));
});

describe('a property function in a thread', () => {
  it('answers as one in this process does', () =>
    withModule(`export default ${answers.toString()}`, async (property) => {
      assert.deepEqual(await answersOf(property), expected);
      const { output } = await property.parts[0].observe(bytes('throws'), 60_000, signal);
      assert.match(output, /^Error: not this one\n +at .*property\.mjs/);
    }));

  it('is ended if it loops for ever, and a new thread tests the next candidate', () =>
    withModule(`export default (text) => { while (text === 'loop'); return true; }`, async (property) => {
      assert.equal(await verdictOf(property, 'a'), 'holds');
      const answer = await property.test(bytes('loop'), 200, signal);
      assert.deepEqual([answer.verdict, answer.timedOut], ['unresolved', true]);
      assert.equal(await verdictOf(property, 'b'), 'holds');
    }));

  it('is ended on an abort', () =>
    withModule(`export default () => { for (;;); }`, async (property) => {
      const stop = new AbortController();
      const asked = property.test(bytes('a'), 60_000, stop.signal);
      setTimeout(() => stop.abort(new Error('enough')), 100);
      await assert.rejects(asked, /enough/);
    }));

  it('takes its processes with it', () =>
    withModule(
      `import { execSync } from 'node:child_process'; export default () => execSync('sleep 7654321').length > 0;`,
      async (property) => {
        const asked = property.test(bytes('a'), 3000, signal);
        await until('it sleeps', () => processesWith('sleep 7654321').length > 0);
        assert.equal((await asked).timedOut, true);
        await until('it is ended', () => processesWith('sleep 7654321').length === 0);
      },
    ));

  it('keeps its memory from one candidate to the next, but not when the result is tested again', () =>
    withModule(`let count = 0; export default () => count++ === 0;`, async (property) => {
      assert.deepEqual([await verdictOf(property, 'a'), await verdictOf(property, 'b')], ['holds', 'fails']);
      for (let round = 0; round < 2; round++) {
        assert.equal((await property.parts[0].observe(bytes('a'), 60_000, signal)).verdict, 'holds');
      }
    }));

  it('may end its thread: that counts as false', () =>
    withModule(
      `export default (text) => {
        if (text === 'exit') process.exit(3);
        if (text !== 'later') return true;
        setTimeout(() => { throw new Error('lost'); });
        return new Promise(() => {});
      }`,
      async (property) => {
        const observe = (text: string) => property.parts[0].observe(bytes(text), 60_000, signal);
        assert.match((await observe('exit')).output, /has ended its thread, with exit code 3/);
        assert.match((await observe('later')).output, /^Error: lost/);
        assert.deepEqual([await verdictOf(property, 'exit'), await verdictOf(property, 'a')], ['fails', 'holds']);
      },
    ));

  it('is asked again if an earlier candidate has ended its thread', () =>
    withModule(
      `export default (text) => {
        if (text === 'a') setTimeout(() => process.exit(), 100);
        return text === 'a' || new Promise((resolve) => setTimeout(() => resolve(true), 500));
      }`,
      async (property) => {
        assert.deepEqual([await verdictOf(property, 'a'), await verdictOf(property, 'b')], ['holds', 'holds']);
      },
    ));

  it('may be CommonJS, compiled from a default export too', async () => {
    const holds = async (property: Property) => assert.equal(await verdictOf(property, 'a'), 'holds');
    await withModule(`module.exports = () => true;`, holds, 'plain.cjs');
    await withModule(`exports.__esModule = true; exports.default = () => true;`, holds, 'compiled.cjs');
  });

  it('is refused if its module has no function or cannot be loaded', async () => {
    const refused = (program: string, words: RegExp, name: string) =>
      withModule(program, (property) => assert.rejects(verdictOf(property, 'a'), words), name);
    const ending = String.raw`: its default export must be a function\.$`;
    await refused('export const a = 1;', new RegExp(`1\\.mjs cannot be used \\(no function .*\\)${ending}`), '1.mjs');
    await refused('export default (', new RegExp(`cannot be used \\(SyntaxError: .*\\)${ending}`), '2.mjs');
    await refused('throw new Error("no")', new RegExp(`cannot be used \\(Error: no\\)${ending}`), '3.mjs');
    assert.throws(() => moduleAt(pathToFileURL(join(directory.path, 'none.mjs'))), /cannot be read \(ENOENT\): give/);
  });
});
