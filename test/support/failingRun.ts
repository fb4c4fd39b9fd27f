/** A project with a failing test: mended, and run by its own runner. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readReport, readers } from '../../src/oracle/reports/readers';
import { recognise } from '../../src/runners/recognise';
import type { Project } from './failingProjects';
import { writeTree } from './tree';

export function mend({ files, wrong, right }: Project, root: string): void {
  const path = join(root, Object.keys(files)[1]);
  writeFileSync(path, readFileSync(path, 'utf8').replace(wrong, right));
}

/** A test file that does not even load counts as nothing; a script has no report that tells it. */
export function runOf(path: string, root: string): 'passes' | 'fails' | 'nothing' {
  const [{ command, cwd, runner }] = recognise({ path, text: readFileSync(path, 'utf8'), root });
  const { status, ...said } = spawnSync('/bin/sh', ['-c', command], { cwd, encoding: 'utf8' });
  if (status === 0) return 'passes';
  return !readers[runner] || readReport(runner, said)?.failures[0] ? 'fails' : 'nothing';
}

/** The project in `root`; in a repository it was right in the commit before. */
export function laidOut(project: Project, root: string) {
  const { files, wrong, right, isRepository } = project;
  writeTree(root, files);
  const [test, source] = Object.keys(files);
  if (!existsSync(join(root, 'node_modules'))) symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  if (isRepository) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
    git('init', '--quiet');
    mend(project, root);
    git('add', '--all', ':!node_modules');
    git('commit', '--quiet', '-m', 'right');
    const path = join(root, source);
    writeFileSync(path, readFileSync(path, 'utf8').replace(right, wrong));
    git('commit', '--quiet', '--all', '-m', 'wrong');
  }
  return { path: join(root, test), root };
}
