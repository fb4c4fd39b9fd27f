/** Tests that take too much memory, as real processes. */
import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { fixedText } from '../../../src/oracle/processes/command';
import { usualMemory } from '../../../src/oracle/processes/supervise';
import { openProperty } from '../../../src/oracle/property';
import { parsedExit } from '../../../src/oracle/judging/ruleWords';
import { size } from '../../../src/options/kinds';
import { seldom } from '../../support/seldom';

const { signal } = new AbortController();
const mega = 2 ** 20;

/** Takes as many megabytes as the candidate says, in a child of the shell, and fails after two seconds. */
const program = `const mb = Number(require('fs').readFileSync(0, 'utf8'));
const all = []; for (let at = 0; at < mb; at++) all.push(Buffer.alloc(${mega}, 1));
setTimeout(() => process.exit(all.length > 0 ? 3 : 4), 2000);`;

async function verdicts(memoryBytes: number, candidates: readonly string[]) {
  const command = {
    invocation: { line: fixedText(`'${process.execPath}' -e '${program.replaceAll("'", '"')}'; exit $?`) },
    cwd: fixedText('.'),
    stdin: true,
  };
  const rule = { exit: parsedExit('not 0') };
  const property = await openProperty({ commands: [{ command, rule }], fileName: 'megabytes.txt', memoryBytes });
  try {
    const answers = candidates.map((text) => property.test(Buffer.from(text), 60_000, signal));
    return { answers: await Promise.all(answers), counts: property.counts };
  } finally {
    property.dispose();
  }
}

describe('A limit of memory', () => {
  it('ends a test that takes more, whose failure then says nothing, and no other', async function () {
    if (process.platform === 'win32') return this.skip();
    const { answers, counts } = await verdicts(400 * mega, ['1', '900']);
    assert.deepEqual(
      answers.map(({ verdict, timedOut }) => [verdict, timedOut]),
      [
        ['holds', undefined],
        ['unresolved', false],
      ],
    );
    assert.equal(counts.timeouts, 0, 'it is not tested again with more time');
  });

  seldom.it('may be switched off', async () => {
    const { answers } = await verdicts(0, ['900']);
    assert.equal(answers[0].verdict, 'holds');
  });

  it('is half of the machine, or what the user says', () => {
    assert.ok(usualMemory() <= totalmem() / 2 && usualMemory() > 100 * mega);
    assert.deepEqual(['500M', '4G', '1.5gb', '512 k', '0', 3].map(size.read), [500, 4096, 1536, 0.5, 0, 3]);
    for (const wrong of ['', 'much', '4X', '-1']) assert.equal(size.read(wrong), undefined);
  });
});
