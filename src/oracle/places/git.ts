/**
 * A light private copy of a repository: its own HEAD, references, index and configuration, and the objects of the real one, which git
 * only reads there. So no test can move a branch of the user, stage anything, or write into the history.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, utimesSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usual } from '../platform/permissions';
import type { Directory, Entry } from './entry';
import { privateConfig } from './gitConfig';
import { packedReferences } from './gitReferences';

/** Where the files of a repository lie: those of one working tree, and those of all. */
interface GitDirectories {
  readonly own: string;
  readonly common: string;
}

/** Of a working tree: what it has checked out, and what it is in the middle of. */
const ownFiles = /^(?:HEAD|index|sharedindex\.\w+|[A-Z_]+_HEAD|MERGE_\w+)$/;

const infoFiles = ['exclude', 'attributes', 'sparse-checkout', 'grafts'];

/** Bytes of a log of references that is copied. */
const longestLog = 1_000_000;

/**
 * `path` ends with `.git`: a directory, a file that names one, or a link. `store`: becomes a directory, for our copies. Undefined if that
 * is no repository, or if it may not be read.
 */
export function repositoryAt(path: string, store: string): Entry | undefined {
  try {
    const there = directoriesOf(path);
    return there && copyOf(there, store);
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function copyOf(there: GitDirectories, store: string): Directory {
  mkdirSync(store, { recursive: true });
  let count = 0;
  const fileWith = (bytes: Uint8Array | string, like?: string): Entry => {
    const from = join(store, String(++count));
    writeFileSync(from, bytes);
    if (like !== undefined) utimesSync(from, statSync(like).atime, statSync(like).mtime);
    return { kind: 'file', from };
  };
  const copied = (from: string): Entry => fileWith(readFileSync(from), from);
  const { own, common } = there;
  const objects = fileWith(`${join(common, 'objects').replaceAll('\\', '/')}\n`);
  const config = (from: string) => fileWith(privateConfig(readFileSync(from, 'utf8'), common));
  const { packed, symbolic } = packedReferences(common);
  const named = (names: readonly string[], from: string, entryOf = copied) =>
    names.filter((name) => isFile(join(from, name))).map((name): [string, Entry] => [name, entryOf(join(from, name))]);
  return directory([
    ...named(
      namesIn(own).filter((name) => ownFiles.test(name)),
      own,
    ),
    ...named(['config'], common, config),
    ...named(['config.worktree'], own, config),
    ...named(['shallow'], common),
    ['packed-refs', fileWith(packed)],
    ['refs', refsWith(symbolic.map((name) => [name, copied(join(common, ...name.split('/')))]))],
    ['reftable', directory(named(namesIn(join(common, 'reftable')), join(common, 'reftable')))],
    ['info', directory([...named(infoFiles, join(common, 'info')), ...named(['sparse-checkout'], join(own, 'info'))])],
    ['logs', logsOf(there, copied)],
    [
      'objects',
      directory([
        ['info', directory([['alternates', objects]])],
        ['pack', directory([])],
      ]),
    ],
  ]);
}

/** Undefined unless git would take that for a repository. */
function directoriesOf(path: string): GitDirectories | undefined {
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

/** Those that must be there, and symbolic ones: the others are packed. */
function refsWith(symbolic: readonly (readonly [string, Entry])[]): Directory {
  const root = { heads: directory([]), tags: directory([]) };
  const whole = new Map<string, Entry>(Object.entries(root));
  for (const [name, entry] of symbolic) {
    const names = name.split('/').slice(1);
    let at = whole;
    for (const next of names.slice(0, -1)) {
      const inside = at.get(next);
      const entries = new Map(inside?.kind === 'directory' ? inside.entries : []);
      at.set(next, directory([], entries));
      at = entries;
    }
    at.set(names.at(-1)!, entry);
  }
  return directory([], whole);
}

/** A stash is a log. */
function logsOf({ own, common }: GitDirectories, copied: (from: string) => Entry): Directory {
  const log = (from: string): [string, Entry][] => {
    const isShort = isFile(from) && statSync(from).size <= longestLog;
    return isShort ? [[basename(from), copied(from)]] : [];
  };
  return directory([
    ...log(join(own, 'logs', 'HEAD')),
    ['refs', directory(log(join(common, 'logs', 'refs', 'stash')))],
  ]);
}

function directory(entries: Iterable<readonly [string, Entry]>, map = new Map(entries)): Directory {
  return { kind: 'directory', mode: usual.directory, entries: map };
}

function namesIn(path: string): string[] {
  return isDirectory(path) ? readdirSync(path) : [];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
