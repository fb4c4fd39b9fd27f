import assert from 'node:assert/strict';
import { render, sourceText, edited } from '../../../src/text/source';
import { isAiry, polishingCuts, tidyCuts } from '../../../src/text/tidy';

/** Cuts the text between « and »; [ and ] mark the scope, if there is one. */
function cut(marked: string): string {
  const ranges = [];
  let text = '';
  let start = 0;
  let scope = { start: 0, end: Infinity };
  for (const character of marked) {
    if (character === '«') start = text.length;
    else if (character === '»') ranges.push({ start, end: text.length });
    else if (character === '⟦') scope = { ...scope, start: text.length };
    else if (character === '⟧') scope = { ...scope, end: text.length };
    else text += character;
  }
  scope.end = Math.min(scope.end, text.length);
  return render(edited(sourceText(text), tidyCuts(text, ranges, scope)));
}

describe('tidy cuts', () => {
  const cases: [string, string, string][] = [
    ['take whole lines', 'a\n  «b»\nc\n', 'a\nc\n'],
    ['take whole lines with CRLF', 'a\r\n  «b»\r\nc\r\n', 'a\r\nc\r\n'],
    ['take the last line without a line end', 'a\n«b»', 'a\n'],
    ['take the spaces before what ends a line', 'a; «// note»\nb\n', 'a;\nb\n'],
    ['leave one space between two that had two', 'class A «extends B» {', 'class A {'],
    ['put a space where two words would touch', 'return«(»x', 'return x'],
    ['put a space between letters beyond ASCII', 'é«-»ü', 'é ü'],
    ['put none between a word and a bracket', 'f«oo»(x)', 'f(x)'],
    ['join neighbours with only spaces between', 'x\n«a» «b»\ny', 'x\ny'],
    ['take the blank line with a paragraph', 'a\n\n«b»\n\nc\n', 'a\n\nc\n'],
    ['leave no blank line at the start', '«a»\n\nb\n', 'b\n'],
    ['know a byte order mark from a line', '\ufeff⟦«a»\n\nb\n⟧', '\ufeffb\n'],
    ['take the blank lines between paragraphs that go', 'a\n\n«b»\n\n«c»\n\n\n«d»\n\ne\n', 'a\n\ne\n'],
    ['leave no blank line at the end', 'a\n\n«b»\n\n«c»\n', 'a\n'],
    ['leave no space before a bracket that closes', '<div «id=x»>f(a «b») c', '<div>f(a) c'],
    ['leave no space in a block that is empty', 'f() { «b» } «c» d', 'f() {} d'],
    ['leave no blank line after a bracket that opens', 'f {\n  «a»\n\n  b\n}\n', 'f {\n  b\n}\n'],
    ['leave no blank line before a bracket that closes', 'f {\n  a\n\n  «b»\n}\n', 'f {\n  a\n}\n'],
    ['leave blank lines alone that held nothing apart', 'a\n\nb «c»\n\nd\n', 'a\n\nb\n\nd\n'],
    ['touch nothing outside the scope', 'a  ⟦«b»⟧  c', 'a    c'],
    ['take no line end outside the scope', 'a\n⟦«b»⟧\nc', 'a\n\nc'],
  ];
  for (const [what, before, after] of cases) it(what, () => assert.equal(cut(before), after));
});

describe('polishing cuts', () => {
  const polished = (text: string, scope = { start: 0, end: text.length }) =>
    render(edited(sourceText(text), polishingCuts(text, scope)));

  it('keep single blank lines between paragraphs, and no other blanks', () => {
    assert.equal(polished('\n\na {  \n\n\n  b\n\n}\n\n \n\nc \n\nd\n\n\n'), 'a {\n  b\n}\n\nc\n\nd\n');
    const marked = '\ufeff\r\n\r\na\r\n\r\n\r\nb\r\n';
    assert.equal(polished(marked, { start: 1, end: marked.length }), '\ufeffa\r\n\r\nb\r\n');
  });

  it('take all blank lines where one stands before most lines', () => {
    assert.deepEqual(['a\n\nb\n\nc\n', 'a\n\nb\n', 'a\nb\n\nc\n', ''].map(isAiry), [true, false, false, false]);
    const tight = (text: string) =>
      render(edited(sourceText(text), polishingCuts(text, { start: 0, end: text.length }, true)));
    assert.equal(tight('a\n\nb {\n\n  c\n}\n'), 'a\nb {\n  c\n}\n');
  });

  it('leave polished text unchanged', () =>
    assert.deepEqual(polishingCuts('a {\n  b\n}\n\nc\n', { start: 0, end: 14 }), []));

  it('change nothing outside the scope', () => {
    assert.equal(polished('\n\na  \n\n\nb  \n', { start: 3, end: 6 }), '\n\na\n\n\nb  \n');
  });
});
