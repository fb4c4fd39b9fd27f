/**
 * The command line on real bugs with real oracles, one of each of our languages. The corpus is found by the variable
 * WHITTLE_CORPUS: folders with case.json, the input and oracle.sh. A case whose tool is not installed is left out by name.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { finishedOf, whittle } from '../../support/cli';
import { freshDirectory } from '../../support/files';
import { seldom } from '../../support/seldom';

const corpus = process.env.WHITTLE_CORPUS;

/** Case, and the tokens that its result has at most. */
const cases: [string, number][] = [
  ['peer-c-esbuild-static-block', 7],
  ['ts-tsc-numeric-type-name', 6],
  ['py-black-await-power', 25],
  ['c-gcc-wrong-code', 80],
  ['peer-a-html-select', 24],
];

const directory = freshDirectory();

seldom.describe('the corpus', () => {
  if (!corpus) {
    it('is not tested: WHITTLE_CORPUS is not set');
    return;
  }
  for (const [name, most] of cases) {
    it(`${name}: at most ${most} tokens, and the result passes its oracle`, async function () {
      this.timeout(900_000);
      const home = join(corpus, name);
      const { input } = JSON.parse(readFileSync(join(home, 'case.json'), 'utf8')) as { input: string };
      const oracle = join(home, 'oracle.sh');
      const holds = (file: string) => spawnSync('bash', [oracle, file]).status === 0;
      if (!holds(join(home, input))) {
        console.log(
          `      left out: the oracle of ${name} does not hold here; install its tools (README of the corpus)`,
        );
        this.skip();
      }
      const result = join(directory.path, input);
      const args = [
        'reduce',
        join(home, input),
        '--test',
        `bash '${oracle}' {}`,
        '--output',
        result,
        '--max-time',
        '100',
        '--json',
      ];
      const run = await whittle(args, directory.path);
      assert.equal(run.code, 0, run.stderr);
      const { tokens, confirmed, tests, ending } = finishedOf(run);
      console.log(`      ${tokens.before} → ${tokens.after} tokens in ${tests} tests (${ending})`);
      assert.ok(confirmed && holds(result));
      assert.ok(tokens.after <= most, `${tokens.after} tokens`);
    });
  }

  it('a lock file: the JSON that npm writes, down to one package', async function () {
    this.timeout(360_000);
    const lock = join(corpus, 'tools/package-lock.json');
    assert.ok(existsSync(lock), `${lock} is there: ${readdirSync(corpus).join(' ')}`);
    const result = join(directory.path, 'lock.json');
    const test = `node -e 'process.exit(JSON.parse(require("fs").readFileSync(process.argv[1])).packages["node_modules/mocha"].version ? 0 : 1)' {}`;
    const run = await whittle(['reduce', lock, '--test', test, '-o', result, '--json'], directory.path);
    const { tokens, confirmed } = finishedOf(run);
    assert.ok(confirmed);
    const kept = JSON.parse(readFileSync(result, 'utf8')) as { packages: object };
    assert.deepEqual(Object.keys(kept), ['packages']);
    assert.deepEqual(Object.keys(kept.packages), ['node_modules/mocha']);
    assert.ok(tokens.after <= 32, `${tokens.after} tokens`);
  });
});
