/** Whole projects with one bug → reproductions: small enough, in few tests, and they run. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Finished } from '../../../src/reduction/events/events';
import { table, whole, type Claim, type Report } from '../support/report';
import type { Options, Suite } from '../support/suite';
import { run } from '../tests/running';
import { cases, type FolderCase } from './cases';

/** Claimed at most. */
const most = { lines: 150, tests: 600 };

export const folders: Suite = {
  name: 'folders',
  description: 'Projects with one bug, by whittle repro: files, lines and tests of the reproduction.',
  open: (options) => [{ name: 'cases', title: 'Reproductions of whole projects', run: () => report(options) }],
};

interface Made {
  readonly finished: Finished;
  /** Of the reproduction, without what is written beside the files that are left. */
  readonly files: number;
  readonly lines: number;
  /** It fails as before in an empty place. */
  readonly runs: boolean;
}

async function report({ case: name, maxTime, jobs, show }: Options): Promise<Report> {
  const chosen = cases.filter((one) => name === undefined || one.name === name);
  const rows: (readonly (string | number)[])[] = [];
  const claims: Claim[] = [];
  for (const one of chosen) {
    const { finished, files, lines, runs } = await made(one, maxTime, jobs, show);
    const { tests, tokens, ms, files: all } = finished;
    rows.push([
      one.name,
      `${all?.before} → ${files}`,
      lines,
      `${tokens.before} → ${tokens.after}`,
      tests,
      whole(ms / 1000),
      runs ? 'yes' : 'no',
    ]);
    const met = runs && finished.confirmed && files <= one.files && lines <= most.lines && tests <= most.tests;
    claims.push({
      text: `${one.name}: runs, with at most ${one.files} files, ${most.lines} lines and ${most.tests} tests`,
      met,
    });
  }
  return { text: table(['project', 'files', 'lines', 'tokens', 'tests', 's', 'runs'], rows), claims, plots: {} };
}

async function made({ name, make, args }: FolderCase, seconds: number, jobs: number, show = false): Promise<Made> {
  const home = mkdtempSync(join(tmpdir(), `whittle-bench-${name}-`));
  try {
    const [project, result] = [join(home, 'project'), join(home, 'result')];
    mkdirSync(project);
    make(project);
    const limits = ['--json', '--max-time', `${seconds}`, '--jobs', `${jobs}`];
    const words = ['node', resolve('dist/cli.js'), 'repro', ...args, '--output', result, ...limits];
    const env = { TMPDIR: home, XDG_STATE_HOME: join(home, 'state') };
    const { stdout, stderr } = await run(words, { cwd: project, ms: 1000 * seconds + 300_000, env });
    const last = stdout.split('\n').findLast((line) => line.startsWith('{"event":"finished"'));
    if (last === undefined) throw new Error(`${name}: ${stderr}${stdout.slice(-300)}`);
    const finished = JSON.parse(last) as Finished;
    const left = readdirSync(result, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const texts = left
      .filter((file) => !/^(?:README\.md|repro\.sh|package-lock\.json|requirements\.txt)$/.test(file.name))
      .map((file) => [join(file.parentPath, file.name), readFileSync(join(file.parentPath, file.name), 'utf8')]);
    if (show) for (const [path, text] of texts) console.log(`### ${path.slice(result.length + 1)}\n\n${text}\n`);
    const lines = texts.reduce(
      (sum, [, text]) => sum + text.split('\n').filter((line) => line.trim() !== '').length,
      0,
    );
    const readme = readFileSync(join(result, 'README.md'), 'utf8');
    return { finished, files: texts.length, lines, runs: readme.includes('It failed as before in an empty folder') };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
