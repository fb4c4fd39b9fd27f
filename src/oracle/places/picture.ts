/**
 * A picture of the user's file system: directories of ours lead to some areas of it, and the names beside them are links. In an area,
 * the names near its top are there, in directories of ours, and lead to what is further down by links. So deleting a directory deletes
 * links. Small files can be copied, so that writing to them writes to a copy.
 */
import { constants, lstatSync, readdirSync, type Dirent } from 'node:fs';
import { basename, dirname, join, parse, relative } from 'node:path';
import { attempt, bits } from '../platform/files';
import { traits } from '../platform/traits';
import { type Copier, type Directory, directoryOf, type Entry, linkTo } from './tree';
import { repositoryAt } from './git';
import { within } from './roots';

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
  /** By their paths, without links. The limits are used up by the picture. */
  readonly areas: ReadonlyMap<string, Limits>;
  readonly copyOf: Copier;
  /** Directories that are never links, however large they are. */
  readonly open?: readonly string[];
  /** New entries of the directory at this path that stay, as entries of its caches do: those are links whatever they are. */
  readonly stays?: (path: string, name: string) => boolean;
}

type Child = Pick<Dirent, 'name' | 'isDirectory' | 'isFile'>;

interface Survey extends Options {
  /** Directories that are never links, and those above. */
  readonly shown: ReadonlySet<string>;
  /** Areas, the innermost first. */
  readonly tops: readonly string[];
}

/** From the root on. Where there are several, they are directories of the picture. Throws errors of the file system. */
export function pictureOf(options: Options): Directory {
  const { areas, open = [] } = options;
  const tops = [...areas.keys()].sort((one, other) => other.length - one.length);
  const survey = { ...options, tops, shown: new Set([...tops, ...open].flatMap(andAbove)) };
  const roots = new Set(tops.map((path) => parse(path).root));
  const pictures = [...roots].map((root): [string, Directory] => [driveOf(root), pictureFrom(root, survey)]);
  return pictures.find(([drive]) => drive === '')?.[1] ?? directoryOf(pictures);
}

/** Where a path without links is in a tree with such a picture. */
export function counterpart(tree: string, path: string): string {
  const { root } = parse(path);
  return join(tree, driveOf(root), relative(root, path));
}

export const driveOf = (root: string): string => root.replace(/\W/g, '');

function andAbove(path: string): string[] {
  return dirname(path) === path ? [path] : [path, ...andAbove(dirname(path))];
}

/** Breadth first: what is near is more often used. */
function pictureFrom(root: string, options: Survey): Directory {
  const { stays, copyOf } = options;
  const begun = (path: string, children: readonly Child[]) => {
    const entries = new Map<string, Entry>();
    const mode = lstatSync(path).mode & (bits.permissions | constants.S_IFMT);
    const own = stays && { stays: (name: string) => stays(path, name) };
    return { path, children, entries, directory: { kind: 'directory', mode, entries, ...own } as const };
  };
  const queue = [begun(root, childrenOf(root, options)!)];
  for (const { path, children, entries } of queue) {
    const copied = copiesOf(path, children, options);
    const show = (child: Child, at: string) => {
      if (child.name === '.git') return repositoryAt(at, copyOf);
      if (copied.has(child.name)) return attempt(() => copyOf(at), linkTo(at));
      if (!child.isDirectory()) return fileLinkTo(at, options);
      const below = childrenOf(at, options);
      return below ? queue[queue.push(begun(at, below)) - 1].directory : linkTo(at);
    };
    for (const child of children) {
      const entry = runRoots.test(child.name) ? undefined : show(child, join(path, child.name));
      if (entry) entries.set(child.name, entry);
    }
  }
  return queue[0].directory;
}

/** What it costs to look at a directory, beside its entries. */
const ofDirectory = 10;
/** Links that are made beside the way to an area at most. */
const mostBeside = 2000;

/** Undefined if it is to be a link. */
function childrenOf(path: string, survey: Survey): readonly Child[] | undefined {
  const { shown, stays } = survey;
  const area = areaOf(path, survey);
  const isShut = linked.has(basename(path)) || stays?.(dirname(path), basename(path));
  if (!shown.has(path) && (isShut || !area || area.entries <= 0)) return undefined;
  const children = attempt(() => readdirSync(path, { withFileTypes: true }), undefined);
  if (shown.has(path) && (!children || (!area && children.length > mostBeside))) return shownIn(path, shown);
  // A repository is known by where its files are.
  const isTooMuch = (all: readonly Child[], { entries }: Limits) =>
    all.length > entries || all.some(({ name }) => name === '.git');
  if (!children || (!shown.has(path) && isTooMuch(children, area!))) return undefined;
  if (area) area.entries -= children.length + ofDirectory;
  return children;
}

function shownIn(path: string, shown: ReadonlySet<string>): Child[] {
  const isBelow = (one: string) => dirname(one) === path && one !== path;
  return [...shown]
    .filter((one) => isBelow(one) && lstatSync(one, { throwIfNoEntry: false })?.isDirectory())
    .map((one) => ({ name: basename(one), isDirectory: () => true, isFile: () => false }));
}

/** What is left for the area in which it lies. */
function areaOf(path: string, { areas, tops }: Survey): Limits | undefined {
  return areas.get(tops.find((one) => within(one, path) !== undefined) ?? '');
}

/** Which files of a directory are copied: the latest, as far as the limits go. */
function copiesOf(path: string, children: readonly Child[], survey: Survey): ReadonlySet<string> {
  const names = new Set<string>();
  const limits = areaOf(path, survey);
  if (!limits || limits.bytes <= 0) return names;
  const files = children.filter((child) => child.isFile()).map(({ name }) => ({ name, ...statusOf(join(path, name)) }));
  files.sort((one, other) => other.mtimeMs - one.mtimeMs);
  for (const { name, size } of files) {
    if (names.size >= mostCopies || size > limits.bytes) continue;
    limits.bytes -= size;
    names.add(name);
  }
  return names;
}

/** Files of one directory that are copied at most: each is looked at after each test. */
const mostCopies = 100;

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
