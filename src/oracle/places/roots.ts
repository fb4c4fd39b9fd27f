/** The workspace of a file, and the counterparts of its paths in a copy. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { attempt, realPathOf } from '../platform/files';

/** What lies in the directory of a project. */
const marks = ['.git', 'package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Cargo.toml', 'go.mod'];

const isProject = (directory: string): boolean => marks.some((name) => existsSync(join(directory, name)));

/** The project in which somebody works who is in `directory`: a package of a monorepo may need the settings above it. */
export function workedRoot(file: string, directory: string, otherwise = directory): string {
  const isInside = within(directory, file) !== undefined;
  return isInside && isProject(directory) ? directory : nearestRoot(file, otherwise);
}

/** The nearest directory above `file` that looks like a project; else `otherwise`, if the file is in it, or the file's own. */
export function nearestRoot(file: string, otherwise = dirname(file)): string {
  const own = dirname(file);
  for (let at = own; ; at = dirname(at)) {
    if (isProject(at)) return at;
    if (dirname(at) === at) return within(otherwise, file) === undefined ? own : otherwise;
  }
}

/** The way from `root` to a path in it, '' for itself; undefined if `path` is elsewhere. Both without links. */
export function within(root: string, path: string): string | undefined {
  const way = relative(root, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}

/** The same with `/`. */
export function wayIn(root: string, path: string): string | undefined {
  return within(root, path)?.replaceAll('\\', '/');
}

/** The nearest directory that has both paths in it, or is one of them; undefined if they are on two drives. */
export function common(one: string, other: string): string | undefined {
  for (let at = one; ; at = dirname(at)) {
    if (within(at, other) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Without links (see `realPathOf`), if it is there. */
export const realPath = (path: string): string => attempt(() => realPathOf(path), path);
