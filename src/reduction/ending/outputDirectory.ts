/** Where the result of several files goes: a directory that is not there before. */
import { chmod, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FileSet } from '../../oracle/content';
import { within } from '../../oracle/places/roots';
import { bits, usual, whenUnlocked } from '../../oracle/platform/files';
import { cannotWrite, draftBeside, PathError, requireShortName } from './outputs';

export interface OutputDirectory {
  readonly path: string;
}

/** `inputs`: directories in which nothing is to be written. Throws `PathError`. */
export async function outputDirectoryAt(wanted: string, inputs: readonly string[]): Promise<OutputDirectory> {
  const path = resolve(wanted);
  const there = await lstat(path).catch(() => undefined);
  if (there && !there.isDirectory()) throw new PathError(`${path} is not a directory: choose another --output.`);
  if (there && (await readdir(path).catch(() => [''])).length > 0) {
    throw new PathError(`${path} is not empty: remove it, or choose another --output.`);
  }
  if (inputs.some((input) => within(input, path) !== undefined)) {
    throw new PathError('The output would be inside the input: choose another --output.');
  }
  await rm(await makeDraft(path), { recursive: true });
  return { path };
}

/** Writes all files or none. Throws `PathError`. */
export async function writeOutputDirectory({ path }: OutputDirectory, { files }: FileSet): Promise<void> {
  const draft = await makeDraft(path);
  try {
    for (const file of files) {
      const at = join(draft, file.path);
      await mkdir(dirname(at), { recursive: true });
      await writeFile(at, file.bytes);
      await chmod(at, (file.mode ?? usual.file) & bits.permissions);
    }
    await whenUnlocked(() => rename(draft, path));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw cannotWrite({ path }, error);
  }
}

/** A directory beside the output, which takes its place in the end. Throws `PathError`. */
async function makeDraft(path: string): Promise<string> {
  const draft = draftBeside(path);
  try {
    requireShortName(path);
    await mkdir(draft);
    return draft;
  } catch (error) {
    throw cannotWrite({ path }, error);
  }
}
