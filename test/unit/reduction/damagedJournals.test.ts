/** Journals that are not as they were written: undamaged lines are used, or the journal is refused. No verdict is taken from them that was never given. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDirectory } from '../../support/files';
import { part, usual } from '../../support/journaled';
import { drawing } from '../../support/random';

const directory = freshDirectory();
const file = () => join(directory.path, 'journal');

const text = Array.from({ length: 8 }, (_, at) => `for (const a${at} of b) x.push(TWO, a${at});\nf(${at});\n`).join('');
const job = { ...usual, text };

type Draw = (below: number) => number;

/** Each makes another journal of one, or the same. */
const damages: Readonly<Record<string, (lines: string[], draw: Draw) => string>> = {
  'a field changed'(lines, draw) {
    const fieldsOf = (line: string) => [...line.matchAll(/"(?:fails|holds|unresolved|rejected)"|(?<=[[,:])\d+/g)];
    const some = [...lines.keys()].filter((line) => fieldsOf(lines[line]).length > 0);
    const at = some[draw(some.length)];
    const fields = fieldsOf(lines[at]);
    const field = fields[draw(fields.length)];
    const [old] = field;
    const other = old === '"holds"' ? '"fails"' : old.startsWith('"') ? '"holds"' : String(Number(old) + 1);
    lines[at] = lines[at].slice(0, field.index) + other + lines[at].slice(field.index + old.length);
    return lines.join('\n');
  },
  'a character changed'(lines, draw) {
    const all = lines.join('\n');
    const at = draw(all.length);
    return `${all.slice(0, at)}${'a1"[,'[draw(5)]}${all.slice(at + 1)}`;
  },
  'two lines swapped'(lines, draw) {
    const [one, other] = [draw(lines.length - 1), draw(lines.length - 1)];
    [lines[one], lines[other]] = [lines[other], lines[one]];
    return lines.join('\n');
  },
  'a line gone'(lines, draw) {
    lines.splice(draw(lines.length - 1), 1);
    return lines.join('\n');
  },
  'a line twice'(lines, draw) {
    const at = draw(lines.length - 1);
    lines.splice(at, 0, lines[at]);
    return lines.join('\n');
  },
  torn: (lines, draw) => lines.join('\n').slice(0, draw(lines.join('\n').length)),
};

/** A journal of two lines or more with fields. */
async function journalOf(most: number): Promise<string> {
  writeFileSync(file(), '');
  for (let parts = 0; parts < 3; parts++) await part(job, { file: file() }, most);
  return readFileSync(file(), 'utf8');
}

describe('a damaged journal', () => {
  const rounds = 25;
  for (const [what, damage] of Object.entries(damages)) {
    it(`leads to no other result: ${what}, ${rounds} times`, async () => {
      const whole = await part(job, undefined);
      const good = await journalOf(12);
      const draw = drawing(what.length);
      let refused = 0;
      for (let round = 0; round < rounds; round++) {
        writeFileSync(file(), damage(good.split('\n'), draw));
        const found = await part(job, { file: file() }).catch((error) => error as Error);
        if (found instanceof Error) {
          assert.match(found.message, /^[^:]*journal[^:]*: name another file( for it)?\.$/);
          refused++;
          continue;
        }
        assert.deepEqual([found.result, found.ending, found.counts], [whole.result, 'done', whole.counts]);
        assert.deepEqual(found.told, whole.told);
      }
      assert.ok(refused < rounds / 2, `${refused} were refused`);
    }).timeout(120_000);
  }

  it('says how much of it was left out', async () => {
    const good = await journalOf(12);
    appendFileSync(file(), 'garbage\n["more"]\n');
    const { events } = await part(job, { file: file() }, 1);
    const notices = events.flatMap((event) => (event.event === 'notice' ? [event.message] : []));
    assert.deepEqual(notices, [`2 lines of the journal ${file()} are damaged: their tests are repeated.`]);
    assert.ok(readFileSync(file(), 'utf8').startsWith(good));
  });
});
