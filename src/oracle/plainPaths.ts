/**
 * The paths that a command line gets. More than one shell may read that line (`sh -c 'cat {}'`, make, ssh), so no quoting is safe
 * for every name. A path that a shell could take for more than a path gets another name instead: a copy of the candidate, or a link
 * to its directory, in the test's own directory for temporary files.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { makeLink } from './platform/files';
import { traits } from './platform/traits';
import type { Paths } from './processes/command';
import type { Place } from './sandbox';

/** A name that every shell reads as one word, nested or not. */
const plainName = /^(?!-)[\p{L}\p{M}\p{N}_.,:@+=-]+$/u;

const { risky } = traits;

/** Makes the copy or links that are needed: none for most names. Throws errors of the file system. */
export function plainPaths({ paths, temporary }: Pick<Place, 'paths' | 'temporary'>): Paths {
  const { file, directory, alone } = paths;
  const named = (path: string) => (risky.test(path) ? aliased(path, temporary) : path);
  const moved = (path: string) => named(paths.moved(path));
  if (alone && file !== directory && !plainName.test(basename(file))) {
    return { ...paths, ...renamed(file, temporary), relativeDirectory: directory, moved };
  }
  return {
    ...paths,
    file: named(file),
    directory: named(directory),
    relative: risky.test(paths.relative) ? named(file) : withoutDash(paths.relative),
    relativeDirectory: risky.test(paths.relativeDirectory) ? named(directory) : withoutDash(paths.relativeDirectory),
    moved,
  };
}

/** For names that are put into a command line as they are: an error of ours is better than a command of theirs. */
export function isWord(name: string): boolean {
  return /^(?!-)[\p{L}\p{M}\p{N}_.,:@%+=[\] -]*$/u.test(name);
}

/** Nothing lies beside it, so a copy does. */
function renamed(file: string, temporary: string): Pick<Paths, 'file' | 'relative'> {
  const copy = aliasOf(file, temporary);
  copyFileSync(file, copy);
  return { file: copy, relative: copy };
}

/** What lies beside it must be found by it: the link leads to the last directory of the path that has a risky name. */
function aliased(path: string, temporary: string): string {
  const names = path.split(sep);
  const last = names.findLastIndex((name) => risky.test(name));
  const target = names.slice(0, last + 1).join(sep);
  const link = aliasOf(target, temporary);
  if (!existsSync(link)) makeLink(target, link);
  return join(link, ...names.slice(last + 1));
}

/** The same for the same path, and in a directory of its own: names that differ may be the same when they are plain. */
function aliasOf(path: string, temporary: string): string {
  const digest = createHash('sha1').update(path).digest('hex').slice(0, 8);
  const directory = join(temporary, `whittle-${digest}`);
  mkdirSync(directory, { recursive: true });
  return join(directory, plain(basename(path)));
}

function plain(name: string): string {
  return name.replace(/^-|[^\w.@+=-]/g, '_');
}

/** A relative path is no option. */
function withoutDash(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}
