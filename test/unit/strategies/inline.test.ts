/** Definitions that go, or move to their first use. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { definitions } from '../../../src/strategies/rewriting/moves';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('inlining', () => {
  it('moves a definition without a value to its first use', async () => {
    const body = String.raw`\{ return \w+->\w+; \}$`;
    const apart = new RegExp(String.raw`^struct \w+ \{ int \w+; \}; int \w+\(struct \w+ \*\w+\) ${body}`);
    const together = new RegExp(String.raw`^int \w+\(struct \w+ \{ int \w+; \} \*\w+\) ${body}`);
    const property = (rest: string) => [apart, together].some((form) => form.test(oneLine(rest)));
    const grammar = await grammarOf('c');
    const input = 'struct pair { int left; };\nint f(struct pair *a) { return a->left; }\n';
    const { text } = reduceText(input, { grammar, strategy: pipeline, property });
    grammar.dispose();
    assert.match(oneLine(text), together);
  });

  it('puts the whole value in place of the name, however many smaller parts it has', async () => {
    const value = '[a(1), b(2), c(3), d(4), e(5), f(6), g(7), h(8), i(9)]';
    const grammar = await grammarOf('javascript');
    const strategy = { ...pipeline, search: definitions };
    const input = `const all = ${value};\nuse(all);\n${'f(0);\n'.repeat(8)}`;
    const { asked } = reduceText(input, { grammar, strategy, property: () => false });
    grammar.dispose();
    assert.ok(
      asked.some((text) => text.startsWith(`use(${value});`)),
      asked.join('\n'),
    );
  });
});
