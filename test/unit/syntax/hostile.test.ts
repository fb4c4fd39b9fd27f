/** No input makes it throw, and memory stays flat. */
import assert from 'node:assert/strict';
import { parseFilter } from '../../../src/syntax/filter';
import { removalRanges } from '../../../src/syntax/removal';
import { candidateText, edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';
import { samples } from '../../support/samples';
import { seldom } from '../../support/seldom';

const deep = 10_000;

const inputs: readonly [what: string, text: string][] = [
  ['nothing', ''],
  ['one blank', ' '],
  ['NUL bytes', 'a = "\0\0" + [\0, 1];\n\0'],
  ['lone surrogates', '\ud800 = "\udc00"; f(\ud83d, \ude00);\n'],
  ['brackets that never close', '({[<'.repeat(500)],
  ['brackets that never open', '>]})'.repeat(500)],
  ['brackets 10,000 deep', '['.repeat(deep) + ']'.repeat(deep)],
  ['blocks 10,000 deep', `${'if (a) {'.repeat(deep)}${'}'.repeat(deep)}`],
  ['lines indented 200 deep', Array.from({ length: 200 }, (_, level) => `${' '.repeat(level)}if a:\n`).join('')],
  ['only a byte order mark', '\ufeff'],
];

describe('hostile input', function () {
  this.timeout(180_000); // parses megabytes

  for (const id of ['javascript', 'json', 'python', 'html', 'yaml', 'cpp']) {
    it(`of any kind is read as ${id}, cut and filtered`, async () => {
      const grammar = await grammarOf(id);
      for (const [what, text] of inputs) {
        const tree = grammar.elements(text);
        const removed = new Uint8Array(tree.count);
        for (let element = 1; element < Math.min(tree.count, 200); element += 2) removed[element] = 1;
        const edits = tidyCuts(text, removalRanges(tree, removed), { start: 0, end: text.length });
        const candidate = { base: sourceText(text), edits };
        const filter = parseFilter(grammar);
        assert.equal(typeof filter.isWorse(candidate), 'boolean', what);
        assert.equal(candidateText(candidate), render(edited(candidate.base, edits)), what);
        filter.dispose();
      }
      grammar.dispose();
    });
  }

  seldom.it('of 5 MB on one line still has lists', async () => {
    const grammar = await grammarOf('json');
    const text = `[${Array.from({ length: 50_000 }, (_, index) => `{"k": "${'x'.repeat(100)}${index}"}`).join(',')}]`;
    assert.ok(text.length > 5_000_000);
    const { parent, slot, count } = grammar.elements(text);
    const members = [...parent.keys()].filter((element) => parent[element] === 1 && slot[element] >= 0);
    assert.equal(members.length, 50_000);
    assert.ok(count > 50_000);
    grammar.dispose();
  });

  seldom.it('and 200 parses do not increase memory', async () => {
    const grammar = await grammarOf('typescript');
    const text = samples.typescript.text.repeat(20);
    const parse = (times: number) => {
      for (let turn = 0; turn < times; turn++) grammar.elements(text + ' '.repeat(turn % 2));
      return process.memoryUsage().rss;
    };
    const before = parse(20);
    assert.ok(parse(200) < before + 100 * 2 ** 20);
    grammar.dispose();
  });
});
