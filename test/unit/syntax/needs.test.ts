/** What is needed if some declarations stay: the least model of the clauses, by language and tier. */
import assert from 'node:assert/strict';
import { leastModel } from '../../../src/syntax/needs/model';
import { needsRulesOf } from '../../../src/syntax/needs/rules';
import { readUnits, withoutUnneeded } from '../../../src/syntax/needs/table';
import { genericElements } from '../../../src/syntax/generic/elements';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';
import { examplesOfC } from '../../support/needed/c';
import { examplesOfCpp } from '../../support/needed/cpp';
import { examplesOfNames } from '../../support/needed/names';
import { dynamicExamples } from '../../support/needed/dynamic';
import { otherExamples } from '../../support/needed/others';
import { plainExamples } from '../../support/needed/plain';
import { rustExamples } from '../../support/needed/rust';
import { scriptExamples } from '../../support/needed/scripts';
import { typedExamples } from '../../support/needed/typed';

describe('what is needed', function () {
  this.timeout(60_000);
  for (const { what, language, text, wanted, tier = 'bodies', left } of [
    ...examplesOfC,
    ...examplesOfCpp,
    ...plainExamples,
    ...rustExamples,
    ...scriptExamples,
    ...otherExamples,
    ...typedExamples,
    ...dynamicExamples,
    ...examplesOfNames,
  ]) {
    it(`${language ?? 'without a grammar'}: ${what}`, async () => {
      const grammar = language === undefined ? undefined : await grammarOf(language);
      const tree = grammar?.elements(text) ?? genericElements(text);
      const table = readUnits(tree, needsRulesOf(language));
      const whole = table.byName.get(wanted)!.slice(0, 1);
      const { removed, shells } = withoutUnneeded(table, leastModel(table, { whole, tier }));
      const edits = tidyCuts(text, [...removalRanges(tree, removed), ...shells], { start: 0, end: text.length });
      const rest = render(edited(sourceText(text), edits));
      const lines = rest.split('\n').map((line) => line.trimEnd());
      assert.equal(`\n${lines.filter(Boolean).join('\n')}\n`, left);
      grammar?.dispose();
    });
  }

  it('c: an assignment is no definition', async () => {
    const grammar = await grammarOf('c');
    const tree = grammar.elements(
      'int i, b, c, d, e, g, h, j, k, l, m, n, o, p, q;\nvoid f(void) {\nint a[2];\na[i] = 0;\ni;\n}\n',
    );
    const table = readUnits(tree, needsRulesOf('c'));
    const [f] = table.byName.get('f')!;
    const { body } = table.units[f];
    const [array, assignment, use] = table.units[body].children;
    const live = leastModel(table, { frames: [f, body, use], tier: 'bodies' });
    assert.deepEqual(
      [array, assignment, use].map((unit) => live[unit]),
      [0, 0, 1],
    );
    grammar.dispose();
  });

  it('cpp: the return of a function that is a constant is no statement that may go', async () => {
    const grammar = await grammarOf('cpp');
    const table = readUnits(
      grammar.elements('constexpr int f() { g(); return 0; }\nint h() { g(); return 0; }\n'),
      needsRulesOf('cpp'),
    );
    const statements = table.units.filter(({ kind }) => kind === 'statement').map(({ type }) => type);
    assert.deepEqual(statements, ['expression_statement', 'expression_statement', 'return_statement']);
    grammar.dispose();
  });

  it('keeps what is nested 10,000 deep, without recursion', () => {
    const deep = 10_000;
    const text = `${Array.from({ length: deep }, (_, at) => `in a${at} {\n b\n`).join('')}${'}\n'.repeat(deep)}last\n`;
    const table = readUnits(genericElements(text), needsRulesOf(undefined));
    const live = leastModel(table, { whole: [0], tier: 'bodies' });
    assert.ok(live.reduce((sum, one) => sum + one, 0) >= deep);
  });
});
