/** Kills reductions in place at chosen system calls, and looks whether the next start restores the file and gives the lock back. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../../support/cli';
import { lookAt, makeInput } from '../../support/killed';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';
import { hasStrace, withoutStrace } from './strace';

const kills = 63;

/** What changes names and files. */
const calls = ['mkdir', 'rename', 'link', 'unlink', 'rmdir', 'fsync', 'fdatasync', 'fchmod', 'chmod'];

export const killedAtCalls: Section = {
  name: 'calls',
  title: 'Killed at chosen system calls in place',
  run: () => (hasStrace() ? apart(async (work) => killed(work('work'))) : withoutStrace()),
};

interface Kill {
  readonly call: string;
  /** It is the n-th of its kind. */
  readonly at: number;
}

interface Killed extends Kill {
  /** Is the file as it was, with nothing beside it? */
  readonly intact: boolean;
  /** Could the file be reduced afterwards, in place and elsewhere? */
  readonly free: boolean;
}

function killed(directory: string): Report {
  makeInput(directory);
  const log = join(directory, 'calls');
  const command = ['-f', '-qq', '-s', '1000', '-o', log, '-e', `trace=${calls}`];
  spawnSync('strace', [...command, ...reduction(directory, 'in-place')], { cwd: directory });
  const chosen = spread(callsIn(readFileSync(log, 'utf8')), kills);
  const before = lookAt(directory, 'input.txt');
  return reportOf(chosen.map((kill) => killedAt(directory, kill, before)));
}

/** Few tests: most calls are then of the beginning and the end. */
function reduction(directory: string, place: string): string[] {
  const output = join(directory, 'output.txt');
  const test = ['--test', 'grep -q needle {}', '--max-tests', '3'];
  return [process.execPath, cli, 'reduce', join(directory, 'input.txt'), '--place', place, '-o', output, ...test];
}

/** The calls of the main thread, which has the lowest number, from the first that has to do with the backup. */
function callsIn(log: string): Kill[] {
  const lines = log.split('\n').map((line) => /^(\d+) +(\w+)\((.*)$/.exec(line) ?? []);
  const main = String(Math.min(...lines.map(([, thread]) => Number(thread ?? Infinity))));
  const counts = new Map<string, number>();
  let begun = false;
  return lines.flatMap(([, thread, call, rest]) => {
    if (thread !== main || call === undefined) return [];
    const at = (counts.get(call) ?? 0) + 1;
    counts.set(call, at);
    begun ||= rest.includes('in-place');
    return begun ? [{ call, at }] : [];
  });
}

function spread<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);
}

function killedAt(directory: string, { call, at }: Kill, before: string): Killed {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`];
  const args = ['-f', '-qq', '-o', '/dev/null', ...inject, ...reduction(directory, 'in-place')];
  spawnSync('strace', args, { cwd: directory });
  spawnSync(process.execPath, [cli, 'reduce', 'no such file', '--test', 'true'], { cwd: directory });
  const intact = lookAt(directory, 'input.txt') === before && locks().length === 0;
  const [program, ...words] = reduction(directory, at % 2 === 0 ? 'copy' : 'in-place');
  const free = spawnSync(program, words, { cwd: directory }).status === 0;
  return { call, at, intact, free };
}

function locks(): string[] {
  const directory = join(process.env.XDG_STATE_HOME!, 'whittle', 'in-place');
  return existsSync(directory) ? readdirSync(directory) : [];
}

function reportOf(runs: readonly Killed[]): Report {
  const rows = calls.flatMap((call) => {
    const those = runs.filter((run) => run.call === call);
    const [intact, free] = [those.filter((run) => run.intact).length, those.filter((run) => run.free).length];
    return those.length === 0 ? [] : [[call, those.length, intact, free]];
  });
  const [intact, free] = [runs.filter((run) => run.intact).length, runs.filter((run) => run.free).length];
  return {
    text: table(['killed at', 'kills', 'file as it was', 'file can be reduced'], rows),
    claims: [
      { text: `faults: the file is restored after ${kills} kills at calls (${intact})`, met: intact === kills },
      { text: `faults: no lock is left after ${kills} kills at calls (${kills - free})`, met: free === kills },
    ],
    plots: {},
  };
}
