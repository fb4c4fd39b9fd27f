/** Kills reductions in place in the middle, and checks the file after the next start. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, whittleProcess } from './cli';

export interface KilledRun {
  /** Time between the start and the kill, ms. */
  readonly ms: number;
  /** Content of the file after the kill. */
  readonly left: 'original' | 'candidate';
  /** After the next start: are bytes, permissions and time restored, with nothing beside the file? */
  readonly intact: boolean;
}

/** State of a file and of its directory. */
export function lookAt(directory: string, name: string): string {
  const { mode, mtimeMs, size } = lstatSync(join(directory, name));
  const hash = createHash('sha1')
    .update(readFileSync(join(directory, name)))
    .digest('hex');
  return [hash, mode, mtimeMs, size, ...readdirSync(directory)].join(' ');
}

/** Kills one run `after` ms after its first candidate or its start; then starts Whittle again. */
export async function killOne(directory: string, after: number, from: 'start' | 'candidate'): Promise<KilledRun> {
  const path = join(directory, 'input.txt');
  const before = lookAt(directory, 'input.txt');
  const original = contentOf(path);
  const program = "process.exitCode = require('fs').readFileSync(process.argv[1], 'utf8').includes('needle') ? 0 : 1";
  const test = `"${process.execPath}" -e "${program}" {}`;
  const args = [cli, 'reduce', path, '--place', 'in-place', '--test', test, '-o', join(directory, 'output.txt')];
  const child = spawn(process.execPath, args, { cwd: directory, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const began = performance.now();
  const isOriginal = () => contentOf(path) === original;
  while (from === 'candidate' && isOriginal() && child.exitCode === null) await wait(2);
  await wait(after);
  child.kill('SIGKILL');
  await ended;
  const left = isOriginal() ? 'original' : 'candidate';
  const ms = Math.round(performance.now() - began);
  await whittleProcess(['reduce', 'no such file', '--test', 'true'], directory);
  return { ms, left, intact: lookAt(directory, 'input.txt') === before };
}

/** A file that takes some hundred tests, and a file for the output of its reduction, so that no listing changes. */
export function makeInput(directory: string): void {
  const lines = Array.from({ length: 300 }, (_, at) => (at % 50 === 7 ? `needle ${at};` : `line ${at} is hay;`));
  writeFileSync(join(directory, 'input.txt'), `${lines.join('\n')}\n`, { mode: 0o640 });
  writeFileSync(join(directory, 'output.txt'), '');
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Empty if there is no file: between two candidates there is none. */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
