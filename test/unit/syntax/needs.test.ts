/** What is needed if some declarations stay: the least model of the clauses, by language and tier. */
import assert from 'node:assert/strict';
import { leastModel, withoutUnneeded, type Tier } from '../../../src/syntax/needs/model';
import { needsRulesOf } from '../../../src/syntax/needs/rules';
import { readUnits } from '../../../src/syntax/needs/units';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';

interface Example {
  readonly what: string;
  readonly language: string;
  readonly text: string;
  /** Stays; what it needs stays with it. */
  readonly wanted: string;
  readonly tier?: Tier;
  /** The lines that are left, without blanks at their ends. */
  readonly left: readonly string[];
}

const examples: readonly Example[] = [
  {
    what: 'types, functions and variables that are used, through others',
    language: 'c',
    text: 'typedef int word;\ntypedef word wide;\nstruct pair { wide a; word b; };\nint unused;\nint g(struct pair *p) { return p->b; }\nint f(void) { struct pair p; return g(&p); }\nint h(void) { return f(); }\n',
    wanted: 'f',
    tier: 'bodies',
    left: [
      'typedef int word;',
      'struct pair { word b; };',
      'int g(struct pair *p) { return p->b; }',
      'int f(void) { struct pair p; return g(&p); }',
    ],
  },
];

describe('what is needed', function () {
  this.timeout(60_000);
  for (const { what, language, text, wanted, tier = 'bodies', left } of examples) {
    it(`${language}: ${what}`, async () => {
      const grammar = await grammarOf(language);
      const tree = grammar.elements(text);
      const table = readUnits(tree, needsRulesOf(language));
      const whole = table.byName.get(wanted)!.slice(0, 1);
      const { removed, shells } = withoutUnneeded(table, leastModel(table, { whole, tier }));
      const edits = tidyCuts(text, [...removalRanges(tree, removed), ...shells], { start: 0, end: text.length });
      const rest = render(edited(sourceText(text), edits));
      const lines = rest.split('\n').map((line) => line.trimEnd());
      assert.deepEqual(lines.filter(Boolean), left);
      grammar.dispose();
    });
  }
});
