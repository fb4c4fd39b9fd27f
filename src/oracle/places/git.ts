/**
 * A light private copy of a repository: its own HEAD, references, index and configuration, and the objects of the real one, which git
 * only reads there. So no test can move a branch of the user, stage anything, or write into the history.
 */
import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isDirectory, isFile, usual } from '../platform/files';
import { traits } from '../platform/traits';
import { type Directory, directoryOf, type Entry } from './tree';

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
  const below = (way: string, names: readonly string[], from: string) =>
    named(names, join(from, way)).map(([name, entry]): [string, Entry] => [`${way}/${name}`, entry]);
  const log = (way: string, from: string) => (isShort(join(from, 'logs', way)) ? below('logs', [way], from) : []);
  const entries = [
    ...needed.map((way): [string, Entry] => [way, directoryOf([], usual.directory)]),
    ...named(
      readdirSync(own).filter((name) => ownFiles.test(name)),
      own,
    ),
    ...named(['config'], common, config),
    ...named(['config.worktree'], own, config),
    ...named(['shallow'], common),
    ['packed-refs', fileWith(packed)] as const,
    ...symbolic.map((name) => [name, copied(join(common, name))] as const),
    ...below('reftable', namesIn(join(common, 'reftable')), common),
    ...below('info', infoFiles, common),
    ...below('info', ['sparse-checkout'], own),
    ...log('HEAD', own),
    // A stash is a log.
    ...log('refs/stash', common),
    ['objects/info/alternates', objects] as const,
  ];
  return directoryOf(entries, usual.directory);
}

/** Directories that must be there; of the references, all but symbolic ones are packed. */
const needed = ['refs/heads', 'refs/tags', 'reftable', 'info', 'logs/refs', 'objects/pack'];

function isShort(log: string): boolean {
  return (statSync(log, { throwIfNoEntry: false })?.size ?? Infinity) <= longestLog;
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

function namesIn(path: string): string[] {
  return isDirectory(path) ? readdirSync(path) : [];
}

/** Left out, by section and key: the real working tree, and where to push. */
const leftOut = /^(?:core\.worktree|remote\..*\.pushurl|url\..*\.pushinsteadof)$/i;

/**
 * They come last, so they hold. Copies of files have the times of the originals, but not their numbers. Nothing is at the address to
 * push to.
 */
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

const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const setting = /^\s*([A-Za-z][\w-]*)\s*=?\s*(.*)$/;

/** A configuration that does not lead to the real repository, to other programs or to a server. `directory`: of the text; paths in it may be relative to that. */
export function privateConfig(text: string, directory: string): string {
  let section = '';
  const remotes = new Set<string>();
  const lines = logicalLines(text).map((line) => {
    const [head = '', kind, name] = header.exec(line) ?? [];
    if (kind !== undefined) section = name === undefined ? kind : `${kind}.${name}`;
    if (kind?.toLowerCase() === 'remote' && name !== undefined) remotes.add(name);
    const [, key, value] = setting.exec(line.slice(head.length)) ?? [];
    if (key === undefined) return line;
    if (leftOut.test(`${section}.${key}`)) return head;
    return isInclude(section, key, value) ? `${head}\n\tpath = ${fromHere(value, directory)}` : line;
  });
  const pushes = [...remotes].map((name) => `[remote "${name}"]\n\tpushurl = ${traits.nullDevice}/whittle\n`);
  return `${lines.join('\n')}\n${ours}${pushes.join('')}`;
}

/** A line that ends with a backslash goes on in the next. */
function logicalLines(text: string): string[] {
  return (
    text
      .replace(/\r\n/g, '\n')
      .match(/(?:[^\n\\]|\\[^])*(?:\n|$)/g)
      ?.map((line) => line.replace(/\n$/, '')) ?? []
  );
}

function isInclude(section: string, key: string, value: string): boolean {
  const path = value.replace(/^"/, '');
  return (
    /^include(?:if\..*)?$/i.test(section) && key.toLowerCase() === 'path' && !isAbsolute(path) && !path.startsWith('~')
  );
}

function fromHere(value: string, directory: string): string {
  return JSON.stringify(join(directory, value.replace(/^"|"$/g, '')).replaceAll('\\', '/'));
}

/** Git takes no more for granted than that they are sorted. */
const head = '# pack-refs with: sorted \n';

interface References {
  /** The text of `packed-refs`. */
  readonly packed: Buffer;
  /** Names of references to other references. */
  readonly symbolic: readonly string[];
}

/** All references in one file: copies of it are made quickly, however many there are. */
function packedReferences(directory: string): References {
  const all = packedBefore(join(directory, 'packed-refs'));
  const symbolic: string[] = [];
  for (const name of looseIn(directory, 'refs')) {
    const text = readFileSync(join(directory, ...name.split('/')), 'latin1').trim();
    if (/^[\da-f]{40,}$/.test(text)) all.set(latin(name), `${text} ${latin(name)}\n`);
    else if (text.startsWith('ref:')) symbolic.push(name);
  }
  // In the order of their bytes.
  const names = [...all.keys()].sort((one, other) => (one < other ? -1 : 1));
  return { packed: Buffer.from(head + names.map((name) => all.get(name)).join(''), 'latin1'), symbolic };
}

/** Name → its line, with the line of the object that its tag names. */
function packedBefore(path: string): Map<string, string> {
  if (!statSync(path, { throwIfNoEntry: false })) return new Map();
  const lines = readFileSync(path, 'latin1').matchAll(/^[\da-f]{40,} (.*)\n(?:\^.*\n)?/gm);
  return new Map([...lines].map(([line, name]) => [name, line]));
}

function looseIn(directory: string, way: string): string[] {
  const at = join(directory, ...way.split('/'));
  if (!statSync(at, { throwIfNoEntry: false })) return [];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const name = `${way}/${entry.name}`;
    return entry.isDirectory() ? looseIn(directory, name) : entry.isFile() ? [name] : [];
  });
}

/** Each byte a character. */
function latin(name: string): string {
  return Buffer.from(name).toString('latin1');
}
