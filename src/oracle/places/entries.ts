/** Pictures of directories: what a tree is held to (`tree.ts`). */
import { constants, copyFileSync, lstatSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** One entry of a picture. Directories know theirs by name. */
export type Entry = Directory | Leaf;

export interface Directory {
  readonly kind: 'directory';
  /** Any that its owner may use if unset. */
  readonly mode?: number;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names of new entries that stay from one test to the next: caches of tools. */
  readonly stays?: (name: string) => boolean;
}

export type Leaf =
  /** `from`: our copy. */
  | { readonly kind: 'file'; readonly from: string }
  /** `mode`: permissions; the usual ones if unset. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mode?: number }
  /** `to` as it is written in the link. */
  | { readonly kind: 'link'; readonly to: string };

export function linkTo(path: string): Entry {
  return { kind: 'link', to: path };
}

/** Of entries by their ways from it, with `/`. `mode`: of all directories. */
export function directoryOf(entries: Iterable<readonly [string, Entry]>, mode?: number): Directory {
  const empty = () => ({
    kind: 'directory' as const,
    entries: new Map<string, Entry>(),
    ...(mode !== undefined && { mode }),
  });
  const whole = empty();
  for (const [way, entry] of entries) {
    const names = way.split('/');
    let { entries: at } = whole;
    for (const name of names.slice(0, -1)) {
      const next = at.get(name) ?? empty();
      at.set(name, next);
      at = (next as typeof whole).entries;
    }
    at.set(names.at(-1)!, entry);
  }
  return whole;
}

/** The directory with another entry at this way, or without one. Nothing changes below a link. */
export function withEntry(
  directory: Directory,
  [name, ...rest]: readonly string[],
  entry: Entry | undefined,
): Directory {
  const entries = new Map(directory.entries);
  const child = entries.get(name);
  if (rest.length > 0) {
    if (child ? child.kind !== 'directory' : !entry) return directory;
    const inside: Directory = (child as Directory | undefined) ?? { kind: 'directory', entries: new Map() };
    entries.set(name, withEntry(inside, rest, entry));
  } else if (entry) entries.set(name, entry);
  else entries.delete(name);
  return { ...directory, entries };
}

/** Copies a file of the user into this directory of ours, for pictures. */
export function copierTo(directory: string) {
  let count = 0;
  mkdirSync(directory, { recursive: true });
  /** Throws errors of the file system. */
  return (path: string): Entry => {
    const from = join(directory, String(++count));
    copyFile(path, from);
    return { kind: 'file', from };
  };
}

export type Copier = ReturnType<typeof copierTo>;

/** With its times: what builds by time sees the same ones. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const { atime, mtime } = lstatSync(from);
  utimesSync(to, atime, mtime);
}
