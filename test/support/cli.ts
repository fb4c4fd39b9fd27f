/** The built command line, run as by a user. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finished, ReductionEvent } from '../../src/reduction/events/events';
import { expectNoRunRoots, freshDirectory } from './files';
import './state';

export const cli = resolve('dist/cli.js');

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * `interruptWhen`: sends the signal once stdout matches. By default tests run one at a time, and have a minute each (those of workers the
 * measured time), so that counts are equal on all machines, loaded ones too.
 */
export async function whittle(
  args: readonly string[],
  cwd: string,
  interruptWhen?: RegExp,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<CliRun> {
  const runs = ['reduce', 'isolate', 'compare'].includes(args[0]);
  const says = (option: RegExp) => args.some((word) => option.test(word));
  const usual = [
    ...(runs && !says(/^(-j|--jobs)/) ? ['-j', '1'] : []),
    ...(runs && !says(/^--(timeout|oracle)/) ? ['--timeout', '60000'] : []),
  ];
  const child = spawn(process.execPath, [cli, ...args, ...usual], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  child.stdout.on('data', (data) => {
    stdout += data;
    if (!interrupted && interruptWhen?.test(stdout)) interrupted = child.kill(signal);
  });
  child.stderr.on('data', (data) => (stderr += data));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout, stderr };
}

export function eventsOf({ stdout }: CliRun): ReductionEvent[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReductionEvent);
}

export function finishedOf(run: CliRun): Finished {
  const last = eventsOf(run).at(-1);
  if (last?.event !== 'finished') throw new Error(`not finished: ${run.stdout.slice(-500)}${run.stderr}`);
  return last;
}

/** A directory for each test of a file, in which `whittle reduce` runs; no run root may be left. */
export function workplace() {
  const directory = freshDirectory();
  expectNoRunRoots();
  const at = (name: string) => join(directory.path, name);
  return {
    directory,
    at,
    write: (name: string, content: string | Buffer) => writeFileSync(at(name), content),
    read: (name: string) => readFileSync(at(name), 'utf8'),
    reduce: (...args: string[]) => whittle(['reduce', ...args], directory.path),
  };
}
