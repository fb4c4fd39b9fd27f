/** The scripts of docs/ci.md, as a runner runs them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { workplace } from '../../support/cli';
import { blocksOf } from '../../support/documented';
import { seldom } from '../../support/seldom';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const [gitHub, gitLab] = blocksOf('ci.md', 'yaml').map((block): unknown => parse(block));
const { reduce: job } = (gitHub as { jobs: { reduce: { steps: Step[]; defaults: unknown } } }).jobs;
const { reduce: other } = gitLab as { reduce: { script: string[]; artifacts: { paths: string[] } } };

const { directory, at, write, read } = workplace();

const parser = `
import { readFileSync } from 'node:fs';
const { items } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { price } of items) if (price < 0) throw new RangeError('a price below 0');
`;

/** A project with Whittle as a dependency, its crash, and its program. */
function project(program = parser): void {
  const whittle = { name: 'whittle', version: '0.0.0', bin: { whittle: 'dist/cli.js' } };
  const root = { name: 'shop', version: '1.0.0', devDependencies: { whittle: 'file:whittle' } };
  const packages = { '': root, 'node_modules/whittle': { resolved: 'whittle', link: true }, whittle };
  mkdirSync(at('whittle'));
  symlinkSync(resolve('dist'), at('whittle/dist'));
  write('whittle/package.json', JSON.stringify(whittle));
  write('package.json', JSON.stringify(root));
  write('package-lock.json', JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }));
  write('crash.json', JSON.stringify({ items: [{ name: 'tea', price: -5 }] }));
  write('parse.mjs', program);
}

/** GitHub's `shell: bash`; the exit code. */
function bash(script: string): number | null {
  write('script.sh', script);
  const usual = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_offline: 'true' };
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'script.sh'], {
    cwd: directory.path,
    env: { ...process.env, ...usual, GITHUB_STEP_SUMMARY: at('summary.md') },
  }).status;
}

/** Runs the steps in order, after a failure only those that always run; the exit codes of those that ran. */
function runSteps(steps = job.steps): (number | null)[] {
  const codes: (number | null)[] = [];
  for (const { run, if: condition } of steps) {
    if (run === undefined || (codes.some((code) => code !== 0) && condition !== 'always()')) continue;
    codes.push(bash(run));
  }
  return codes;
}

seldom.describe('docs/ci.md', () => {
  it('reduces the crash, reports it, and goes on in the next run', () => {
    project();
    assert.deepEqual(job.defaults, { run: { shell: 'bash' } });
    assert.deepEqual(runSteps(), [0, 0, 0]);
    assert.equal(read('reduced/crash.json'), '{"items": [{"price": -5}]}');
    assert.match(read('summary.md'), /### reduced\/crash\.json\n\n {4}\{"items": \[\{"price": -5\}\]\}\n/);
    assert.match(read('summary.md'), /tests · .* · verified/);
    rmSync(at('reduced'), { recursive: true });
    assert.deepEqual(runSteps(job.steps.filter(({ run }) => run !== 'npm ci')), [0, 0]);
    assert.equal(read('reduced/crash.json'), '{"items": [{"price": -5}]}');
    assert.match(read('reduced/log.txt'), /^Resumed after \d+ tests\.$/m);
  });

  it('keeps the directories that its steps write', () => {
    const used = (action: string) => job.steps.filter(({ uses }) => uses?.startsWith(action)).map((step) => step.with);
    const [restored, saved] = used('actions/cache/');
    assert.deepEqual([restored?.path, saved?.path], ['journal', 'journal']);
    assert.equal(restored?.key, saved?.key);
    assert.ok(saved?.key.startsWith(restored!['restore-keys']));
    assert.deepEqual(used('actions/upload-artifact'), [{ name: 'reduced', path: 'reduced' }]);
    assert.deepEqual(other.artifacts.paths, ['reduced']);
  });

  it('fails with exit code 1 if there is no crash, and still reports', () => {
    project('');
    assert.deepEqual(runSteps(), [0, 1, 0]);
    assert.ok(!existsSync(at('reduced/crash.json')));
    assert.match(read('summary.md'), /### reduced\/log\.txt\n\n {4}[^]*whittle: .*succeeds on this file/);
  });

  it('does the same on GitLab', () => {
    const script = job.steps.find(({ run }) => run?.includes('npx whittle'))!.run!.replaceAll('\\\n', '');
    const [prepare, command] = script.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    assert.deepEqual(other.script, [prepare, 'npm ci', command.replace(' 2>&1 | tee reduced/log.txt', '')]);
  });
});
