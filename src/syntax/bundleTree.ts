/**
 * One tree over the files of a bundle: directories, files, and the elements of each file. A file is an element with its header; its
 * children are those of its own tree. So one search goes from whole directories to single tokens. Files that one names in another are
 * found by their paths alone.
 */
import { posix } from 'node:path';
import type { Part } from '../text/bundle';
import { countTokens } from '../text/tokens';
import { groupBy, textOf, type ElementTree } from './elementTree';
import { Rows } from './rows';

/** A file of the bundle, with the tree of its text. */
export interface FileTree {
  readonly part: Part;
  /** Undefined: it has no elements, and goes whole. */
  readonly tree?: ElementTree;
  /** In tokens; that of its text if unset. */
  readonly weight?: number;
}

/** `files`: in the order of their paths. */
export function bundleTree(text: string, files: readonly FileTree[]): ElementTree {
  const rows = new Rows(text);
  const references = referenceIndex(files.map(({ part }) => part.path));
  const names = new Map<number, string>();
  const fileWeights = new Map<number, number>();
  const open: Directory[] = [{ element: rows.add(0, text.length, -1, 'directory'), path: '' }];
  files.forEach(({ part, tree, weight }, at) => {
    while (!part.path.startsWith(open.at(-1)!.path)) closeDirectory(rows, open, files[at - 1]);
    openDirectories(rows, open, files, at);
    const extension = /\.\w+$/.exec(part.path)?.[0] ?? '';
    const file = rows.add(part.start, part.end, open.at(-1)!.element, `file${extension}`);
    // A file without text is worth a test too.
    fileWeights.set(file, 1 + (weight ?? tree?.weight[0] ?? countTokens(text.slice(part.textStart, part.end))));
    names.set(file, references.nameOf(part.path));
    if (!tree) return;
    rows.append(tree, part.textStart);
    for (const reference of referencesIn(tree)) {
      const name = references.find(part.path, reference);
      if (name !== undefined) names.set(file + reference.element, name);
    }
  });
  while (open.length > 1) closeDirectory(rows, open, files.at(-1)!);
  const tree = { ...rows.table(files.some((file) => file.tree?.hasErrors)), names };
  weighFiles(tree, fileWeights);
  return tree;
}

/** A directory with several files. */
interface Directory {
  readonly element: number;
  /** With the final `/`; '' for the root. */
  readonly path: string;
}

/** Adds the directories between the innermost open one and the file, those with several files only. */
function openDirectories(rows: Rows, open: Directory[], files: readonly FileTree[], at: number): void {
  const { path: file, start, end } = files[at].part;
  for (let slash = file.indexOf('/', open.at(-1)!.path.length); slash >= 0; slash = file.indexOf('/', slash + 1)) {
    const path = file.slice(0, slash + 1);
    const outer = open.at(-1)!;
    const isShared = files[at + 1]?.part.path.startsWith(path) ?? false;
    const isAll = outer.path === '' && at === 0 && files.at(-1)!.part.path.startsWith(path);
    if (isShared && !isAll) open.push({ element: rows.add(start, end, outer.element, 'directory'), path });
  }
}

function closeDirectory(rows: Rows, open: Directory[], { part }: FileTree): void {
  rows.columns.end[open.pop()!.element] = part.end;
}

/** A directory weighs as much as its files; headers have no weight. */
function weighFiles({ weight, parent }: ElementTree, files: ReadonlyMap<number, number>): void {
  for (const file of files.keys()) for (let at = file; at >= 0; at = parent[at]) weight[at] = 0;
  for (const [file, tokens] of files) for (let at = file; at >= 0; at = parent[at]) weight[at] += tokens;
}

/** An element that may name a file: `'./log'` in an import, `"log.h"` in an include, `.log` in Python. `isPath`: only by a whole path. */
interface Reference {
  readonly element: number;
  readonly text: string;
  readonly isPath: boolean;
}

/** Types of elements that may name a file anywhere, and of those around others that do. */
const literal = /string|path|literal|dotted_name|relative_import/;
const importing = /import|include|require|use_decl|mod_item|preproc/;
/** A line of a file that is split by brackets; any other text is whole. */
const including = /^#\s*include\s*("[^"\n]+")|^[^]*$/;
/** Types of elements that name a file with all their leaves. */
const dotted = /^(?:dotted_name|scoped_identifier)$/;
/** `a/b`, `a.css`, `css/a.css#top` */
const pathLike = /^["'`<(]?[\w@.$-]*(?:\/[\w@.$-]+|\.\w+)+(?:[#?][^\s"'`>)]*)?["'`>)]?$/;

/** Longer texts name no file. */
const longest = 200;

const found = new WeakMap<ElementTree, readonly Reference[]>();

/** The leaves of a tree that may name a file, and `a.b`, of which each part is a leaf. */
function referencesIn(tree: ElementTree): readonly Reference[] {
  let references = found.get(tree);
  if (!references) found.set(tree, (references = findReferences(tree)));
  return references;
}

function findReferences(tree: ElementTree): Reference[] {
  const { count, last, start, end, type, types, parent } = tree;
  const [isLiteral, isImport, isDotted] = [literal, importing, dotted].map((kind) =>
    types.map((name) => kind.test(name)),
  );
  const references: Reference[] = [];
  for (let element = 1; element < count; element++) {
    if (end[element] - start[element] > longest) continue;
    const around = parent[element];
    const isWhole = last[element] === element || isDotted[type[element]];
    const isNamed =
      isLiteral[type[element]] || isImport[type[around]] || (around > 0 && isImport[type[parent[around]]]);
    const [whole, path] = including.exec(textOf(tree, element))!;
    const text = path ?? whole;
    if (isWhole && (isNamed || path !== undefined)) references.push({ element, text, isPath: false });
    else if (pathLike.test(text)) references.push({ element, text, isPath: true });
  }
  return references;
}

/** Files that stand for their directory. */
const standing = /(^|\/)(index|__init__|mod)$/;

/** A path without its ending, and without the name of a file that stands for its directory. */
function stemOf(path: string): string {
  return path.replace(/(?<=[^/])\.\w+$/, '').replace(standing, '');
}

/** Of a part of a style sheet, `@import "a"` names `_a.scss`. */
const partial = /(^|\/)_(?=[^/]+$)/;

/** Names of files, which no text has. */
function referenceIndex(paths: readonly string[]) {
  const byStem = new Map<string, string>();
  const add = (key: string, path: string) => key !== '' && byStem.set(key, path);
  for (const path of paths) add(stemOf(path).replace(partial, '$1'), path);
  for (const path of paths) for (const key of [stemOf(path), path]) add(key, path);
  const byName = groupBy(paths, (path) => posix.basename(stemOf(path)));
  /** Of `a.b.C` below a directory of sources; of `mod a;` in a module that its file has in itself. */
  const inSources = (text: string, from: string) => {
    if (from.endsWith('.rs') && byName.get(text)?.length === 1)
      return byName.get(text)!.filter((path) => path !== from);
    const way = /^\w+(?:\.\w+)+$/.test(text) ? text.replace(/\./g, '/') : undefined;
    const all = way === undefined ? [] : (byName.get(posix.basename(way)) ?? []);
    return all.filter((path) => stemOf(path).endsWith(`/${way}`));
  };
  const nameOf = (path: string) => `\0${path}`;
  return {
    nameOf,
    /** The name of the file that something in the file at `from` means; undefined if it is none of these, or the file itself. */
    find(from: string, { text, isPath }: Reference): string | undefined {
      const ways = waysOf(text, from);
      const isMeant = (way: string, path: string) => !isPath || text.includes('/') || path === way;
      // What is after the dot of `a.b` is an ending only if there is no such module.
      const found = [...ways, ...(isPath ? [] : ways.map(stemOf))].flatMap((way) => {
        const path = byStem.get(way);
        return path !== undefined && path !== from && isMeant(way, path) ? [path] : [];
      });
      const [path] = found.length > 0 || isPath ? found : inSources(text, from);
      return path === undefined ? undefined : nameOf(path);
    },
  };
}

/** The paths that a text may mean: from the file's directory, or from the root. */
function waysOf(text: string, from: string): string[] {
  const plain = text.replace(/^["'`<(]|[#?][^#?]*$|["'`>)]$/g, '');
  if (!/^[\w./@$-]+$/.test(plain)) return [];
  const directory = from.split('/').slice(0, -1);
  const dots = /^(\.+)([\w.]*)$/.exec(plain);
  if (dots && !plain.includes('/')) {
    // Python: one dot is the own directory, each further one that around it.
    const up = directory.slice(0, directory.length - dots[1].length + 1);
    return [joinPaths(up, dots[2].replace(/\./g, '/'))];
  }
  // Of a module in Rust the files of those in it are in a directory of its name.
  const inside = from.endsWith('.rs') ? [joinPaths([stemOf(from)], plain)] : [];
  const ways = [...inside, joinPaths(directory, plain), joinPaths([], plain)];
  return plain.includes('/')
    ? ways
    : [...ways, joinPaths(directory, plain.replace(/\./g, '/')), plain.replace(/\./g, '/')];
}

function joinPaths(directory: readonly string[], way: string): string {
  return posix.join('/', ...directory, way).replace(/^\/|\/$/g, '');
}
