/** A pattern that backtracks for years on the wrong output: the run still hears its limits and signals, and says what is wrong. */
import assert from 'node:assert/strict';
import { eventsOf, finishedOf, whittleProcess, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, write, reduce } = workplace();

const pattern = '(a+)+$';
const slow = `${'a'.repeat(60)}!`;
/** Quick on the original, slow on all others. */
const test = `if [ $(wc -l < {}) -ge 100 ]; then echo aaa; else echo '${slow}'; fi`;

beforeEach(() => write('in.txt', Array.from({ length: 100 }, (_, line) => `line ${line}\n`).join('')));

describe('a slow pattern', () => {
  it('is named if it is slow on the original', async () => {
    const refused = await reduce('in.txt', '--test', `echo '${slow}'; : {}`, '--match', pattern);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^whittle: The pattern \/\(a\+\)\+\$\/ takes more than 0\.5 seconds: .*\.$/m);
  });

  seldom.it('does not make the run deaf to its time limit: the candidates are unresolved', async () => {
    const run = await reduce('in.txt', '--test', test, '--match', pattern, '--max-time', '2', '--json');
    assert.equal(finishedOf(run).ending, 'time', run.stderr);
    const verdicts = eventsOf(run).flatMap((event) => (event.event === 'candidate' ? event.verdict : []));
    assert.ok(verdicts.length > 0 && verdicts.every((verdict) => verdict === 'unresolved'), verdicts.join());
  });

  it('does not make it deaf to SIGTERM, with several tests at once', async () => {
    const args = ['reduce', 'in.txt', '--test', test, '--match', pattern, '--json', '-j', '4'];
    const { code } = await whittleProcess(args, directory.path, /"event":"candidate"/, 'SIGTERM');
    assert.equal(code, 130);
  });
});
