/** The command line, in this process, or built and run as by a user. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main';
import { workers } from '../../src/host/host';
import { serveHere } from '../../src/host/worker';
import type { Finished, ReductionEvent } from '../../src/reduction/events/events';
import { expectNoRunRoots, freshDirectory, withVariable } from './files';
import './state';

const root = process.cwd();
export const cli = resolve('dist/cli.js');

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The worker of a run in this thread, whose modules and grammars are loaded. What goes through its port is data, as ever. */
const beginHere: typeof workers.begin = (given) => serveHere(structuredClone(given));

/**
 * In this process, one at a time. By default its tests run one at a time, and have a minute each (those of workers the measured time), so
 * that counts are equal on all machines, loaded ones too.
 */
export async function whittle(args: readonly string[], cwd: string, piped = ''): Promise<CliRun> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    write: (text: string | Uint8Array) => void (written[name] += Buffer.from(text).toString()),
  });
  const streams = { stdin: new PassThrough().end(piped), stdout: output('stdout'), stderr: output('stderr') };
  const leave = enter(cwd);
  try {
    const code = await main([process.execPath, cli, ...args, ...usual(args)], dirname(cli), streams);
    return { code, ...written };
  } finally {
    leave();
  }
}

/** The oracles of a block change what is outside the run root, on purpose: they count runs there, or take something away. */
export function unprotected(): void {
  withVariable('WHITTLE_PROTECT', 'off');
}

/** Protected as by default, unless a test wants it otherwise: `links` is for oracles of unit tests (.mocharc.js). */
function chosenLayer(): string {
  const { WHITTLE_PROTECT = '' } = process.env;
  return WHITTLE_PROTECT === 'links' ? '' : WHITTLE_PROTECT;
}

/** Makes it the directory of this process. Returns what undoes that, and changes of the environment. */
function enter(cwd: string): () => void {
  const before = { cwd: process.cwd(), env: { ...process.env }, begin: workers.begin };
  if (before.cwd !== root) throw new Error(`whittle() runs already in ${before.cwd}`);
  process.chdir(cwd);
  workers.begin = beginHere;
  process.env.WHITTLE_PROTECT = chosenLayer();
  return () => {
    process.chdir(before.cwd);
    workers.begin = before.begin;
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
  };
}

/** In a process of its own, which gets the signal once stdout matches `interruptWhen`. */
export async function whittleProcess(
  args: readonly string[],
  cwd: string,
  interruptWhen?: RegExp,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<CliRun> {
  const child = spawn(process.execPath, [cli, ...args, ...usual(args)], {
    cwd,
    env: { ...process.env, WHITTLE_PROTECT: chosenLayer() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

function usual(args: readonly string[]): string[] {
  const runs = ['reduce', 'isolate', 'compare'].includes(args[0]);
  const says = (option: RegExp) => args.some((word) => option.test(word));
  return [
    ...(runs && !says(/^(-j|--jobs)/) ? ['-j', '1'] : []),
    ...(runs && !says(/^--(timeout|oracle)/) ? ['--timeout', '60'] : []),
  ];
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
