/** Journals as files: which are refused, and what is told. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, readJournal } from '../../../src/reduction/journal/identity';
import { JournalWriter, resumable } from '../../../src/reduction/journal/journal';
import { render } from '../../../src/text/source';
import { countTokens } from '../../../src/text/tokens';
import { freshDirectory } from '../../support/files';
import { jobWith, lineIn, type TextValues } from '../../support/jobs';
import { appendLine, part, text, usual } from '../../support/journaled';

const directory = freshDirectory();
const file = () => join(directory.path, 'journal');

/** Tokens of the candidate in a line of what was told. */
const sizeBefore = (line: string) => countTokens(line.replace(/ holds (?:true|false)$/, ''));

describe('the file of a journal', () => {
  it('of a run that has ended gives its result again without a test; with a larger budget the run goes on', async () => {
    const some = await part({ ...usual, maxTests: 10 }, { file: file() });
    assert.deepEqual([some.ending, some.asked], ['tests', 10]);
    const same = await part({ ...usual, maxTests: 10 }, { file: file() });
    assert.deepEqual([same.ending, same.asked], ['tests', 0]);
    const rest = await part(usual, { file: file() });
    assert.equal(rest.ending, 'done');
    const again = await part(usual, { file: file() });
    assert.deepEqual([again.ending, again.asked, again.result], ['done', 0, rest.result]);
  });

  it('tells what was reached before, in one go', async () => {
    const first = await part(usual, { file: file() }, 30);
    const { events } = await part(usual, { file: file() }, 1);
    const [resumed, accepted] = events;
    assert.ok(resumed.event === 'resumed');
    assert.equal(resumed.tests, first.counts.tests);
    assert.ok(accepted.event === 'accepted');
    const best = first.told.filter((line) => line.includes(' holds ')).at(-1)!;
    assert.ok(best.startsWith(`${render(accepted.changes[0].text!)} holds`));
  });

  it('tells how the size went before', async () => {
    const held = (told: readonly string[]) => told.filter((line) => line.includes(' holds ')).map(sizeBefore);
    await part(usual, { file: file() }, 60);
    const second = await part(usual, { file: file() }, 60);
    const [resumed] = (await part(usual, { file: file() }, 1)).events;
    assert.ok(resumed.event === 'resumed' && resumed.journal);
    const { course, ms } = resumed.journal;
    assert.equal(ms, resumed.tests, 'each took 1 ms');
    assert.ok(course.length > 5 && course.every((step) => step.ms === step.tests));
    assert.deepEqual(
      course.map(({ tokens }) => tokens),
      held(second.told),
    );
    assert.ok(course.at(-1)!.tests <= resumed.tests);
  });

  it('is only for the same input, test, options and build', async () => {
    await part(usual, { file: file() }, 10);
    const other = (job: TextValues) => part(job, { file: file() });
    const refusal = (what: string) => new RegExp(`^The journal .* ${what}: name another file\\.$`);
    await assert.rejects(other({ ...usual, text: `${text}\n` }), { message: refusal('belongs to another input') });
    const command = lineIn('/tmp', 'true {}');
    await assert.rejects(other({ ...usual, command }), { message: refusal('belongs to another test') });
    for (const change of [{ search: 'hddr' }, { search: 'default+hoists=off' }, { fixed: { prefix: 1, suffix: 0 } }]) {
      await assert.rejects(other({ ...usual, ...change }), { message: refusal('belongs to a run with other options') });
    }
    assert.equal(await resumable(file(), identityOf(jobWith(usual))), true);
    assert.equal(await resumable(file(), identityOf(jobWith({ ...usual, search: 'hddr' }))), false);
    assert.equal(
      await resumable(file(), identityOf(jobWith({ ...usual, search: 'default+hoists=on+loop=parallel' }))),
      true,
    );
    assert.equal(await resumable(`${file()}2`, identityOf(jobWith(usual))), false);
    const header = /"format":\d+,"version":"[^"]*"/;
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(header, '"format":3,"version":"0.0.1"'));
    await assert.rejects(other(usual), { message: refusal('was written by Whittle 0.0.1') });
    const { told } = await part(usual, { file: file(), fresh: true }, 3);
    assert.equal(told.length, 3);
  });

  it('never replaces a file that is none', async () => {
    writeFileSync(file(), text);
    await assert.rejects(part(usual, { file: file() }), /is not a journal of Whittle: name another file/);
    assert.equal(readFileSync(file(), 'utf8'), text);
    await assert.rejects(
      part(usual, { file: join(directory.path, 'no', 'journal') }),
      /cannot be written \(ENOENT\): name another file/,
    );
  });

  it('is refused if another process writes it', async () => {
    await part(usual, { file: file() }, 40);
    appendLine(file(), { writer: { pid: process.ppid } });
    await assert.rejects(part(usual, { file: file() }), /is writing the journal .*: wait until it ends/);
    appendLine(file(), { writer: { pid: process.ppid, started: '1' } });
    const { ending } = await part(usual, { file: file() });
    assert.equal(ending, 'done', 'the number is of another process now');
  });

  it('that cannot be kept costs no run that did not ask for it', async () => {
    const place = { file: join(directory.path, 'no', 'journal'), optional: true };
    const { ending, events } = await part(usual, place);
    assert.equal(ending, 'done');
    const [notice] = events;
    assert.ok(notice.event === 'notice');
    assert.match(notice.message, /cannot be written .* The run continues without a journal\.$/);
  });

  it('that cannot be written for a while costs no run, and has everything when it can be again', async () => {
    await part(usual, { file: file() }, 1);
    let full = true;
    const append = (text: string) => {
      appendFileSync(file(), full ? text.slice(0, 2) : text);
      if (full) throw new Error('ENOSPC');
    };
    const told: (string | undefined)[] = [];
    const writer = new JournalWriter(append, (error) => told.push(error?.message));
    const write = (key: string) => {
      writer.write([key, { verdict: 'fails', ms: 1 }]);
      writer.flush();
    };
    write('one');
    write('two');
    full = false;
    write('three');
    assert.deepEqual(told, ['ENOSPC', undefined]);
    const found = readJournal(readFileSync(file(), 'utf8'));
    assert.ok(typeof found === 'object');
    assert.deepEqual([...found.answers.keys()].slice(-3), ['one', 'two', 'three']);
  });

  it('is short', async () => {
    await part(usual, { file: file() });
    const before = readFileSync(file()).length;
    truncateSync(file(), 0);
    const { told } = await part({ ...usual, search: 'lines' }, { file: file() });
    assert.ok(before > 0 && readFileSync(file()).length < 1200 + 110 * told.length);
  });
});
