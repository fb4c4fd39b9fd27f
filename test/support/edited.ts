/** Reductions in place during which somebody saves the file, and what becomes of the text. */
import { spawn } from 'node:child_process';
import { appendFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from './cli';
import { contentOf, wait } from './killed';

/** How programs save: into the file that is there, or a new one under its name; and how they add to a file. */
export const ways = {
  write: (path: string, text: string) => writeFileSync(path, text),
  rename(path: string, text: string) {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  },
  append: (path: string, text: string) => appendFileSync(path, text),
} as const;

export type Way = keyof typeof ways;

export interface EditedRun {
  readonly way: Way;
  /** Is the text in the file after the run? */
  readonly kept: boolean;
  readonly code: number | null;
  readonly stderr: string;
}

export interface Edit {
  readonly way: Way;
  readonly text: string;
  /** Between the first candidate and the save, ms. */
  readonly after: number;
  /** Then so many ms, with fractions, after the next candidate is begun beside the file. */
  readonly aimed?: number;
  /** A program that the run is started by, with its arguments. */
  readonly by?: readonly string[];
}

/** Undefined if the run was over before the save. */
export async function editOne(
  directory: string,
  { way, text, after, aimed, by = [] }: Edit,
): Promise<EditedRun | undefined> {
  const path = join(directory, 'input.txt');
  const original = contentOf(path);
  const test = 'sleep 0.005; grep -q needle {}';
  const output = join(directory, 'output.txt');
  const run = [process.execPath, cli, 'reduce', path, '--place', 'in-place', '--test', test, '-o', output];
  const [program, ...args] = [...by, ...run];
  const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  while (contentOf(path) === original && child.exitCode === null) await wait(1);
  await wait(after);
  if (aimed !== undefined) await nextDraft(directory, aimed);
  if (child.exitCode !== null) return undefined;
  ways[way](path, text);
  const code = await ended;
  return { way, code, stderr, kept: contentOf(path).endsWith(text) };
}

/** Resolves so many ms after a file whose name ends with `.draft` is made in the directory, or when half a second is over. */
function nextDraft(directory: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      watcher.close();
      resolve();
    };
    const timer = setTimeout(end, 500);
    const watcher = watch(directory, (_, name) => {
      if (!name?.endsWith('.draft')) return;
      // A timer would be too coarse.
      for (const limit = performance.now() + ms; performance.now() < limit;);
      end();
    });
  });
}
