/** Input and output files of the terminal. */
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';

/** A path that cannot serve; the message is one sentence with the remedy. */
export class PathError extends Error {}

/** Throws `PathError`. */
export async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new PathError(inputProblem(path, (error as NodeJS.ErrnoException).code));
  }
}

function inputProblem(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return `${path} does not exist: give the path of the failing input.`;
  if (code === 'EISDIR') return `${path} is a directory: give the path of one file.`;
  if (code === 'EACCES') return `${path} cannot be read: check its permissions.`;
  if (code === 'ERR_FS_FILE_TOO_LARGE') return `${path} is too large: at most 2 GiB can be reduced.`;
  return `${path} cannot be read (${code}).`;
}

/** Where the result of `input` goes; checked before the run. Throws `PathError`. */
export async function outputPath(input: string, wanted: string | undefined): Promise<string> {
  const extension = extname(input);
  const output = resolve(wanted ?? join(dirname(input), `${basename(input, extension)}.reduced${extension}`));
  const directory = await stat(dirname(output)).catch(() => undefined);
  if (!directory?.isDirectory()) throw new PathError(`${dirname(output)} is not a directory: choose another --output.`);
  const existing = await stat(output).catch(() => undefined);
  if (existing?.isDirectory()) throw new PathError(`${output} is a directory: choose a file for --output.`);
  const source = await stat(input);
  if (existing && existing.ino === source.ino && existing.dev === source.dev) {
    throw new PathError('The output would replace the input: choose another --output.');
  }
  return existing ? realpath(output) : output;
}

/** Writes the file whole or not at all. Throws `PathError`. */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new PathError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}): choose another --output.`,
    );
  }
}
