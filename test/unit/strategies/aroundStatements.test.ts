/** What stands around statements, when a search ends at them: branches and loops go as well. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

describe('what stands around statements, when a search ends at them', () => {
  const left = async (language: string, text: string, ...needed: readonly string[]) => {
    const grammar = await grammarOf(language);
    const property = (rest: string) => needed.every((part) => rest.includes(part));
    const result = reduceText(text, { grammar, strategy: pipeline, property, options: { until: 'statements' } });
    grammar.dispose();
    return result.text;
  };

  it('goes: branches, loops and the like', async () => {
    assert.equal(
      await left(
        'javascript',
        'f(() => {\n  if (a) {\n    b();\n  } else {\n    c();\n    d();\n  }\n});\n',
        'c();',
        'd();',
      ),
      'f(() => {\n  c();\n  d();\n});\n',
    );
    assert.equal(await left('javascript', 'while (a) if (b) c();\n', 'c();'), 'c();\n');
    assert.equal(
      await left('rust', 'fn f() {\n    if a { b(); c(); }\n}\n', 'b();', 'c();'),
      'fn f() {\n    b(); c();\n}\n',
    );
    assert.equal(
      await left(
        'python',
        'def f():\n    try:\n        a("""\n        b""")\n        c()\n    finally:\n        d()\n',
        'a(',
        'c()',
      ),
      'def f():\n    a("""\n        b""")\n    c()\n',
    );
  });

  it('stays, if it is a function or a test', async () => {
    const text = "it('a', () => {\n  b();\n});\n";
    assert.equal(await left('javascript', text, 'b();'), text);
  });

  it('leaves the row of a loop', async () => {
    assert.equal(
      await left(
        'python',
        'def f():\n    for a in [\n        [],\n    ]:\n        b = 1\n        c(a, b)\n',
        'a = []',
        'b = 1',
        'c(a, b)',
      ),
      'def f():\n    a = []\n    b = 1\n    c(a, b)\n',
    );
    assert.equal(
      await left('javascript', 'for (const a of [1]) {\n  b(a);\n}\n', 'a = 1', 'b(a)'),
      'const a = 1;\nb(a);\n',
    );
    assert.match(
      await left('javascript', 'const all = [1];\nfor (const a of all) {\n  b(a);\n}\n', 'a = 1', 'b(a)'),
      /const a = 1;\nb\(a\);\n$/,
    );
    const table = 'const all = [\n  { in: 1, out: 2 },\n];\nfor (const a of all) {\n  b(a);\n}\n';
    assert.equal(
      await left('javascript', table, 'a = {', 'in: 1, out: 2', 'b(a)'),
      'const a = { in: 1, out: 2 };\nb(a);\n',
    );
    const used = `${table}c(all);\n`;
    assert.equal(await left('javascript', used, 'a = {', 'in: 1, out: 2', 'b(a)', 'c(all)'), used);
  });
});
