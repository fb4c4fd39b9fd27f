/** A tree made from a snapshot. One test runs in it after the other; before each, all changes are undone. */
import { chmodSync, copyFileSync, constants, lstatSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { makeLink } from '../platform/link';
import { removeStubborn } from '../remove';
import type { Directory, Entry } from './snapshot';
import { isDirectoryWith, privately } from '../platform/permissions';

/** Of each entry as it was made. */
type Stamps = Map<string, string>;

/** Returns what brings the tree back to the state of the snapshot; `except` is left to the caller. */
export function makeTree(path: string, directory: Directory): (except: string) => void {
  const stamps: Stamps = new Map();
  make(path, directory, stamps);
  return (except) => {
    if (isSameDirectory(path, directory)) repair(path, directory, stamps, except);
    else remake(path, directory, stamps);
  };
}

function make(path: string, entry: Entry, stamps: Stamps): void {
  if (entry.kind === 'directory') {
    mkdirSync(path);
    for (const [name, child] of entry.entries) make(join(path, name), child, stamps);
    chmodSync(path, entry.mode | privately.directory);
    return;
  }
  if (entry.kind === 'link') makeLink(entry.to, path);
  else copy(entry.from, path);
  stamps.set(path, stampOf(path)!);
}

function copy(from: string, path: string): void {
  copyFileSync(from, path, constants.COPYFILE_FICLONE);
  const { atime, mtime } = lstatSync(from);
  utimesSync(path, atime, mtime);
}

function repair(path: string, directory: Directory, stamps: Stamps, except: string): void {
  const there = readdirSync(path);
  for (const name of there) {
    const at = join(path, name);
    if (!directory.entries.has(name) && at !== except) removeStubborn(at);
  }
  for (const [name, entry] of directory.entries) {
    const at = join(path, name);
    if (entry.kind === 'directory' && isSameDirectory(at, entry)) repair(at, entry, stamps, except);
    else if (entry.kind === 'directory' || stampOf(at) !== stamps.get(at)) remake(at, entry, stamps);
  }
}

function remake(path: string, entry: Entry, stamps: Stamps): void {
  removeStubborn(path);
  make(path, entry, stamps);
}

function isSameDirectory(path: string, { mode }: Directory): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && isDirectoryWith(status, mode);
}

function stampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.mode}`;
}
