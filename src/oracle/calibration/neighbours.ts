/**
 * A place that looks like the input's own directory: a copy of the input among links to its neighbours, up to the root of its
 * project. With it a failing start is looked into; the input itself is never given to a test, which may write.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { makeLink } from '../platform/link';
import { killMarked } from '../processes/escapees';
import { rootPrefix } from '../processes/mark';
import { unmoved } from '../places/place';
import { removeTree } from '../remove';
import type { Place } from '../sandbox';

/** Directories with more entries are not looked into. */
const most = 2000;

/** `path` is where the input lies, `cwd` where the test runs. Undefined if there can be no such place. */
export async function besideNeighbours(path: string, cwd: string, bytes: Uint8Array): Promise<Place | undefined> {
  const home = await mkdtemp(join(resolve(tmpdir()), rootPrefix())).catch(() => undefined);
  if (!home) return undefined;
  const run = basename(home);
  const remove = async () => {
    killMarked((test) => test.run === run);
    await removeTree(home);
  };
  try {
    const top = topOf(dirname(path), cwd);
    const temporary = join(home, 'tmp');
    await mkdir(temporary);
    const directory = await mirrored(top, path, join(home, basename(top) || 'root'));
    const file = join(directory, basename(path));
    await writeFile(file, bytes);
    const paths = { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved };
    return { paths, temporary, mark: { run, test: 1 }, clear: remove };
  } catch {
    await remove();
    return undefined;
  }
}

/** Makes `copy` look like `top`, but for `path`; returns the directory that stands for the one of `path`. */
async function mirrored(top: string, path: string, copy: string): Promise<string> {
  const way = relative(top, path).split(sep);
  let [from, to] = [top, copy];
  for (const next of way) {
    await mkdir(to);
    const entries = await readdir(from);
    if (entries.length > most) throw new Error('too many neighbours');
    for (const name of entries.filter((one) => one !== next)) makeLink(join(from, name), join(to, name));
    if (from === dirname(path)) return to;
    [from, to] = [join(from, next), join(to, next)];
  }
  return to;
}

/** The outermost directory over `directory` that is a project's, or where the test runs; else the directory itself. */
function topOf(directory: string, cwd: string): string {
  let top = directory;
  for (let at = directory; dirname(at) !== at; at = dirname(at)) {
    if (at === cwd || ['.git', 'package.json'].some((name) => existsSync(join(at, name)))) top = at;
  }
  return top;
}
