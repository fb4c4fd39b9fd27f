/** Files of a folder that a reduction of it leaves out, and which of them an output names: git ignores them, or they are links. */
import { lstatSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { isLeftOut } from './listing';
import type { FoundFile } from './findFolder';

/** Larger files, and those after so many, are not taken along: they are built, or data. */
const most = { bytes: 1e6, files: 500, entries: 20_000 };

/** Regular files and links to them, the nearest to the top first. `given`: paths in the folder that are not left out. */
export function leftOutOf(base: string, given: readonly string[]): FoundFile[] {
  const known = new Set(given);
  const found: FoundFile[] = [];
  let entries = 0;
  for (const waiting = ['']; waiting.length > 0 && found.length < most.files;) {
    const way = waiting.shift()!;
    for (const { name } of childrenOf(join(base, way))) {
      if (isLeftOut(name) || ++entries > most.entries) continue;
      const [path, at] = [posix.join(way, name), join(base, way, name)];
      const status = statSync(at, { throwIfNoEntry: false });
      if (status?.isDirectory() && !known.has(path) && !isLink(at)) waiting.push(path);
      if (!status?.isFile() || known.has(path) || status.size > most.bytes) continue;
      found.push({ at, path, size: status.size, mode: status.mode });
    }
  }
  return found.slice(0, most.files);
}

function isLink(at: string): boolean {
  return lstatSync(at).isSymbolicLink();
}

/** None of a directory that is closed to us. */
function childrenOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Those whose path, or that of a directory that only they are in, an output contains; else those whose name it contains. */
export function namedIn<F extends { readonly path: string }>(
  output: string,
  leftOut: readonly F[],
  given: readonly string[],
): F[] {
  const there = new Set(given.flatMap(around));
  const text = output.replaceAll('\\', '/');
  const says = (path: string) => !there.has(path) && contains(text, path);
  const named = leftOut.filter(({ path }) => [path, ...around(path)].some(says));
  return named.length > 0 ? named : leftOut.filter(({ path }) => contains(text, posix.basename(path)));
}

/** The directories above a path. */
function around(path: string): string[] {
  const found: string[] = [];
  for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) found.push(at);
  return found;
}

/** Not as a part of a longer name. */
function contains(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text.slice(at + path.length, at + path.length + 2)];
    if (!/[\w.-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
