/** Names of files and output of tests do nothing to a terminal. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { show } from '../../../src/cli/printing';
import { progressPrinter } from '../../../src/cli/progress';
import { code } from '../../../src/reproduction/readme';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { visible } from '../../../src/text/visible';
import { whittle, workplace } from '../../support/cli';
import { until } from '../../support/files';

const { directory, write } = workplace();

const name = 'a\x1b[2J\x07.txt';
const shown = 'a\\x1b[2J\\x07.txt';

describe('progress before the first test of a candidate', () => {
  const started = {
    event: 'started',
    file: 'a.js',
    bytes: 9,
    tokens: 5,
    language: null,
    search: 'default',
    oracle: 'x',
  };
  for (const isTTY of [false, true]) {
    it(`says that the original is tested, unless that is quick, ${isTTY ? 'on' : 'without'} a terminal`, async () => {
      const said: string[] = [];
      const tell = progressPrinter({ isTTY, write: (text: string) => said.push(text) > 0 });
      tell(started as ReductionEvent);
      tell({ event: 'notice', message: 'quick' });
      await sleep(600);
      assert.equal(said.length, 2, said.join(''));
      tell(started as ReductionEvent);
      await until('it is told', () => said.length === 4);
      assert.equal(said[3], isTTY ? 'Testing the original…' : 'Testing the original…\n');
      tell({ event: 'failed', message: 'x' });
      assert.deepEqual(said.slice(4), isTTY ? ['\r\x1b[K'] : []);
    });
  }
});

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
