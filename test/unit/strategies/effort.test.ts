/** How long the default search goes on. */
import assert from 'node:assert/strict';
import type { ChosenOptions } from '../../../src/reduction/searches/searchValue';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { countTokens } from '../../../src/text/tokens';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';
import { seldom } from '../../support/seldom';

/** Half of the calls must stay, and all of their arguments. */
const calls = Array.from({ length: 48 }, (_, at) => `call${at}(a${at}, [b${at}, "c${at}"]);`);
const text = calls.join('\n');
const needed = calls.filter((_, at) => at % 2 === 0);
const property = (rest: string) => needed.every((call) => rest.includes(call));

type Options = Partial<ChosenOptions>;

async function reduced(effort: Options['effort'], given = text, holds = property, others: Options = {}) {
  const grammar = await grammarOf('javascript');
  const result = reduceText(given, { grammar, strategy: pipeline, property: holds, options: { ...others, effort } });
  grammar.dispose();
  return result;
}

describe('the effort of the default search', function () {
  this.timeout(180_000); // many tests

  seldom.it('quick: ends when a token takes more than 20 tests', async () => {
    const { text: rest, asked } = await reduced('quick');
    assert.ok(property(rest));
    const last = asked.findLastIndex(property);
    const [rewriting, polishing] = [60, 40];
    assert.ok(
      asked.length - last <= 100 + rewriting + polishing,
      `${asked.length - last} tests after the last that held`,
    );
    const normal = await reduced('normal');
    assert.ok(asked.length < 0.7 * normal.asked.length, `${asked.length} and ${normal.asked.length} tests`);
    assert.ok(countTokens(rest) <= 1.1 * countTokens(normal.text));
  });

  it('quick: is as good as normal where all of its tests pay', async () => {
    const one = (rest: string) => rest.includes('call37');
    const [quick, normal] = [await reduced('quick', text, one), await reduced('normal', text, one)];
    assert.equal(quick.text, normal.text);
  });

  it('gives a literal up whose characters all matter, unless it is thorough', async () => {
    const message = 'the quick brown fox jumps over a lazy dog, twice';
    const line = `f("${message}");`;
    const whole = (rest: string) => rest.includes(line);
    const shorter = async (effort: Options['effort']) => {
      const { asked } = await reduced(effort, `${line}\ng();\n`, whole, { simplify: 'off' });
      return asked.filter((rest) => !whole(rest) && /^f\("[^"]{20,}"\);$/m.test(rest)).length;
    };
    const [normal, thorough] = [await shorter('normal'), await shorter('thorough')];
    assert.ok(normal > 5 && normal < 40, `${normal} tests`);
    assert.ok(thorough >= message.length, `${thorough} tests`);
  });

  it('thorough: tries each token that only the syntax needs', async () => {
    const given = 'one(1);\ntwo(2);\nthree(3);\nfour(4);\nfive(5);\n';
    const isThere = (rest: string) =>
      /^one\(1;?\)?;?\s*two\(2\);\s*three\(3\);\s*four\(4\);\s*five\(5\);\s*$/.test(rest);
    const resultOf = (effort: Options['effort']) => reduced(effort, given, isThere, { simplify: 'off' });
    const [thorough, normal] = [await resultOf('thorough'), await resultOf('normal')];
    assert.ok(normal.text.startsWith('one(1)'), normal.text);
    assert.ok(thorough.text.startsWith('one(1 ') || thorough.text.startsWith('one(1\n'), thorough.text);
  });
});
