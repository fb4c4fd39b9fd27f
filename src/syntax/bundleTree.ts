/**
 * One tree over the files of a bundle: directories, files, and the elements of each file. A file is an element with its header; its
 * children are those of its own tree. So one search goes from whole directories to single tokens. Files that one names in another are
 * found by their paths alone.
 */
import { posix } from 'node:path';
import type { Part } from '../text/bundle';
import { countTokens } from '../text/tokens';
import { textOf, type ElementTree } from './elementTree';
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
      const name = references.find(part.path, reference.text);
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

/** A leaf that may name a file: `'./log'` in an import, `"log.h"` in an include, `.log` in Python. */
interface Reference {
  readonly element: number;
  readonly text: string;
}

/** Types of leaves that may name a file anywhere, and of elements around other leaves that do. */
const literal = /string|path|literal|dotted_name|relative_import/;
const importing = /import|include|require|use_decl|preproc/;

/** Longer texts name no file. */
const longest = 200;

const found = new WeakMap<ElementTree, readonly Reference[]>();

/** The leaves of a tree that may name a file, and Python's `a.b`, of which each part is a leaf. */
function referencesIn(tree: ElementTree): readonly Reference[] {
  let references = found.get(tree);
  if (!references) found.set(tree, (references = leavesOf(tree)));
  return references;
}

function leavesOf(tree: ElementTree): Reference[] {
  const { count, last, start, end, type, types, parent } = tree;
  const isLiteral = types.map((name) => literal.test(name));
  const isImport = types.map((name) => importing.test(name));
  const references: Reference[] = [];
  for (let element = 1; element < count; element++) {
    const isWhole = last[element] === element || types[type[element]] === 'dotted_name';
    if (!isWhole || end[element] - start[element] > longest) continue;
    const around = parent[element];
    const mayName =
      isLiteral[type[element]] || isImport[type[around]] || (around > 0 && isImport[type[parent[around]]]);
    if (mayName) references.push({ element, text: textOf(tree, element) });
  }
  return references;
}

/** Files that stand for their directory. */
const standing = /(^|\/)(index|__init__|mod)$/;

/** A path without its ending, and without the name of a file that stands for its directory. */
function stemOf(path: string): string {
  return path.replace(/(?<=[^/])\.\w+$/, '').replace(standing, '');
}

/** Names of files, which no text has. */
function referenceIndex(paths: readonly string[]) {
  const byStem = new Map<string, string>();
  for (const path of paths) for (const key of [stemOf(path), path]) if (key !== '') byStem.set(key, path);
  const nameOf = (path: string) => `\0${path}`;
  return {
    nameOf,
    /** The name of the file that a text in the file at `from` means; undefined if it is none of these, or the file itself. */
    find(from: string, text: string): string | undefined {
      for (const way of waysOf(text, from)) {
        const path = byStem.get(way) ?? byStem.get(stemOf(way));
        if (path !== undefined && path !== from) return nameOf(path);
      }
      return undefined;
    },
  };
}

/** The paths that a text may mean: from the file's directory, or from the root. */
function waysOf(text: string, from: string): string[] {
  const plain = text.replace(/^["'`<]|["'`>]$/g, '');
  if (!/^[\w./@$-]+$/.test(plain)) return [];
  const directory = from.split('/').slice(0, -1);
  const dots = /^(\.+)([\w.]*)$/.exec(plain);
  if (dots && !plain.includes('/')) {
    // Python: one dot is the own directory, each further one that around it.
    const up = directory.slice(0, directory.length - dots[1].length + 1);
    return [joinPaths(up, dots[2].replace(/\./g, '/'))];
  }
  const ways = [joinPaths(directory, plain), joinPaths([], plain)];
  return plain.includes('/')
    ? ways
    : [...ways, joinPaths(directory, plain.replace(/\./g, '/')), plain.replace(/\./g, '/')];
}

function joinPaths(directory: readonly string[], way: string): string {
  return posix.join('/', ...directory, way).replace(/^\/|\/$/g, '');
}
