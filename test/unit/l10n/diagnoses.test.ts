/** Whatever a test does at the start: what is said of it is one sentence of the bundle, with the facts put in. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError, type CalibrationInput } from '../../../src/oracle/calibration/calibrate';
import { calibrateOne, openOracle, type OracleOptions } from '../../support/oracle';
import { braces, fixedText, template, userPath } from '../../../src/oracle/processes/command';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { isOneSentence, pseudoBundle, untranslated } from '../../support/pseudo';
import { seldom } from '../../support/seldom';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

interface Given extends Partial<CalibrationInput> {
  readonly oracle?: Partial<OracleOptions>;
}

const here = () => join(directory.path, 'input.txt');

/** What is said of this command; in the directory there is a file `needle`. */
async function said(line: string, { oracle: options, ...given }: Given): Promise<string> {
  writeFileSync(here(), 'bug');
  writeFileSync(join(directory.path, 'needle'), '');
  const command = { invocation: { line: template(line, braces) }, cwd: userPath(directory.path) };
  const oracle = await openOracle({ command, fileName: 'input.txt', ...options });
  const input = { input: Buffer.from('bug'), empty: new Uint8Array(), path: here(), text: 'bug', ...given };
  try {
    return (await calibrateOne(oracle, input, forever)).notice ?? 'nothing';
  } catch (error) {
    assert.ok(error instanceof OracleError, String(error));
    return error.message;
  } finally {
    oracle.dispose();
  }
}

/** A command that holds at every other run. */
const everyOther = () =>
  `f='${join(directory.path, 'count')}'; echo >> "$f"; [ $(($(wc -l < "$f") % 2)) = 1 ] && grep -q bug {}`;

describe('diagnoses in another language', () => {
  before(() => l10n.config({ contents: pseudoBundle }));
  after(() => l10n.config({ contents: {} }));

  const cases: [what: string, part: RegExp, line: () => string, given?: Given][] = [
    ['too slow', /did not end within 0.3 s/, () => 'sleep 20 # {}', { timeoutMs: 300 }],
    ['not there', /not found or cannot be run/, () => 'nosuchprogram {}'],
    ['the wrong sense', /swap the verdict with `!`/, () => '! test -s {}'],
    [
      'the wrong sense of a directory',
      /succeeds with the bug|fails with the bug/,
      () => 'test -d {}',
      { empty: { files: [] } },
    ],
    ['neighbours', /It works in the file's own directory/, () => 'test -e "$(dirname {})/needle"'],
    ['a missing file', /It ran on a copy of the file .* Paths are relative to/, () => 'cat nowhere.txt {}'],
    ['another exit code', /Expected: .*exit code 0.* Seen: .*exit code 3.*It ran on a copy/, () => 'exit 3 # {}'],
    ['no file', /Seen: ⟦exit code 3⟧.⟧ ⟦It ran on a copy/, () => 'exit 3 # {}', { path: undefined }],
    ['a candidate that is not named', /It does not name its input/, () => 'exit 3'],
    ['a signal', /exit code 139 \(SIGSEGV\)/, () => 'kill -SEGV $$ # {}'],
    [
      'another output',
      /succeeds, and does not show the bug/,
      () => 'echo hello {}',
      { oracle: { rule: { match: [{ pattern: 'boom' }], noMatch: [{ pattern: 'x', stream: 'stderr' }] } } },
    ],
    [
      'another code, without a file',
      /Expected: .*exit code .*4.* or .*5/,
      () => 'exit 3 # {}',
      { path: undefined, oracle: { rule: { exit: { codes: [4, 5] } } } },
    ],
    ['nothing that fails', /succeeds on this file. Choose one/, () => 'true {}', { learn: ['same-failure'] }],
    ['an empty file that serves', /succeeds on this file and on an empty one/, () => 'true {}'],
    [
      'the same failure of an empty file',
      /the same way on an empty file/,
      () => 'echo "Error: x"; exit 1 # {}',
      { learn: ['auto'] },
    ],
    [
      'a failure of the copy',
      /A copy of the file fails in another way/,
      () => 'test -e "$(dirname {})/needle" || { echo "Error: no needle there"; exit 1; }',
      { learn: ['auto'] },
    ],
    [
      'another failure of the copy',
      /A copy of the file fails in another way/,
      () => 'echo "Error: $(ls "$(dirname {})" | wc -l) files"; [ -e "$(dirname {})/needle" ] && exit 2; exit 1',
      { learn: ['auto'] },
    ],
    ['too few runs', /but 4 of 4 are required/, everyOther, { oracle: { repeat: { runs: 4, need: 4 } } }],
    ['a flaky test', /The bug shows in .*10 of \d+ runs/, everyOther],
  ];
  for (const [at, [what, part, line, given = {}]] of cases.entries()) {
    (at % 4 === 0 ? it : seldom.it)(`are whole sentences: ${what}`, async () => {
      const message = await said(line(), given);
      assert.match(message, part);
      assert.ok(isOneSentence(message), message);
    });
  }

  it('are whole sentences: a directory that is not there', async () => {
    const command = { invocation: { line: template('true {}', braces) }, cwd: fixedText(join(directory.path, 'gone')) };
    const message = await said('', { oracle: { command } });
    assert.match(message, /could not be started/);
    assert.ok(isOneSentence(message), message);
  });

  it('are told from what is glued together', () => {
    assert.ok(isOneSentence('⟦It said: ⟦no⟧.⟧'));
    for (const glued of ['It said: ⟦no⟧', '⟦It said:⟧ no', '⟦It⟧ ⟦said⟧', 'no'])
      assert.ok(!isOneSentence(glued), glued);
    assert.equal(untranslated('a ⟦b ⟦c⟧ d⟧ e'), 'a   e');
  });
});
