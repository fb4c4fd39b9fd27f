/** Kills fifty reductions of a folder: the project stays as it was, and a resumed run ends with the bytes of one that nobody stopped. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cli } from '../../support/cli';
import { wait } from '../../support/killed';
import { table, whole, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const rounds = 50;

export const folderKills: Section = {
  name: 'folder-kills',
  title: 'Killed while a folder is reduced',
  run: () => apart((makeWork) => killed(makeWork('work'))),
};

interface Killed {
  readonly ms: number;
  /** Tests in its journal, when it was killed. */
  readonly begun: boolean;
  readonly intact: boolean;
  readonly same: boolean;
}

async function killed(work: string): Promise<Report> {
  makeProject(join(work, 'project'));
  const before = stateOf(join(work, 'project'));
  const began = performance.now();
  await reduction(work).ended;
  let usual = performance.now() - began;
  const wanted = stateOf(join(work, 'output'), false);
  if (wanted.length === 0) throw new Error('The folder cannot be reduced.');
  const runs: Killed[] = [];
  while (runs.length < rounds) {
    const run = await killOne(work, Math.random() * usual, before, wanted);
    // It has ended before: now the machine is quicker.
    if (typeof run === 'number') usual = run;
    else runs.push(run);
  }
  return reportOf(runs, usual);
}

/** Returns how long it took, if it ended before it could be killed, ms. */
async function killOne(work: string, after: number, before: string, wanted: string): Promise<Killed | number> {
  for (const name of ['output', 'journal']) rmSync(join(work, name), { recursive: true, force: true });
  const began = performance.now();
  const { child, ended } = reduction(work);
  await Promise.race([wait(after), ended]);
  child.kill('SIGKILL');
  await ended;
  if (child.signalCode === null) return performance.now() - began;
  const intact = stateOf(join(work, 'project')) === before;
  const begun = readdirSync(work).includes('journal');
  if (!readdirSync(work).includes('output')) await reduction(work).ended;
  const same = stateOf(join(work, 'output'), false) === wanted;
  return { ms: after, begun, intact: intact && stateOf(join(work, 'project')) === before, same };
}

/** The only placement of folders is `copy`. */
function reduction(work: string) {
  const test = 'cd {} && grep -rq needle src && test -e data.bin';
  const args = [cli, 'reduce', 'project', '--test', test, '--journal', 'journal', '-o', 'output', '--timeout', '60'];
  const child = spawn(process.execPath, args, { cwd: work, stdio: 'ignore' });
  return { child, ended: new Promise<void>((resolve) => child.on('close', () => resolve())) };
}

/** Text, data, a program, a link, and directories: all that a project has. */
function makeProject(at: string): void {
  for (const directory of ['src', 'lib/deep', 'bin']) mkdirSync(join(at, directory), { recursive: true });
  for (let n = 0; n < 8; n++) {
    const lines = Array.from({ length: 4 }, (_, line) => `var v${n}_${line} = ${line};`);
    if (n === 7) lines.splice(2, 0, 'if (v7_1) {', '  needle(v7_2);', '}');
    writeFileSync(join(at, n % 2 === 0 ? `lib/deep/m${n}.js` : `src/m${n}.js`), `${lines.join('\n')}\n`);
  }
  writeFileSync(join(at, 'data.bin'), Buffer.from([0, 1, 2, 255]), { mode: 0o640 });
  writeFileSync(join(at, 'bin/run'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  symlinkSync('../src/m1.js', join(at, 'lib/link.js'));
}

/** Names, kinds, permissions, bytes, and of the project times too; empty if it is not there. */
function stateOf(at: string, withTimes = true): string {
  const names = readdirSync(at, { recursive: true, encoding: 'utf8' }).sort();
  const looked = names.map((name) => {
    const path = join(at, name);
    const status = lstatSync(path);
    const bytes = status.isFile() ? readFileSync(path) : status.isSymbolicLink() ? readlinkSync(path) : '';
    const hash = createHash('sha1').update(bytes).digest('hex');
    return [name, status.mode, hash, ...(withTimes ? [status.mtimeMs, status.ino] : [])].join(' ');
  });
  return looked.join('\n');
}

function reportOf(runs: readonly Killed[], usual: number): Report {
  const rows = [true, false].map((begun) => {
    const those = runs.filter((run) => run.begun === begun);
    const times = those.map(({ ms }) => ms);
    return [
      begun ? 'among the tests' : 'before the journal',
      those.length,
      those.length === 0 ? '' : `${whole(Math.min(...times))} to ${whole(Math.max(...times))}`,
      those.filter(({ intact }) => intact).length,
      those.filter(({ same }) => same).length,
    ];
  });
  const [intact, same] = [runs.filter((run) => run.intact).length, runs.filter((run) => run.same).length];
  return {
    text: `A run takes ${whole(usual)} ms.\n\n${table(['killed', 'kills', 'ms after the start', 'project as it was', 'same bytes after the resume'], rows)}`,
    claims: [
      { text: `faults: the project is unchanged after each of ${rounds} kills (${intact})`, met: intact === rounds },
      {
        text: `faults: the resumed run has the same bytes after each of ${rounds} kills (${same})`,
        met: same === rounds,
      },
    ],
    plots: {},
  };
}
