/** What only goes together: the two lines of a guard, a member and those that override it. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

describe('the default pipeline', () => {
  const inOtherLanguages: readonly (readonly [string, string, string, string])[] = [
    ['an include guard goes', 'c', '#ifndef A\nint b;\nint c;\n#endif\nint d;\n', 'int b; int c; int d;'],
    [
      'a member goes with those that override it, though its type is named first',
      'csharp',
      'abstract class A { abstract B f(); }\nclass C : A { override B f() { return 0; } int g() {} }\n',
      'abstract class A {} class C : A { int g() {} }',
    ],
  ];
  for (const [title, language, input, wanted] of inOtherLanguages) {
    it(`${title}: ${wanted}`, async () => {
      const grammar = await grammarOf(language);
      const bare = (one: string) => one.replace(/\s+/g, '');
      const good = [input, wanted].map(bare);
      const property = (rest: string) => good.includes(bare(rest));
      const { text } = reduceText(input, { grammar, strategy: pipeline, property });
      grammar.dispose();
      assert.equal(bare(text), good[1]);
    });
  }
});
