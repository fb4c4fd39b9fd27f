import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HistoryStore, type RunRecord, longestText, mostRuns } from '../../../../src/vscode/history/record';
import { freshDirectory } from '../../../support/files';

const directory = freshDirectory();
const folder = () => join(directory.path, 'not there yet', 'history');

function record(when: number, text?: string): RunRecord {
  return {
    uri: `file:///code/${when}.js`,
    path: `${when}.js`,
    languageId: 'javascript',
    when,
    rules: [{ command: 'make', rule: { exit: { codes: [0] } }, learned: false }],
    search: 'default',
    tokens: { before: 2, after: 1 },
    bytes: { before: 2, after: 1 },
    tests: 3,
    ms: 4,
    ending: 'done',
    confirmed: true,
    marked: false,
    text,
    original: 'hash',
    versions: ['Whittle'],
    again: { task: 'still crashes' },
  };
}

describe('the history on disk', () => {
  it('is read by whoever comes later, the newest first, whatever its order was', async () => {
    const store = new HistoryStore(folder());
    assert.deepEqual(await store.list(), []);
    await Promise.all([5, 999, 10].map((when) => store.add(record(when, `text\r\n${when}\ud800`))));
    const later = new HistoryStore(folder());
    const runs = await later.list();
    assert.deepEqual(
      runs.map(({ when }) => when),
      [999, 10, 5],
    );
    const { id, hasText, ...first } = runs[0];
    assert.ok(hasText);
    assert.deepEqual({ ...first, text: 'text\r\n999\ud800' }, record(999, 'text\r\n999\ud800'));
    assert.deepEqual(await later.read(id), { ...record(999, 'text\r\n999\ud800'), id });
    await later.remove(id);
    assert.equal(await store.read(id), undefined);
    assert.equal((await store.list()).length, 2);
    await later.clear();
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(readdirSync(folder()), []);
  });

  it('keeps so many runs, and no drafts of those who were killed', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), '000000000000001-0123abcd.json.7.draft'), '{');
    writeFileSync(join(folder(), 'of somebody else.json'), '{}');
    const store = new HistoryStore(folder());
    await Promise.all(Array.from({ length: mostRuns + 5 }, (_, at) => store.add(record(at + 100, ''))));
    const runs = await store.list();
    assert.equal(runs.length, mostRuns);
    assert.deepEqual([runs[0].when, runs.at(-1)!.when], [mostRuns + 104, 105]);
    assert.equal(readdirSync(folder()).length, mostRuns + 1);
    await store.clear();
    assert.deepEqual(readdirSync(folder()), ['of somebody else.json']);
  });

  it('knows of a result that is too long, and has it not', async () => {
    const store = new HistoryStore(folder());
    await store.add(record(1, 'ä'.repeat(longestText / 2)));
    await store.add(record(2, `${'ä'.repeat(longestText / 2)}.`));
    assert.deepEqual(
      (await store.list()).map(({ hasText }) => hasText),
      [false, true],
    );
  });

  it('leaves out what it cannot read', async () => {
    const store = new HistoryStore(folder());
    await store.add(record(1, 'x'));
    const texts = ['', '{', 'null', '[]', '7', '{"format":2}'];
    texts.forEach((text, at) => writeFileSync(join(folder(), `00000000000000${at + 2}-0123abcd.json`), text));
    assert.deepEqual(
      (await store.list()).map(({ when }) => when),
      [1],
    );
  });

  it('says when it cannot be written, and can be later', async () => {
    writeFileSync(join(directory.path, 'not there yet'), 'a file');
    const store = new HistoryStore(folder());
    await assert.rejects(store.add(record(1, 'x')), /ENOTDIR|EEXIST/);
    assert.deepEqual(await store.list(), []);
    const other = new HistoryStore(directory.path);
    await other.add(record(2, 'x'));
    assert.equal((await other.list()).length, 1);
  });
});
