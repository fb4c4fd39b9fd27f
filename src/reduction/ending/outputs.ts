/** Where a result goes: beside its input or elsewhere, whole or not at all; an older one is kept. */
import { randomBytes } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Content, FileSet, PlacedFile } from '../../oracle/content';
import { within } from '../../oracle/places/roots';
import { bits, usual, whenUnlocked } from '../../oracle/platform/files';

/** A path that cannot be used; the message is one sentence with the remedy. */
export class PathError extends Error {}

/** Where a result goes; of a file with the permissions of the input. */
export interface Output {
  readonly path: string;
  readonly mode?: number;
}

/** Names of tests that their runner loads as modules. */
const modules = /^test_.*\.py$|_test\.py$|\.rs$/;

/**
 * Beside `input`, or in another directory: its name with `kind` before the extension; of a test, so that its runner takes it
 * (`cart.reduced.test.js`, `test_cart_reduced.py`). A result becomes `cart.reduced2.test.js`. Go takes no file that begins with `_` for one
 * of its package.
 */
export function named(input: string, kind: string, directory = dirname(input)): string {
  const name = basename(input);
  const [, stem, end = ''] = /^(.+?)((?:[._-](?:test|spec))?\.[^.]*)?$/s.exec(name)!;
  const [, first = stem, count] = new RegExp(`^(.+)[._]${kind}(\\d*)$`, 's').exec(stem) ?? [];
  const number = count === undefined ? '' : Number(count || 1) + 1;
  const before = name.endsWith('.go') && !first.startsWith('_') ? '_' : '';
  return join(directory, `${before}${first}${modules.test(name) ? '_' : '.'}${kind}${number}${end}`);
}

/** Where a result goes, with the permissions of the first input; no input may be replaced. Throws `PathError`. */
export async function outputAt(wanted: string, inputs: readonly string[]): Promise<Output> {
  const name = resolve(wanted);
  const path = await fs.realpath(name).catch(() => name);
  // Windows has numbers of files that only a bigint holds.
  const there = await fs.lstat(path, { bigint: true }).catch(() => undefined);
  if (there?.isSymbolicLink())
    throw new PathError(`${path} is a link to nothing: remove it, or choose another place (‹output›).`);
  if (there) await requireFile(path, 'move it away, or choose another place (‹output›)');
  const sources = await Promise.all(inputs.map((input) => fs.stat(input, { bigint: true })));
  if (there && sources.some(({ ino, dev }) => there.ino === ino && there.dev === dev)) {
    throw new PathError('The output would replace the input: choose another place (‹output›).');
  }
  await requireWritable(path);
  return { path, mode: Number(sources[0].mode) };
}

/** Without writing, so that a killed run leaves nothing. */
async function requireWritable(path: string): Promise<void> {
  try {
    requireShortName(path);
    await fs.access(dirname(path), fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function requireShortName(path: string): void {
  if (Buffer.byteLength(basename(path)) > 255) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' });
}

/** Writes the file whole or not at all; `beforeReplacing` is called when nothing but its name is left to do. Throws `PathError`. */
export function writeOutput(
  { path, mode }: Output,
  bytes: Uint8Array,
  beforeReplacing?: () => Promise<void>,
): Promise<void> {
  return replace(path, (draft) => fs.writeFile(draft, bytes, { mode }), beforeReplacing);
}

/** Makes a draft that takes the place of the output in the end. Throws `PathError`. */
async function replace(
  path: string,
  make: (draft: string) => Promise<void>,
  beforeReplacing?: () => Promise<void>,
): Promise<void> {
  const draft = join(dirname(path), `.whittle-${randomBytes(6).toString('hex')}`);
  try {
    requireShortName(path);
    await make(draft);
    await beforeReplacing?.();
    await whenUnlocked(() => fs.rename(draft, path));
  } catch (error) {
    await fs.rm(draft, { recursive: true, force: true }).catch(() => {});
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): PathError {
  const { code = '' } = error as NodeJS.ErrnoException;
  const remedies: Readonly<Record<string, string>> = {
    ENOENT: `make its directory (mkdir -p ${dirname(path)})`,
    ENAMETOOLONG: 'give it a shorter name',
  };
  const { [code]: remedy = 'make its directory writable' } = remedies;
  return new PathError(`${path} cannot be written (${code}): ${remedy}, or choose another place (‹output›).`);
}

/** Throws `PathError`. */
export async function requireFile(path: string, remedy: string): Promise<Stats> {
  const found = await fs.stat(path);
  if (!found.isFile())
    throw new PathError(`${path} is ${found.isDirectory() ? 'a directory' : 'no regular file'}: ${remedy}.`);
  return found;
}

/**
 * The same, where the user did not name the file: an older one gets the first free name of NAME.1.EXT, NAME.2.EXT, …, unless it is
 * equal to the new one or to `own`, and `tell` gets a sentence about that.
 */
export function writeKeeping(
  output: Output,
  bytes: Uint8Array,
  tell: (sentence: string) => void,
  own = bytes,
): Promise<void> {
  const { path } = output;
  return writeOutput(output, bytes, async () => {
    const isGone = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';
    const before = await whenUnlocked(() => fs.readFile(path)).catch((error) => (isGone(error) ? bytes : undefined));
    if (before && [bytes, own].some((one) => Buffer.compare(before, one) === 0)) return;
    tell(`${basename(path)} was there already: it is now ${await secondName(path)}.`);
  });
}

async function secondName(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const other = named(path, String(number));
    try {
      await fs.link(path, other).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw error;
        // Not every file system has links.
        await fs.copyFile(path, other, fs.constants.COPYFILE_EXCL);
      });
      return other;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** NAME, NAME.1, NAME.2, …: nothing is overwritten. */
export function freeName(path: string): string {
  for (let number = 0; ; number++) {
    const name = number === 0 ? path : `${path}.${number}`;
    if (!existsSync(name)) return name;
  }
}

/** Where the result of several files goes. `inputs`: directories in which nothing is to be written. Throws `PathError`. */
export async function outputDirectoryAt(wanted: string, inputs: readonly string[]): Promise<Output> {
  const path = resolve(wanted);
  const there = await fs.lstat(path).catch(() => undefined);
  if (there && !there.isDirectory())
    throw new PathError(`${path} is not a directory: choose another place (‹output›).`);
  if (there && (await fs.readdir(path).catch(() => [''])).length > 0) {
    throw new PathError(`${path} is not empty: remove it, or choose another place (‹output›).`);
  }
  if (inputs.some((input) => within(input, path) !== undefined)) {
    throw new PathError('The output would be inside the input: choose another place (‹output›).');
  }
  await requireWritable(path);
  return { path };
}

/** Writes all files or none. Throws `PathError`. */
export function writeOutputDirectory({ path }: Output, { files }: FileSet): Promise<void> {
  return replace(path, async (draft) => {
    await fs.mkdir(draft);
    await writeFiles(draft, files);
  });
}

/** `mode`: of all of them. Throws errors of the file system. */
export async function writeFiles(directory: string, files: readonly PlacedFile[], mode?: number): Promise<void> {
  for (const file of files) {
    const at = join(directory, file.path);
    await fs.mkdir(dirname(at), { recursive: true });
    await fs.writeFile(at, file.bytes, { mode });
    await fs.chmod(at, mode ?? (file.mode ?? usual.file) & bits.permissions);
  }
}

/** Longer differences are not printed: the shortest patch takes too long to find. */
const longestPatch = 1000;

/** Of an isolation: first the text that fails, and its path. */
export function patchOf(contents: readonly Content[], [failing, passing]: readonly string[]): string {
  const [after, before] = contents.map((bytes) => Buffer.from(bytes as Uint8Array).toString());
  const options = { maxEditLength: longestPatch };
  const patch = createTwoFilesPatch(passing, failing, before, after, undefined, undefined, options);
  return patch ?? `${passing} and ${failing} differ too much to print the difference.\n`;
}
