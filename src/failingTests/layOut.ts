/** Files as a revision has them: git itself checks them out into a temporary directory, with its filters, permissions and links. */
import * as l10n from '@vscode/l10n';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import type { ChangedFile } from '../oracle/places/place';
import { rootPrefix } from '../oracle/processes/escapees';
import { removeTree } from '../oracle/remove';

/** A revision that cannot be used; the message is one sentence with the remedy. */
export class RevisionError extends Error {}

/** Git as a function: output, and what it says of errors. */
export type Git = (
  args: readonly string[],
  more?: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
) => Promise<{ readonly output: Buffer | undefined; readonly said: string }>;

interface Laid extends ChangedFile {
  readonly bytes: Uint8Array;
}

/** `paths`: files and links of the revision, relative to `top`. Throws `RevisionError` if one of them cannot be read as git would write it. */
export async function layOut(
  git: Git,
  top: string,
  { hash, name }: { readonly hash: string; readonly name: string },
  paths: readonly string[],
): Promise<Laid[]> {
  if (paths.length === 0) return [];
  const home = await mkdtemp(join(resolve(tmpdir()), rootPrefix()));
  try {
    const env = { GIT_INDEX_FILE: join(home, 'index'), LC_ALL: 'C' };
    const read = await git(['read-tree', hash], { env });
    if (!read.output) throw new RevisionError(l10n.t('{0} cannot be read: choose another revision.', name));
    const files = join(home, 'files');
    const args = ['-C', top, 'checkout-index', '--force', '-z', '--stdin', `--prefix=${files.replaceAll(sep, '/')}/`];
    const { output, said } = await git(args, { env, input: paths.map((path) => `${path}\0`).join('') });
    const failed = /filter.*failed/.test(said);
    return paths.map((path) => {
      const laid = failed || !output ? undefined : fileAt(files, path);
      if (laid && !isOnlyPointer(laid, top)) return laid;
      throw new RevisionError(unreadable(name, paths.length === 1 ? path : (blamed(said, paths) ?? path), failed));
    });
  } finally {
    await removeTree(home);
  }
}

function fileAt(directory: string, path: string): Laid | undefined {
  const at = join(directory, path);
  const status = lstatSync(at, { throwIfNoEntry: false });
  if (status?.isSymbolicLink()) {
    const link = readlinkSync(at);
    return { path, link, bytes: Buffer.from(link) };
  }
  return status?.isFile() ? { path, bytes: readFileSync(at), mode: status.mode } : undefined;
}

/** Instead of a large file, git has written where it is, while the file itself lies in the workspace. */
function isOnlyPointer({ path, bytes }: Laid, top: string): boolean {
  return isPointer(bytes) && lstatSync(join(top, path), { throwIfNoEntry: false })?.isFile() === true
    ? !isPointer(readFileSync(join(top, path)))
    : false;
}

function isPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && Buffer.from(bytes).toString('latin1').startsWith('version https://git-lfs');
}

function blamed(said: string, paths: readonly string[]): string | undefined {
  return paths.find((path) => said.includes(path));
}

function unreadable(name: string, path: string, failed: boolean): string {
  return failed
    ? l10n.t('{0} could not be read at {1}: its filter failed; repair it, or choose another revision.', path, name)
    : l10n.t('{0} could not be read at {1}: fetch it with git, or choose another revision.', path, name);
}
