import assert from 'node:assert/strict';
import { parseFilter } from '../../../src/syntax/filter';
import type { Grammar } from '../../../src/syntax/grammar';
import { edited, render, sourceText, type Edit } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';
import { testedSamples } from '../../support/samples';

describe('the parse filter', function () {
  this.timeout(180_000); // parses after many cuts

  for (const [id, { text }] of testedSamples) {
    it(`agrees with a fresh parse of ${id} after any cut`, async () => {
      const grammar = await grammarOf(id);
      const filter = parseFilter(grammar);
      const base = sourceText(text);
      let worse = 0;
      let others = 0;
      for (let draw = 0; draw < 100; draw++) {
        const edits = drawnEdits(text.length, draw);
        const hasErrors = errorsIn(grammar, render(edited(base, edits)));
        if (filter.isWorse({ base, edits }) !== hasErrors) others++;
        if (hasErrors) worse++;
      }
      assert.ok(others <= 1, `${others} of 100 parse otherwise from the start`);
      assert.ok(worse > 0, 'some candidates are worse');
      filter.dispose();
      grammar.dispose();
    });
  }

  it('accepts a candidate with no more errors than its base', async () => {
    const grammar = await grammarOf('json');
    const filter = parseFilter(grammar);
    const base = sourceText('[1,, 2, {"a": 1}, 3]');
    assert.equal(filter.isWorse({ base, edits: [{ start: 8, end: 18 }] }), false);
    assert.equal(filter.isWorse({ base, edits: [{ start: 3, end: 4 }] }), false);
    assert.equal(filter.isWorse({ base, edits: [{ start: 12, end: 13 }] }), true);
    filter.dispose();
    grammar.dispose();
  });

  it('follows when the base changes', async () => {
    const grammar = await grammarOf('json');
    const filter = parseFilter(grammar);
    const first = sourceText('[1, 2, 3]');
    const second = edited(first, [{ start: 4, end: 7 }]);
    assert.equal(filter.isWorse({ base: first, edits: [{ start: 0, end: 1 }] }), true);
    assert.equal(filter.isWorse({ base: second, edits: [{ start: 1, end: 4 }] }), false);
    assert.equal(filter.isWorse({ base: first, edits: [{ start: 1, end: 4 }] }), false);
    filter.dispose();
    grammar.dispose();
  });

  it('parses each of several bases once', async () => {
    const grammar = await grammarOf('json');
    const parsed: string[] = [];
    const tree: Grammar['tree'] = (text, previous) => (previous || parsed.push(text), grammar.tree(text, previous));
    const filter = parseFilter({ ...grammar, tree });
    const texts = ['[1, 2]', '[3, 4]', '[5, 6]'];
    const bases = texts.map(sourceText);
    for (let turn = 0; turn < 3; turn++) {
      for (const base of bases) assert.equal(filter.isWorse({ base, edits: [{ start: 1, end: 4 }] }), false);
    }
    assert.deepEqual(parsed, texts);
    filter.dispose();
    grammar.dispose();
  });
});

/** Also in scripts and styles of a page. */
function errorsIn({ language, elements, tree }: Grammar, text: string): boolean {
  if (language.embedded) return elements(text).hasErrors;
  const parsed = tree(text);
  const { hasError } = parsed.rootNode;
  parsed.delete();
  return hasError;
}

/** Two or three cuts, the same for the same draw. */
function drawnEdits(length: number, draw: number): Edit[] {
  const at = (turn: number) => (Math.imul(draw * 7 + turn + 1, 0x9e3779b1) >>> 0) % length;
  const offsets = [...new Set([at(0), at(1), at(2), at(3)])].sort((a, b) => a - b);
  const edits: Edit[] = [];
  for (let index = 0; index + 1 < offsets.length; index += 2) {
    edits.push({ start: offsets[index], end: offsets[index + 1], insert: draw % 3 === 0 ? ' ' : undefined });
  }
  return edits;
}
