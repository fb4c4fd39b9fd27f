/** Failures on the way that are not that of the input: counted, the smallest text of each kept, and each text fails so again. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Finished } from '../../../src/reduction/events/events';
import { workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();

/** The bug of the input, two others that a reduction meets on its way, and what broken input leads to. */
const tool = `const text = require('fs').readFileSync(process.argv[2], 'utf8');
const count = (sign) => text.split(sign).length - 1;
if (count('(') !== count(')')) { console.error('SyntaxError: unexpected end'); process.exit(1); }
if (/open\\(/.test(text) && !/close\\(/.test(text)) throw new RangeError('handle 17 was never freed');
if (/begin\\(/.test(text) && !/end\\(/.test(text)) process.kill(process.pid, 'SIGSEGV');
if (/boom\\(/.test(text)) throw new TypeError('cannot print node 12');
`;

const line = (name: string) => `${name}(1);\n`;
const input = ['begin', 'hay', 'open', 'boom', 'more', 'close', 'end', 'last'].map(line).join('');

describe('other failures that a reduction meets', () => {
  beforeEach(() => {
    write('tool.cjs', tool);
    write('in.js', input);
  });

  it('are told with the smallest text of each, which fails so again', async () => {
    const { stderr, code } = await reduce(
      'in.js',
      '--same-failure',
      '--test',
      `node ${at('tool.cjs')} {}`,
      '--also',
      'others',
    );
    assert.equal(code, 0, stderr);
    assert.equal(read('in.reduced.js').trim(), 'boom()');
    assert.match(stderr, /^2 other failures were met:\n( {2}\d+ × {2}.* others\/other-\d\.js\n){2}/m);
    const names = readdirSync(at('others'));
    const ends = names.map((name) => {
      const {
        status,
        signal,
        stderr: told,
      } = spawnSync('node', [at('tool.cjs'), at(`others/${name}`)], { encoding: 'utf8' });
      assert.ok(read(`others/${name}`).length < input.length);
      return signal ?? `${status} ${/handle \d+/.exec(told)}`;
    });
    assert.deepEqual(ends.sort(), ['1 handle 17', 'SIGSEGV']);
  });

  seldom.it(
    'are in the last event of --json, the same for several tests at once and for a run that is resumed',
    async () => {
      const args = ['in.js', '--json', '--same-failure', '--test', `node ${at('tool.cjs')} {}`];
      const others = async (...more: string[]) => {
        const { stdout } = await reduce(...args, ...more);
        const events = stdout
          .trim()
          .split('\n')
          .map((one) => JSON.parse(one) as Finished);
        return events.find(({ event }) => event === 'finished')!.others;
      };
      const alone = await others('-j', '1');
      assert.equal(alone?.length, 2);
      assert.deepEqual(await others('-j', '3'), alone);
      await others('--journal', 'journal', '--max-tests', '12');
      assert.deepEqual(await others('--journal', 'journal'), alone);
    },
  );

  it('are not told without a crash, where the command says no in silence', async () => {
    const { stderr } = await reduce('in.js', '--test', 'grep -q boom {}');
    assert.doesNotMatch(stderr, /other failure/i);
  });

  it('are a warning if it is the result that has one', async () => {
    write(
      'both.cjs',
      tool.replace('/boom', '/hay').replace('exit(1)', 'exit(0)') +
        "if (/hay\\(/.test(text)) throw new TypeError('hay');",
    );
    write('in.js', `${line('open')}${line('close')}${line('hay')}`);
    const rule = ['--exit', 'not 0', '--keep', 'open'];
    const { stderr } = await reduce('in.js', ...rule, '--test', `node ${at('both.cjs')} {}`);
    assert.match(
      stderr,
      /^The result also fails in a way in which the unchanged input does not \("RangeError: handle …/m,
    );
    assert.match(stderr, /tell more exactly what to look for \(--match\)/);
  });
});
