import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { History } from '../../../../src/vscode/history/history';
import { type RunRecord, longest, recordOf } from '../../../../src/vscode/history/record';
import type { Run } from '../../../../src/vscode/runs/run';
import type { Runs } from '../../../../src/vscode/runs/runs';
import { freshDirectory } from '../../../support/files';

const directory = freshDirectory();
const storage = (...path: string[]) => ({ fsPath: join(directory.path, ...path) }) as Run['uri'];
const folder = () => join(directory.path, 'not there yet', 'history');
const mostRuns = 20;

/** Without runs: records are put in by hand. */
function history(at = storage('not there yet')): History {
  return new History({ running: [] as Run[] } as Runs, at);
}

function record(when: number, outcome?: string): RunRecord {
  return {
    ...{ uri: `file:///code/${when}.js`, path: `${when}.js`, languageId: 'javascript', when, writer: { pid: 1 } },
    ...{ search: 'default', unit: 'tokens', course: [], tests: 3, earlierMs: 0, about: {} },
    rules: [{ command: 'make', rule: { exit: { codes: [0] } }, learned: false }],
    ...{ versions: ['Whittle'], input: 'hash', again: { task: 'still crashes' }, outcome, end: {} as RunRecord['end'] },
    job: { rules: [], input: {}, tests: { jobs: 1 }, limits: {} },
  };
}

const times = async (one: History) => (await one.list()).map(({ when }) => when);

describe('the history on disk', () => {
  it('is read by whoever comes later, the newest first, whatever its order was', async () => {
    const first = history();
    assert.deepEqual(await first.list(), []);
    await Promise.all([5, 999, 10].map((when) => first.add(record(when, `text\r\n${when}\ud800`))));
    const later = history();
    const runs = await later.list();
    assert.deepEqual(await times(later), [999, 10, 5]);
    const { id: _, ...newest } = runs[0];
    assert.deepEqual(newest, record(999, 'text\r\n999\ud800'));
    await later.remove(runs[0]);
    assert.deepEqual(await times(first), [10, 5]);
    for (const run of await later.list()) await later.remove(run);
    assert.deepEqual(await first.list(), []);
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('keeps so many runs, and no drafts of those who were killed', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), '000000000000001-0123abcd.draft'), '{');
    writeFileSync(join(folder(), 'of somebody else.json'), '{}');
    const one = history();
    await Promise.all(Array.from({ length: mostRuns + 5 }, (_, at) => one.add(record(at + 100, ''))));
    const all = await times(one);
    assert.equal(all.length, mostRuns);
    assert.deepEqual([all[0], all.at(-1)], [mostRuns + 104, 105]);
    assert.equal(readdirSync(folder()).length, mostRuns + 1);
    for (const run of await one.list()) await one.remove(run);
    assert.deepEqual(readdirSync(folder()), ['of somebody else.json']);
  });

  it('leaves out what it cannot read', async () => {
    const one = history();
    await one.add(record(1, 'x'));
    const texts = ['', '{', 'null', '[]', '7', '{"format":3}'];
    texts.forEach((text, at) => writeFileSync(join(folder(), `00000000000000${at + 2}-0123abcd.json`), text));
    assert.deepEqual(await times(one), [1]);
  });

  it('says when it cannot be written, and can be later', async () => {
    writeFileSync(join(directory.path, 'not there yet'), 'a file');
    const one = history();
    await assert.rejects(one.add(record(1, 'x')), /ENOTDIR|EEXIST/);
    assert.deepEqual(await one.list(), []);
    const other = history(storage());
    await other.add(record(2, 'x'));
    assert.equal((await other.list()).length, 1);
  });
});

describe('the record of a run', () => {
  const recordWith = (outcome: string, end: object | null = {}) => {
    const course = [9, 5, 3].map((size, tests) => ({ tests, ms: tests, size }));
    const input = { text: 'the whole text', fileName: 'a.js' };
    const job = { input, oracle: { kind: 'command', commands: [] }, tests: {}, limits: {} };
    const run = { job, end, course, outcome, removals: new Map(), uri: { path: '/a.js' }, named: {}, made: {} };
    return recordOf({ ...run, originalText: 'the whole text', document: { languageId: 'js' } } as unknown as Run);
  };

  it('has the result, if that is not too long, and never the text of the input', () => {
    const short = recordWith('short');
    assert.deepEqual([short.outcome, short.course.length], ['short', 3]);
    assert.ok(!JSON.stringify(short).includes('the whole text'));
    const long = recordWith('x'.repeat(longest));
    assert.deepEqual([long.outcome, long.course.length], [undefined, 2]);
  });

  it('has no result while the run is under way', () => {
    const { outcome, course } = recordWith('', null);
    assert.equal(outcome, undefined);
    assert.deepEqual(
      course.map(({ size }) => size),
      [9, 3],
    );
  });
});
