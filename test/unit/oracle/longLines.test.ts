/**
 * Whatever a candidate prints, reading it takes no longer than its length deserves: a law for all that looks at output. Time is that of
 * the processor, so that others do not count.
 */
import assert from 'node:assert/strict';
import { alike, linePattern } from '../../../src/oracle/judging/linePattern';
import { lessonOf } from '../../../src/oracle/judging/learnedRule';
import { failureLine } from '../../../src/oracle/judging/failureLine';
import { readers, readReport } from '../../../src/oracle/reports/readers';
import { framesOf, headOf } from '../../../src/oracle/reports/report';
import { polishingCuts } from '../../../src/text/tidy';
import { seldom } from '../../support/seldom';

const size = 300_000;
const pieces = [
  'a',
  ' ',
  '(',
  '/',
  '\\\\',
  'a/',
  'a.',
  '1',
  '1:',
  ':',
  '-',
  '=',
  '_',
  'A::',
  "'",
  '"',
  '# ',
  'at ',
  ' ❯ ',
  'panicked at ',
];
/** With which readers begin a line that they look at. */
const heads = [
  '',
  '    at ',
  '    at (',
  'E   ',
  '___ ',
  '= FAILURES =',
  '--- FAIL: ',
  '---- ',
  "thread '",
  'not ok 1 - ',
  '::error title=',
  'FAIL: a (',
  '  File "',
  '    # Subtest: ',
  ' ❯ ',
  'panic: ',
  'FAILED a',
  'Error: ',
  '\n',
  '✗ ',
];
const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

/** One long line, many of two thousand characters, and many short ones. */
function* texts(): Generator<string> {
  for (const head of heads) {
    for (const piece of pieces) {
      yield `${head}${repeated(piece, size)}!`;
      yield repeated(`${head}${repeated(piece, 1900)}!\n`, size);
    }
  }
  for (const head of heads) yield repeated(`${head}\n`, size);
}

const input = { text: 'a', fileName: 'a.js' };
const looks: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    Object.keys(readers).map((form) => [
      `reports of ${form}`,
      (text: string) => [
        readReport(form, { stdout: text, stderr: '' }),
        readReport(form, { stdout: '', stderr: text }),
      ],
    ]),
  ),
  'the error line': (stdout) => failureLine({ stdout, stderr: '' }),
  'a learned rule': (stderr) => lessonOf({ status: 1, stdout: '', stderr }, input),
  'a pattern of a line': (text) => linePattern(text.slice(0, 2000), input, true),
  stacks: (text) => [framesOf(text), headOf(text)],
  'messages that are alike': (text) => alike(text),
  'tidy text': (text) => polishingCuts(text, { start: 0, end: text.length }),
};

seldom.describe('long lines', () => {
  for (const [what, look] of Object.entries(looks)) {
    it(`do not hold up ${what}`, function () {
      this.timeout(120_000); // eight hundred texts
      let slowest = { ms: 0, text: '' };
      for (const text of texts()) {
        const began = process.cpuUsage();
        look(text);
        const { user, system } = process.cpuUsage(began);
        const ms = (user + system) / 1000;
        if (process.env.SHOW && ms > 60)
          console.log(what, Math.round(ms), JSON.stringify(text.slice(0, 25)), text.indexOf('\n'));
        if (ms > slowest.ms) slowest = { ms, text };
        if (ms > 1000) break;
      }
      assert.ok(slowest.ms < 1000, `${slowest.ms} ms for ${JSON.stringify(slowest.text.slice(0, 30))}…`);
    });
  }
});
