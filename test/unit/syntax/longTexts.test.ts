/** Texts that are too long for a grammar: they are read in coarse pieces, nothing is refused, and no step looks at each token. */
import assert from 'node:assert/strict';
import { readerFor, type ReadableJob } from '../../../src/reduction/reader';
import { defaultOptions } from '../../../src/reduction/searches/searchValue';
import { unlessLong } from '../../../src/strategies/pipelines/steps';
import type { StrategyContext } from '../../../src/strategies/strategy';
import { longestRead } from '../../../src/syntax/languages';
import { candidateText, sourceText, type Candidate } from '../../../src/text/source';
import { assets } from '../../support/grammars';

const statement = 'f(a, [b]);\n';
const long = statement.repeat(Math.ceil((longestRead + 1) / statement.length));
const short = statement.repeat(1000);

const jobOf = (fileName: string, text: string): ReadableJob => {
  return { input: { fileName, text, encoding: 'utf8' }, search: 'default', assets };
};

/** More brackets are opened than closed. */
function broken(text: string): Candidate {
  const at = text.indexOf(')');
  const candidate = { base: sourceText(text), edits: [{ start: at, end: at + 1 }] };
  assert.equal(candidateText(candidate).length, text.length - 1);
  return candidate;
}

describe('a text that is too long for a grammar', function () {
  this.timeout(180_000); // parses megabytes

  for (const fileName of ['in.js', 'in.unknown']) {
    it(`is read in coarse pieces until it is short enough: ${fileName}`, async () => {
      const { reader, notice } = await readerFor(jobOf(fileName, long));
      assert.match(notice!, /in\.\w+ is very long: it is reduced in coarse pieces until at most 2\.5 MB are left\./);
      // One for each statement, or more, if it were read by anything else.
      const { count, end } = reader!.elements(long);
      assert.ok(count > 1000 && count < 100_000, `${count} elements`);
      assert.equal(end[0], long.length);
      assert.ok(reader!.elements(short).count > 3000);
      reader!.dispose();
    });

    it(`has no candidate refused for its syntax: ${fileName}`, async () => {
      const { reader } = await readerFor(jobOf(fileName, long));
      assert.equal(reader!.filter!.isWorse(broken(long)), false);
      assert.equal(reader!.filter!.isWorse(broken(short)), true);
      reader!.dispose();
    });
  }

  it('is none in C and C++, which are read member by member', async () => {
    const text = `/*${' '.repeat(longestRead)}*/\nint f() { return 1; }\n`;
    const { reader, notice } = await readerFor(jobOf('in.cpp', text));
    assert.equal(notice, undefined);
    const { types, type } = reader.elements(text);
    assert.ok(type.some((one) => types[one] === 'function_definition'));
    reader.dispose();
  });

  it('waits with the steps that look at each token', () => {
    const context: StrategyContext = {
      reduceList: () => assert.fail('no lists'),
      parse: () => assert.fail('nothing is read'),
      fixed: { prefix: 0, suffix: 0 },
      options: defaultOptions,
    };
    const begun: number[] = [];
    const step = unlessLong((text) => {
      begun.push(text.length);
      return { done: true, result: text };
    });
    for (const text of [long, short]) assert.equal(step(sourceText(text), context).done, true);
    assert.deepEqual(begun, [short.length]);
  });
});
