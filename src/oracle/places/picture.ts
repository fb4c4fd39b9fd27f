/**
 * Pictures of large directories of the user: the names near the top are there, in directories of ours, and lead to what is further
 * down by links. So deleting a directory deletes links. Small files can be copied, so that writing to them writes to a copy.
 */
import { constants, lstatSync, readdirSync, type Dirent } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { attempt, bits } from '../platform/files';
import { traits } from '../platform/traits';
import { type Copier, type Directory, type Entry, linkTo } from './entries';
import { repositoryAt } from './git';

/** Never copied: what others have installed, what can be built again, and histories but that of git. */
export const linked = new Set(['node_modules', '.hg', '.svn', '.venv', 'venv', '.tox', '.nox', 'target', '.gradle']);

/** Left out: where tests run, ours and those of others. */
export const runRoots = /^whittle-run-/;

interface Limits {
  /** Entries of all directories below the top that are not links; and files that are copied. */
  entries: number;
  /** Of files that are copied. */
  bytes: number;
}

export interface Options {
  /** Used up by the picture. */
  readonly limits: Limits;
  readonly copyOf: Copier;
  /** Directories that are never links, however large they are. */
  readonly open?: ReadonlySet<string>;
  /** New entries of the directory at this path that stay, as entries of its caches do: those are links whatever they are. */
  readonly stays?: (path: string, name: string) => boolean;
}

type Entries = Map<string, Entry>;

interface Survey extends Options {
  /** Is it for its owner alone, in a directory that is for others too? Then it is not copied. */
  isPrivate(path: string): boolean;
}

/** Of the directory at `top`, breadth first: what is near is more often used. Throws errors of the file system. */
export function pictureOf(top: string, given: Options): Directory {
  const isOwn = modeOf(top) === 0;
  const options: Survey = { ...given, isPrivate: (path) => !isOwn && modeOf(path) === 0 };
  const queue = [{ path: top, children: readdirSync(top, { withFileTypes: true }), entries: new Map() as Entries }];
  for (const { path, children, entries } of queue) {
    const isCopied = copiesOf(path, children, options);
    for (const child of children) {
      const at = join(path, child.name);
      if (runRoots.test(child.name)) continue;
      if (child.name === '.git') {
        const repository = repositoryAt(at, options.copyOf);
        if (repository) entries.set(child.name, repository);
      } else if (child.isDirectory()) {
        const below = childrenOf(at, options);
        const inside: Entries = new Map();
        if (below) queue.push({ path: at, children: below, entries: inside });
        entries.set(child.name, below ? directoryWith(at, inside, options) : linkTo(at));
      } else {
        const entry = isCopied(child.name) ? fileAt(at, options) : fileLinkTo(at, options);
        if (entry) entries.set(child.name, entry);
      }
    }
  }
  return directoryWith(top, queue[0].entries, options);
}

/** Directories on the way to `path`, each with links to what is beside. Its root is a directory too. Throws errors of the file system. */
export function pictureAround(path: string, picture: Directory, copyOf: Copier): Directory {
  let whole = picture;
  for (let at = path; at !== parse(path).root; at = dirname(at)) {
    const above = dirname(at);
    const options = { limits: { entries: 0, bytes: 0 }, copyOf };
    const entries = entriesBeside(above, options, above !== dirname(path));
    whole = directoryWith(above, new Map(entries).set(basename(at), whole), options);
  }
  return whole;
}

/** Links that are made for a directory further above at most. */
const mostAbove = 500;

/** None if they may not be listed, or if there are very many and it is not the directory just above. */
function entriesBeside(path: string, options: Options, isFar: boolean): ReadonlyMap<string, Entry> {
  const isShown = () => !isFar || readdirSync(path).length <= mostAbove;
  return attempt(() => (isShown() ? pictureOf(path, options).entries : new Map()), new Map());
}

function directoryWith(path: string, entries: Entries, { stays }: Options): Directory {
  const { mode } = lstatSync(path);
  const own = stays && { stays: (name: string) => stays(path, name) };
  return { kind: 'directory', mode: mode & (bits.permissions | constants.S_IFMT), entries, ...own };
}

/** What it costs to look at a directory, beside its entries. */
const ofDirectory = 10;

/** Undefined if it is to be a link. */
function childrenOf(path: string, { limits, open, stays, isPrivate }: Survey): Dirent[] | undefined {
  const isOpen = open?.has(path) ?? false;
  const isShut = linked.has(basename(path)) || stays?.(dirname(path), basename(path)) || isPrivate(path);
  if (!isOpen && (isShut || limits.entries <= 0)) return undefined;
  const children = attempt(() => readdirSync(path, { withFileTypes: true }), undefined);
  // A repository is known by where its files are.
  const isTooMuch = children && (children.length > limits.entries || children.some(({ name }) => name === '.git'));
  if (!children || (!isOpen && isTooMuch)) return undefined;
  limits.entries -= children.length + ofDirectory;
  return children;
}

/** Which files of a directory are copied: the latest, as far as the limits go. */
function copiesOf(path: string, children: readonly Dirent[], { limits, isPrivate }: Survey): (name: string) => boolean {
  const names = new Set<string>();
  if (limits.bytes <= 0) return () => false;
  const files = children.filter((child) => child.isFile()).map(({ name }) => ({ name, ...statusOf(join(path, name)) }));
  files.sort((one, other) => other.mtimeMs - one.mtimeMs);
  for (const { name, size } of files) {
    if (names.size >= mostCopies || size > limits.bytes || isPrivate(join(path, name))) continue;
    limits.bytes -= size;
    names.add(name);
  }
  return (name) => names.has(name);
}

/** Files of one directory that are copied at most: each is looked at after each test. */
const mostCopies = 100;

/** A link if it cannot be copied. */
function fileAt(path: string, { copyOf }: Options): Entry {
  return attempt(() => copyOf(path), linkTo(path));
}

/** Where links lead to directories only, a small file is copied and a large one left out. */
function fileLinkTo(path: string, options: Options): Entry | undefined {
  if (traits.linksFiles) return linkTo(path);
  return statusOf(path).size <= smallFile ? attempt(() => options.copyOf(path), undefined) : undefined;
}

const smallFile = 64_000;

/** A large one if it was just removed. */
function statusOf(path: string): { readonly mtimeMs: number; readonly size: number } {
  return lstatSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: Infinity };
}

/** What others may do with it. */
function modeOf(path: string): number {
  return (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & bits.others;
}
