/** Words and literals that are far longer than any name: their characters are a list. */
import assert from 'node:assert/strict';
import { reduce } from '../../../src/reduction/reduce';
import { defaultOptions } from '../../../src/reduction/searches/searchValue';
import { done } from '../../../src/search/search';
import { literals } from '../../../src/strategies/lists/flat';
import type { StrategyContext } from '../../../src/strategies/strategy';
import { genericElements } from '../../../src/syntax/generic/elements';
import { render, sourceText } from '../../../src/text/source';
import { jobWith } from '../../support/jobs';
import { seldom } from '../../support/seldom';

const word = `${'x'.repeat(30_000)}NEEDLE${'y'.repeat(30_000)}`;
const replacement = '"$(printf "\\357\\277\\275")"';

async function reduced(fileName: string, text: string) {
  const job = jobWith({ fileName, text, command: `grep -q NEEDLE {} && ! grep -q ${replacement} {}` });
  const { finished, state: left } = await reduce(job, () => {}, new AbortController().signal);
  assert.ok(finished.confirmed);
  return { left: render(left).trim(), tests: finished.tests };
}

describe('a very long word', function () {
  this.timeout(180_000); // some hundred tests of a long text

  it('is reduced to the characters that must stay, without a grammar', async () => {
    const { left, tests } = await reduced('in.txt', `${word}\n`);
    assert.equal(left, 'NEEDLE');
    assert.ok(tests < 400, `${tests}`);
  });

  seldom.it('is so in a string and as a name', async () => {
    for (const source of [`f("${word}");\n`, `f(${word});\n`]) {
      const { left } = await reduced('in.js', source);
      assert.ok(left.length < 20, left.slice(0, 100));
    }
  });

  it('is a list of runs of characters first, so that the list is not as long as the word', () => {
    const sizes: number[] = [];
    const context: StrategyContext = {
      reduceList: ({ size }) => {
        sizes.push(size);
        return done(Int32Array.from({ length: size }, (_, index) => index));
      },
      parse: genericElements,
      fixed: { prefix: 0, suffix: 0 },
      options: defaultOptions,
    };
    literals.search(sourceText(word), context);
    assert.ok(sizes.length > 0 && sizes.every((size) => size > 1000 && size <= 50_000), sizes.join(' '));
  });

  seldom.it('loses no half of a surrogate pair', async () => {
    assert.equal((await reduced('in.txt', `${'\u{1f600}'.repeat(60_000)}NEEDLE`)).left, 'NEEDLE');
  });
});
