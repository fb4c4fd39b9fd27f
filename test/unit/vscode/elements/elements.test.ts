import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elementRows } from '../../../../src/vscode/thread/elementRows';
import { Leftovers } from '../../../../src/vscode/elements/leftovers';
import { groupSize, Outline } from '../../../../src/vscode/elements/outline';
import { countTokens } from '../../../../src/text/tokens';
import { without } from '../../../../src/text/ranges';
import { assets } from '../../../support/grammars';

const text = 'const a = [1, 22, 333];\nfunction f(x) {\n  return x;\n}\n';

const read = async (input: string, fileName = 'input.js') =>
  elementRows({ input: { text: input, fileName, encoding: 'utf8' }, assets });

describe('the elements that are shown', () => {
  it('are those of the grammar, with their children when asked for', async () => {
    const outline = new Outline((await read(text))!, text);
    const top = outline.children();
    assert.deepEqual(
      top.map((node) => [outline.labelOf(node), outline.typeOf(node)]),
      [
        ['const a = [1, 22, 333];', 'lexical declaration'],
        ['function f(x) { …', 'function declaration'],
      ],
    );
    const array = outline.children(outline.children(top[0])[0]).at(-1)!;
    const numbers = outline.children(array);
    assert.deepEqual(
      numbers.map((node) => outline.labelOf(node)),
      ['1', '22', '333'],
    );
    assert.ok(outline.hasChildren(array) && !outline.hasChildren(numbers[0]));
    assert.equal(outline.children(array)[0], numbers[0], 'the same object for the same element');
    assert.equal(numbers[0].parent, array);
  });

  it('have plain names where the grammar does not know them', async () => {
    const broken = 'const a = 1;\n@@@ ??? @@@\n';
    const outline = new Outline((await read(broken))!, broken);
    const names = outline.children().map((node) => outline.typeOf(node));
    assert.ok(names.includes('unparsed text') && !names.includes('ERROR'), names.join());
  });

  it('are those of any text where there is no grammar', async () => {
    const outline = new Outline((await read('one\n  two\nthree\n', 'notes.txt'))!, 'one\n  two\nthree\n');
    assert.ok(outline.children().length >= 2);
  });

  it('come in groups where they are many', async () => {
    const many = `x(${Array.from({ length: 2 * groupSize + 1 }, (_, index) => index).join(',')});`;
    const outline = new Outline((await read(many))!, many);
    let nodes = outline.children();
    while (nodes.length < 3) nodes = outline.children(nodes.at(-1));
    assert.deepEqual(
      nodes.map((node) => [outline.labelOf(node), outline.children(node).length]),
      [
        ['1 … 500', 500],
        ['501 … 1000', 500],
        ['1001 … 1001', 1],
      ],
    );
    assert.equal(outline.children(nodes[0])[0].parent, nodes[0]);
  });
});

describe('what is left of elements', () => {
  it('is unknown until the end, removed with its last token, and kept where nothing may go', async () => {
    const rows = (await read(text))!;
    const outline = new Outline(rows, text);
    const [declaration, fun] = outline.children();
    const leftovers = new Leftovers(rows, [{ start: text.indexOf('x;'), end: text.indexOf('x;') + 1 }]);
    const marks = () => [declaration, fun].map(({ row }) => leftovers.mark(row));
    assert.deepEqual(marks(), ['unknown', 'kept']);
    // Its tokens are gone, the blanks between them are not.
    const gone = [...text.slice(0, rows.end[declaration.row]).matchAll(/\S+/g)];
    leftovers.setRemoved(gone.slice(1).flatMap(({ index, 0: word }) => [index, index + word.length]));
    assert.deepEqual(marks(), ['unknown', 'kept']);
    assert.deepEqual([leftovers.weight(declaration.row), leftovers.left(declaration.row)], [11, 1]);
    leftovers.setRemoved(gone.flatMap(({ index, 0: word }) => [index, index + word.length]));
    assert.deepEqual(marks(), ['removed', 'kept']);
    leftovers.setRemoved([]);
    leftovers.settled = true;
    assert.deepEqual(marks(), ['kept', 'kept']);
  });

  it('is what is left of their tokens, whatever was removed', async () => {
    const rows = (await read(text))!;
    const tokens = [...text.matchAll(/\w+|\S/g)].map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
    }));
    const leftovers = new Leftovers(rows, []);
    fc.assert(
      fc.property(fc.subarray(tokens), (removed) => {
        leftovers.setRemoved(removed.flatMap(({ start, end }) => [start, end]));
        for (let row = 0; row < rows.start.length; row++) {
          const range = { start: rows.start[row], end: rows.end[row] };
          const rest = without([range], removed).map(({ start, end }) => text.slice(start, end));
          const left = rest.reduce((sum, part) => sum + countTokens(part), 0);
          assert.equal(leftovers.left(row), left);
          assert.equal(leftovers.mark(row), left === 0 ? 'removed' : 'unknown');
        }
      }),
    );
  });
});
