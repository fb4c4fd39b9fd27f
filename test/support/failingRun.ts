/** A project with a failing test: mended, and run by its own runner. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, readers } from '../../src/oracle/reports/readers';
import { recognise } from '../../src/runners/recognise';
import type { Project } from './failingProjects';

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
