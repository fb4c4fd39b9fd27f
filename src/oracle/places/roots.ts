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
  const isInside = within(otherwise, file) !== undefined;
  return foldersUp(file).find(isProject) ?? (isInside ? otherwise : dirname(file));
}

/** The folder of a path and those above it, the nearest first, up to `root` if that is one of them. */
export function foldersUp(path: string, root?: string): string[] {
  const folders = [dirname(path)];
  while (folders.at(-1) !== root && dirname(folders.at(-1)!) !== folders.at(-1)) folders.push(dirname(folders.at(-1)!));
  return folders;
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
  return [one, ...foldersUp(one)].find((at) => within(at, other) !== undefined);
}

/** Without links (see `realPathOf`), if it is there. */
export const realPath = (path: string): string => attempt(() => realPathOf(path), path);
