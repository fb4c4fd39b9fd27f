/** Input files of the terminal, and results: a finished one that cannot be written to its place goes to another, and is never thrown away. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BestSoFar } from '../host/bestSoFar';
import type { Content } from '../oracle/content';
import { PathError, requireFile } from '../reduction/ending/outputs';
import { inputProblem } from '../reduction/folder/listing';

/** The limit of JavaScript strings. */
const largest = 512 * 1024 * 1024;

/** Throws `PathError`. */
export async function readInput(path: string): Promise<Buffer> {
  try {
    const { size } = await requireFile(path, 'give the path of a file');
    if (size > largest) throw new PathError(`${path} is too large: at most 512 MiB can be reduced.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof PathError) throw error;
    throw new PathError(inputProblem(path, (error as NodeJS.ErrnoException).code));
  }
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Throws `PathError` if a result would take the place of the journal. */
export function requireOwnJournal(journal: string | undefined, outputs: readonly string[]): void {
  if (journal === undefined || !outputs.includes(resolve(journal))) return;
  throw new PathError('The journal would be replaced by the output: choose another --journal.');
}

/** `problem`: why the result is in another place, in one sentence. */
export interface Written {
  readonly path: string;
  readonly problem?: string;
}

/** Writes the result, and if that fails where the best one is kept. Throws `PathError` if it can be written nowhere. */
export async function writtenSomewhere(
  path: string,
  content: Content,
  best: BestSoFar,
  write: () => Promise<void>,
): Promise<Written> {
  try {
    await write();
    return { path };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    best.offer(content);
    const elsewhere = await best.keep();
    if (elsewhere === undefined) throw error;
    const code = /\((\w+)\)/.exec(error.message)?.[1] ?? 'unknown error';
    return { path: elsewhere, problem: `${path} cannot be written (${code}): the result is in ${elsewhere} instead.` };
  }
}
