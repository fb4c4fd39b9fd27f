/** Where a search ends at statements: what a test gives goes with what it expects of it, and columns that it does not read. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { givenAndExpected } from '../../../src/strategies/rewriting/moves';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const strategy = { ...pipeline, search: givenAndExpected };
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function askedFor(language: string, text: string): Promise<string[]> {
  const grammar = await grammarOf(language);
  const { asked } = reduceText(text, { grammar, strategy, property: () => false });
  grammar.dispose();
  return asked.map(oneLine);
}

describe('what a test gives and expects', () => {
  it('has entries with one key, and others that give it a name', async () => {
    const asked = await askedFor(
      'python',
      'data = load({"a": 1, "b.c": 2, "d.e": 3}, {"d.e": "d", "f": "g"})\nassert data == {"a": 1, "b.c": 2, "d": 3}\n',
    );
    const others = '{"d.e": "d", "f": "g"})';
    assert.ok(
      asked.includes(`data = load({"a": 1, "d.e": 3}, ${others} assert data == {"a": 1, "d": 3}`),
      asked.join('\n'),
    );
    assert.ok(asked.includes('data = load({"a": 1, "b.c": 2}, {"f": "g"}) assert data == {"a": 1, "b.c": 2}'));
  });

  it('has no arguments of calls', async () => {
    assert.deepEqual(await askedFor('python', 'a = f(b=1, c=2)\nassert g(b=1, d=3) == h(a, c=2)\n'), []);
  });

  it('has values at one place of lists of one length: halves, then single ones', async () => {
    const text = "import { a, b } from 'c';\nexpect(shift([1, 2, -3, 4])).toEqual([2, 3, -2, 5]);\n";
    const asked = (await askedFor('javascript', text)).map((one) => /\(\(?\[.*/.exec(one)![0]);
    assert.deepEqual(asked.slice(0, 3), [
      '([1, 2])).toEqual([2, 3]);',
      '([-3, 4])).toEqual([-2, 5]);',
      '([1, 2, 4])).toEqual([2, 3, 5]);',
    ]);
  });

  it('is found by a search that ends at statements, and what is needless then goes too', async () => {
    const grammar = await grammarOf('python');
    const keysIn = (text: string) =>
      Array.from(text.matchAll(/\{[^}]*\}/g), ([one]) => Array.from(one.matchAll(/"(\w)":/g), ([, key]) => key));
    const property = (text: string) => {
      const [given = [], names = [], expected = []] = keysIn(text);
      const renamed = given.map((key) => (key === 'd' && names.join() === 'd' ? 'g' : key));
      return expected.includes('b') && expected.join() === renamed.join();
    };
    const text = 'data = load({"a": 1, "b": 2, "d": 3}, {"d": "g"})\nassert data == {"a": 1, "b": 2, "g": 3}\n';
    const { text: rest } = reduceText(text, {
      grammar,
      strategy: pipeline,
      options: { until: 'statements' },
      property,
    });
    grammar.dispose();
    assert.equal(rest, 'data = load({"b": 2}, {})\nassert data == {"b": 2}\n');
  });
});

describe('a column that a test does not read', () => {
  for (const names of ['"a, b, out"', '("a", "b", "out")'])
    it(`goes from all rows, and from the names ${names}`, async () => {
      const rows = '[ (1, 2, 3), param(4, 5, 6, id="x"), ]';
      const asked = await askedFor(
        'python',
        `@parametrize(${names}, ${rows})\ndef test_a(self, a, b, out):\n    assert f(a) == out\n`,
      );
      const rest = `@parametrize(${names.replace(/ "?b"?,/, '')}, [ (1, 3), param(4, 6, id="x"), ]) def test_a(self, a, out): assert f(a) == out`;
      assert.ok(asked.includes(rest), asked.join('\n'));
    });

  it('goes with its parameter', async () => {
    const text = "test.each([[1, 2, 3], [4, 5, 6]])('%s', (a, b, c) => { expect(f(a)).toBe(c); });\n";
    const rest = "test.each([[1, 3], [4, 6]])('%s', (a, c) => { expect(f(a)).toBe(c); });";
    assert.ok((await askedFor('javascript', text)).includes(rest));
  });
});
