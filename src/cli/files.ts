/** Input files of the terminal. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PathError, requireFile } from '../reduction/ending/outputs';
import { inputProblem } from '../reduction/folder/inputProblem';

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
