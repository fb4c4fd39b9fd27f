/**
 * Directories for candidates of several files. Each worker has one, which goes from candidate to candidate: a test costs what has
 * changed, not what is there. Whatever a test leaves or changes is undone before the next.
 */
import * as l10n from '@vscode/l10n';
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside, type FileSet, type PlacedFile } from '../content';
import { makeLink } from '../platform/link';
import { bits, privately } from '../platform/permissions';
import { removeStubborn } from '../remove';
import { SandboxError, type Linked } from './place';

export type Folder = ReturnType<typeof folderAt>;

/** A file as it was put there. */
interface Put {
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

/** An empty directory at `path`, in a directory of its own. Throws errors of the file system. */
export function folderAt(path: string, linked: Linked = {}) {
  const put = new Map<string, Put>();
  const links = new Map<string, string | undefined>(Object.keys(linked).map((name) => [name, undefined]));
  mkdirSync(path, { recursive: true });
  return {
    path,
    /** Makes it hold exactly these files. Throws `SandboxError`, and errors of the file system. */
    hold({ files }: FileSet): void {
      files.forEach(checkPath);
      const wanted = new Map(files.map((file) => [file.path, file]));
      const around = directoriesOf([...wanted.keys(), ...links.keys()]);
      const isWanted = (at: string) => wanted.has(at) || links.has(at);
      for (const left of leftIn(path, '', isWanted, around)) removeStubborn(join(path, left));
      for (const name of put.keys()) if (!wanted.has(name)) put.delete(name);
      for (const file of files) {
        const at = join(path, file.path);
        const before = put.get(file.path);
        if (before && before.bytes === file.bytes && before.stamp === stampOf(at)) continue;
        place(file, at);
        put.set(file.path, { bytes: file.bytes, stamp: stampOf(at)! });
      }
      for (const [name, stamp] of links) {
        const at = join(path, name);
        if (stamp === undefined || stampOf(at) !== stamp) links.set(name, linkAt(at, linked[name]));
      }
    },
  };
}

function checkPath({ path }: PlacedFile): void {
  if (isInside(path)) return;
  throw new SandboxError(l10n.t("{0} lies outside the candidate's directory: give a relative path.", path));
}

/** Returns its stamp. */
function linkAt(path: string, to: string): string | undefined {
  mkdirSync(dirname(path), { recursive: true });
  removeStubborn(path);
  makeLink(to, path);
  return stampOf(path);
}

function place(file: PlacedFile, at: string): void {
  removeStubborn(at);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, file.bytes, { flag: 'wx' });
  if (file.mode !== undefined) chmodSync(at, file.mode & bits.permissions);
}

/** All directories on the way to these paths. */
function directoriesOf(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(path); at !== '.' && !found.has(at); at = dirname(at)) found.add(at);
  }
  return found;
}

/** What lies there and is not wanted; nothing inside another. */
function leftIn(root: string, way: string, isWanted: (path: string) => boolean, around: ReadonlySet<string>): string[] {
  return readdirSync(join(root, way), { withFileTypes: true }).flatMap((entry) => {
    const at = way === '' ? entry.name : `${way}/${entry.name}`;
    if (isWanted(at)) return [];
    const isUsable = entry.isDirectory() && around.has(at) && isOpen(join(root, at));
    return isUsable ? leftIn(root, at, isWanted, around) : [at];
  });
}

function isOpen(directory: string): boolean {
  return (lstatSync(directory).mode & privately.directory) === privately.directory;
}

/** Of a file or a link: other once it has been changed, or something else stands there. */
function stampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.mode}`;
}
