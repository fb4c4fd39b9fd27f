/** Functions as external passes: what becomes of their proposals. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PassFunction, Proposal, ReduceOptions } from '../../../src/library';
import { Controls } from '../../../src/reduction/controls';
import { reduce as reduceJob } from '../../../src/reduction/reduce';
import { jobWith } from '../../support/jobs';
import { blocksOf } from '../../support/documented';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { imported, library } from '../../support/library';

const directory = freshDirectory();
expectNoRunRoots();

/** The text, and the candidates that were tested beside it. */
async function reduced(
  input: string | Uint8Array,
  needs: RegExp,
  pass: PassFunction,
  more: Partial<ReduceOptions> = {},
) {
  const { reduce } = await library();
  const asked = new Set<string>();
  const property = (text: string) => (asked.add(text), needs.test(text));
  return { ...(await reduce({ input, property, search: 'lines', reduceWith: [pass], ...more })), asked };
}

const replacing = (pattern: RegExp, by: string): PassFunction => {
  return ({ text }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index: start }) => ({
      edits: [{ start, end: start + found.length, text: by }],
    }));
};

describe('a pass of the library', () => {
  it('is asked until nothing holds; the search runs again after it', async () => {
    const questions: unknown[] = [];
    const pass: PassFunction = async (question) => {
      questions.push(question);
      return [...(await replacing(/absent/g, '')(question)), ...(await replacing(/while|needle2/g, 'if')(question))];
    };
    const { text } = await reduced('x\nkeep\nwhile needle\n', /keep\nwhile needle\n|if needle\n/, pass);
    assert.equal(text, 'if needle\n');
    assert.deepEqual(questions, [
      { text: 'keep\nwhile needle\n', language: null, held: undefined },
      { text: 'keep\nif needle\n', language: null, held: 0 },
      { text: 'if needle\n', language: null, held: undefined },
    ]);
  });

  it('takes text that is as long only if it is earlier, and never longer text', async () => {
    const first = await reduced(
      'b = 5',
      /./,
      ({ text }) => [
        { edits: [{ start: 0, end: 1, text: 'c' }] },
        { edits: [{ start: 0, end: 1, text: 'bb' }] },
        { edits: [{ start: text.length - 1, end: text.length, text: '4' }] },
        { edits: [] },
      ],
      { search: 'literals' },
    );
    assert.equal(first.text, 'b = 4');
    assert.ok(!first.asked.has('c = 5') && !first.asked.has('bb = 5'));
  });

  it('may put in only what the encoding of the input can hold', async () => {
    const input = Uint8Array.from([0xff, 0x61, 0x61, 0x61]);
    const { bytes } = await reduced(input, /^\u00ff(aaa|\u2603|\u00e9)$/, ({ text }) =>
      ['\u2603', '\u00e9'].map((by) => ({ edits: [{ start: 1, end: text.length, text: by }] })),
    );
    assert.deepEqual([...bytes], [0xff, 0xe9]);
    const pair = await reduced('😀 needle', /needle/, () => [{ edits: [{ start: 0, end: 1 }] }], {
      search: 'literals',
    });
    assert.equal(pair.text, '😀 needle');
  });

  it('is tested from the proposal on that held last; those before it come again at the end', async () => {
    const letters: PassFunction = ({ text }) =>
      [...text].map((_, start) => ({ edits: [{ start, end: start + 1 }] })).slice(0, -1);
    const { text, asked } = await reduced('abcdef', /^a.*b.*e/, letters);
    assert.equal(text, 'abef');
    const tested = [...asked].filter((one) => one.length > 0 && one.length < 6);
    assert.deepEqual(tested, ['bcdef', 'acdef', 'abdef', 'abef', 'abf', 'bef', 'aef']);
  });

  it('may be a function as in docs/passes.md', async () => {
    const [, block] = blocksOf('passes.md', 'js');
    const path = join(directory.path, 'example.mjs');
    writeFileSync(path, `export default async (reduce, input, property) => {\n${block}\nreturn text;\n};\n`);
    const example = await imported<{ default(...given: unknown[]): Promise<string> }>(path);
    const { reduce } = await library();
    assert.equal(await example.default(reduce, 'size = 1234', (text: string) => /size = \d/.test(text)), 'size = 0');
  });

  it('does not touch parts that stay', async () => {
    const text = 'keep 12\nlose 34\n';
    const asked: string[] = [];
    const call = (candidate: string) => (asked.push(candidate), candidate.includes('lose'));
    const job = jobWith({
      ...{ fileName: 'a.txt', text, search: 'lines' },
      oracle: { kind: 'function', property: { call } },
      kept: [{ start: 0, end: 7 }],
      passes: [{ call: replacing(/\d+/g, '0') }],
    });
    const { content } = await reduceJob(job, () => undefined, new AbortController().signal);
    assert.equal(String(content), 'keep 12\nlose 0\n');
    assert.ok(asked.every((one) => one === '' || one.includes('keep 12')));
  });

  it('is followed by a search without the guesses, which are ranges of the original', async () => {
    const call = (text: string) => /^keep\((\n1\n)?\)/.test(text);
    const text = 'keep(\n1\n);\nlose;\n';
    const job = jobWith({
      ...{ fileName: 'a.js', text, search: 'default+until=statements' },
      oracle: { kind: 'function', property: { call } },
      guesses: [[{ start: 6, end: text.length }]],
      passes: [{ call: replacing(/\(\n1\n\)/g, '()') }],
    });
    const { content } = await reduceJob(job, () => undefined, new AbortController().signal);
    assert.equal(String(content), 'keep();\n');
  });

  it('is refused if there is none', async () => {
    const reduceWith = [undefined] as unknown as ReduceOptions['reduceWith'];
    await assert.rejects(
      reduced('a', /a/, () => [], { reduceWith }),
      /The option "reduceWith" is \[ undefined \]: give a list of functions, or of commands as strings\.$/,
    );
  });
});

describe('a pass beside tests ahead', () => {
  it('is asked the same, and leads to the same bytes, for any number of jobs', async () => {
    const run = async (jobs: number) => {
      const questions: string[] = [];
      const call: PassFunction = async (question) => {
        questions.push(question.text);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return replacing(/b+/g, 'b')(question);
      };
      const job = jobWith({
        ...{ fileName: 'a.txt', text: 'a\nbbb needle bbb\n', search: 'lines' },
        ...{ command: 'grep -q b {} && grep -q needle {}', jobs },
        passes: [{ call }, { call: replacing(/needle /g, '') }],
      });
      const { content, finished } = await reduceJob(job, () => undefined, new AbortController().signal);
      return { questions, text: String(content), ending: finished.ending, tests: finished.search.tests };
    };
    const one = await run(1);
    assert.ok(one.ending === 'done' && one.questions.length > 1, `${one.ending} ${one.questions.length}`);
    assert.deepEqual(await run(4), one);
  });
});

describe('a pass that does not answer', () => {
  const waiting = (told: () => void) => ({
    call: () => (told(), new Promise<Proposal[]>(() => undefined)),
  });
  const job = (told: () => void) =>
    jobWith({
      ...{ fileName: 'a.txt', text: 'needle\nb\n', command: 'grep -q needle {}', jobs: 2, search: 'lines' },
      passes: [waiting(told), { call: replacing(/needle\n/g, 'needle') }],
    });

  it('ends with the run when the run is stopped', async () => {
    const controller = new AbortController();
    const { finished } = await reduceJob(
      job(() => controller.abort()),
      () => undefined,
      controller.signal,
    );
    assert.equal(finished.ending, 'interrupted');
  });

  it('is left when its phase is skipped', async () => {
    const controls = new Controls();
    const skipped: string[] = [];
    const { content, finished } = await reduceJob(
      job(() => setImmediate(() => controls.skip())),
      (event) => void (event.event === 'skipped' && skipped.push(event.label)),
      new AbortController().signal,
      controls,
    );
    assert.equal(finished.ending, 'done');
    assert.equal(String(content), 'needle');
    assert.ok(skipped.length > 0 && skipped.every((label) => label === 'Trying the edits of call'), `${skipped}`);
  });
});
