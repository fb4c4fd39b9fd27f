/** Names of files and output of tests do nothing to a terminal. */
import assert from 'node:assert/strict';
import { show } from '../../../src/cli/printing';
import { progressPrinter } from '../../../src/cli/progress';
import { code } from '../../../src/reproduction/readme';
import { visible } from '../../../src/text/visible';
import { whittle, workplace } from '../../support/cli';

const { directory, write } = workplace();

const name = 'a\x1b[2J\x07.txt';
const shown = 'a\\x1b[2J\\x07.txt';

describe('text of others on a terminal', () => {
  const texts: Record<string, string> = {
    [name]: shown,
    'title \x1b]0;mine\x07': 'title \\x1b]0;mine\\x07',
    '\x9b2J\x90x\x9c': '\\x9b2J\\x90x\\x9c',
    'seen\rgone\b\b': 'seen\\x0dgone\\x08\\x08',
    'abc\u202etxt.exe\u2028': 'abc\\u202etxt.exe\\u2028',
    'two\r\nlines\n\tand é, 漢, 😀': 'two\nlines\n\tand é, 漢, 😀',
  };
  for (const [text, plain] of Object.entries(texts)) it(`is ${plain}`, () => assert.equal(visible(text), plain));

  it('is exact for a program, and harmless for a person', () => {
    const said: string[] = [];
    for (const isTTY of [true, false]) show(name, { isTTY, write: (text: string) => said.push(text) > 0 });
    assert.deepEqual(said, [shown, name]);
  });

  it('is harmless in progress', () => {
    let said = '';
    const stream = { isTTY: false, write: (text: string) => (said += text) } as unknown as NodeJS.WriteStream;
    progressPrinter(stream)({ event: 'notice', message: `kept in ${name}.` });
    assert.equal(said, `kept in ${shown}.\n`);
  });

  it('is harmless in Markdown', () => assert.equal(code(name), `\`${shown}\``));

  it('is harmless in all that a run says on stderr', async function () {
    if (process.platform === 'win32') this.skip();
    write(name, 'a\nb\n');
    const run = await whittle(['reduce', name, '--test', 'grep -q b {}'], directory.path);
    assert.equal(run.code, 0, run.stderr);
    assert.ok(run.stderr.includes(`${shown}: `), run.stderr);
    assert.doesNotMatch(run.stderr, /[\x1b\x07]/);
    const failed = await whittle(['reduce', name, '--test', 'printf "\\033]0;x\\007"; exit 1'], directory.path);
    assert.doesNotMatch(failed.stderr, /[\x1b\x07]/);
    const gone = await whittle(['reduce', `${name}.gone`, '--test', 'true'], directory.path);
    assert.doesNotMatch(gone.stderr, /[\x1b\x07]/);
  });
});
