/**
 * A light private copy of a repository: its own HEAD, references, index and configuration, and the objects of the real one, which git
 * only reads there. So no test can move a branch of the user, stage anything, or write into the history.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { attempt, hasCode, isDirectory, isFile, usual } from '../platform/files';
import { traits } from '../platform/traits';
import { type Copier, type Directory, directoryOf, type Entry } from './tree';

/** Of a working tree: what it has checked out, and what it is in the middle of. */
const ownFiles = /^(?:HEAD|index|sharedindex\.\w+|[A-Z_]+_HEAD|MERGE_\w+)$/;

const infoFiles = ['exclude', 'attributes', 'sparse-checkout', 'grafts'].map((name) => `info/${name}`);
/** Directories that must be there. */
const needed = ['refs/heads', 'refs/tags', 'reftable', 'info', 'logs/refs', 'objects/pack'];

/** At a directory, a file that names one, or a link, called `.git`. Undefined if that is no repository, or may not be read. */
export function repositoryAt(path: string, copyOf: Copier): Entry | undefined {
  try {
    const there = directoriesOf(path);
    return there && privateCopy(there, copyOf);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'ENOENT')) return undefined;
    throw error;
  }
}

function privateCopy({ own, common }: NonNullable<ReturnType<typeof directoriesOf>>, copyOf: Copier): Directory {
  const textFile = (text: string): Entry => ({ kind: 'bytes', bytes: Buffer.from(text) });
  const config = (path: string) => textFile(privateConfig(readFileSync(path, 'utf8'), common));
  const filesOf = (directory: string, ways: readonly string[], entryOf = copyOf) =>
    ways
      .filter((way) => isFile(join(directory, way)))
      .map((way): [string, Entry] => [way, entryOf(join(directory, way))]);
  const shared = ['shallow', 'packed-refs', ...below(common, 'refs'), ...below(common, 'reftable'), ...infoFiles];
  return directoryOf(
    [
      ...needed.map((way): [string, Entry] => [way, directoryOf([], usual.directory)]),
      // A stash is a log.
      ...filesOf(common, [...shared, 'logs/refs/stash']),
      ...filesOf(own, [...readdirSync(own).filter((name) => ownFiles.test(name)), 'info/sparse-checkout', 'logs/HEAD']),
      ...filesOf(common, ['config'], config),
      ...filesOf(own, ['config.worktree'], config),
      ['objects/info/alternates', textFile(`${join(common, 'objects').replaceAll('\\', '/')}\n`)],
    ],
    usual.directory,
  );
}

/** Ways of all that is in a directory of a repository, with `/`. */
function below(repository: string, way: string): string[] {
  const names = attempt(() => readdirSync(join(repository, way), { recursive: true, encoding: 'utf8' }), []);
  return names.map((name) => `${way}/${name.replaceAll('\\', '/')}`);
}

/** Where the files of a repository lie: those of one working tree, and those of all. Undefined unless git would take that for a repository. */
function directoriesOf(path: string) {
  const own = isFile(path) ? namedIn(path, /^gitdir: (.*)$/m, dirname(path)) : path;
  if (own === undefined || !isFile(join(own, 'HEAD'))) return undefined;
  const common = namedIn(join(own, 'commondir'), /^(.*)$/m, own) ?? own;
  return isDirectory(join(common, 'objects')) ? { own, common } : undefined;
}

/** The path that a file names, relative to `from`. */
function namedIn(file: string, pattern: RegExp, from: string): string | undefined {
  const name = isFile(file) ? pattern.exec(readFileSync(file, 'utf8'))?.[1].trim() : undefined;
  return name ? resolve(from, name) : undefined;
}

/** Left out: the real working tree, and where to push. At the start of a line, or after the head of its section; a backslash continues a line. */
const leftOut = /(^|\])\s*(?:worktree|pushurl|pushinsteadof)\b(?:[^\n\\]|\\[^])*/gim;
const remotes = /\[\s*remote\s+"((?:[^"\\]|\\.)*)"/gi;
const includes = /(\[include(?:if\s[^\n]*)?\]\s*path\s*=\s*)"?([^"\n]+)"?/gi;

/** They come last, so they hold. Copies have the times of the originals, but not their numbers. To push leads nowhere. */
const ours = `[core]
	bare = false
	hooksPath = ${traits.nullDevice}
	fsmonitor = false
	trustctime = false
	checkStat = minimal
[credential]
	helper =
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** A configuration that does not lead to the real repository, to other programs or to a server. `directory`: of the text; paths in it may be relative to that. */
export function privateConfig(text: string, directory: string): string {
  const own = text
    .replace(/\r\n/g, '\n')
    .replace(leftOut, '$1')
    .replace(includes, (_, head: string, path: string) => {
      const isWhole = isAbsolute(path) || path.startsWith('~');
      return head + JSON.stringify(isWhole ? path : join(directory, path).replaceAll('\\', '/'));
    });
  const names = new Set([...text.matchAll(remotes)].map(([, name]) => name));
  const pushes = [...names].map((name) => `[remote "${name}"]\n\tpushurl = ${traits.nullDevice}/whittle\n`);
  return `${own}\n${ours}${pushes.join('')}`;
}
