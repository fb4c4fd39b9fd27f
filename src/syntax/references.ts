/** Which file a text names: `'./log'` in an import, `"log.h"` in an include, `.log` in Python. Found by the paths alone. */
import type { ElementTree } from './elementTree';

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
export function referencesIn(tree: ElementTree): readonly Reference[] {
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
    if (mayName) references.push({ element, text: tree.text.slice(start[element], end[element]) });
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
export function referenceIndex(paths: readonly string[]) {
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
    return [joined(up, dots[2].replace(/\./g, '/'))];
  }
  const ways = [joined(directory, plain), joined([], plain)];
  return plain.includes('/')
    ? ways
    : [...ways, joined(directory, plain.replace(/\./g, '/')), plain.replace(/\./g, '/')];
}

function joined(directory: readonly string[], way: string): string {
  const parts = [...directory];
  for (const part of way.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
