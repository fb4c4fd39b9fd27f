/** Sentences that all interfaces share: they name options by marks, which each interface spells in its own way. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { options } from '../../../src/options/options';
import { spelled, type Speaker } from '../../../src/options/spelling';
import { placements } from '../../../src/oracle/places/registry';

const speakers: readonly Speaker[] = ['terminal', 'window', 'agent', 'library'];

/** Rooms that know of no interface. */
const rooms = ['agents', 'cluster', 'failingTests', 'host', 'oracle', 'reduction', 'reproduction', 'runners'];
const shared = rooms.flatMap((room) => {
  const names = readdirSync(join('src', room), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join('src', room, name));
});

/** Texts of sentences: in calls that translate, and in errors. */
const sentences = shared.flatMap((path) => {
  const source = readFileSync(path, 'utf8');
  const texts = [...source.matchAll(/(?:l10n\.t|new \w*Error)\(\s*('(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*")/g)];
  return texts.map(([, text]) => ({ path, text }));
});
const marked = sentences.filter(({ text }) => text.includes('‹'));

/** With values for its places. */
const filled = (text: string) => text.replace(/\{\d\}|\$\{[^}]*\}/g, '5');

describe('options in sentences', () => {
  it('are spelled as each interface has them', () => {
    const sentence = 'Repeat it (‹runs=5› ‹need=2›), wait (‹timeout=300›), or copy (‹place=overlay›).';
    const told = speakers.map((speaker) => spelled(sentence, speaker));
    assert.deepEqual(told, [
      'Repeat it (--runs 5 --need 2), wait (--timeout 300), or copy (--place overlay).',
      'Repeat it ("runs": 5, "need": 2 in tasks.json), wait (setting Timeout: 300), or copy (setting Place: overlay).',
      'Repeat it ("runs": 5, "need": 2), wait ("timeout": 300), or copy ("place": "overlay").',
      'Repeat it (runs: 5, need: 2), wait (timeout: 300), or copy (in a terminal: --place overlay).',
    ]);
  });

  it('are quoted for the shell, and have the names that differ', () => {
    const marks = '‹exit=not 0› ‹sameFailure› ‹command› ‹test› ‹maxTime=9› ‹protect=off›';
    assert.equal(
      spelled(marks, 'terminal'),
      "--exit 'not 0' --same-failure --test --name --max-time 9 WHITTLE_PROTECT=off",
    );
    assert.equal(spelled('‹passesAt›, ‹maxTime=9›', 'window'), 'Choose Passing Revision…, setting Max Time: 9');
    assert.equal(spelled('‹place=in-place›', 'agent'), 'in a terminal: --place in-place');
  });

  it('leave other text alone', () => {
    for (const speaker of speakers) {
      for (const text of ['‹nothing›', 'a ‹b› c', '‹', 'x ‹place', "l'‹œuvre›"])
        assert.equal(spelled(text, speaker), text);
    }
  });

  it('are known, whoever tells the sentence', () => {
    assert.ok(marked.length >= 30, `${marked.length}`);
    const names = marked.flatMap(({ text }) => [...text.matchAll(/‹(\w+)/g)].map(([, name]) => name));
    assert.deepEqual(
      names.filter((name) => !(name in options)),
      [],
    );
    const left = marked.flatMap(({ path, text }) =>
      speakers.map((speaker) => `${path}: ${spelled(filled(text), speaker)}`).filter((told) => /[‹›]/.test(told)),
    );
    assert.deepEqual(left, []);
  });

  it('are never written in the way of one interface', () => {
    const words = [...Object.keys(options), ...placements.map(({ name }) => name)].join('|');
    const forms = [/(?<![\w-])--[a-z][a-z-]+/, /\bwhittle\.[a-z]/, new RegExp(`\\((?:${words})(?: [\\d{][^)]*)?\\)`)];
    const own = sentences.filter(({ text }) => forms.some((form) => form.test(text)));
    // A worker is only started in a terminal.
    assert.deepEqual(
      own.filter(({ text }) => !text.includes('whittle worker')),
      [],
    );
  });
});
