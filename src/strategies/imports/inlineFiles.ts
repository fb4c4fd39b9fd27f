/**
 * Inlining of imports: a file that only one other imports goes, and its text stands in the place of the statement that imports it, as one
 * would write it by hand. Only the usual forms are known.
 */
import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isInside, type ElementTree } from '../../syntax/elementTree';
import { type Part, partsOf } from '../../text/bundle';
import { lineStart } from '../../text/tidy';
import { fileNamesOf } from '../names/names';
import { importAround } from '../treewide/statements';
import { type Moves, simplifyingPatience, tryMoves } from '../moves/moves';
import { type ParsedText, cutsOfElements, mayGo } from '../parsedText';
import { inlineScript } from './scripts';

export const fileInlinings = tryMoves(() => l10n.t('Inlining imports'), inliningsOf);

/** A file, and the statement that imports it; the others are the same statement in the same file. */
interface Use {
  readonly file: number;
  readonly statement: number;
  readonly others: readonly number[];
  readonly insert: string;
}

/** The smallest files first: they are files for the least reason. */
function inliningsOf(text: ParsedText): Moves<Use> {
  const { tree } = text;
  const parts = partsOf(tree.text);
  const uses = filesWithUses(tree)
    .filter((elements) => elements.every((element) => mayGo(text, element)))
    .flatMap(
      ([file, ...statements]) =>
        useOf(
          tree,
          parts,
          file,
          statements.sort((a, b) => a - b),
        ) ?? [],
    );
  return {
    targets: uses.sort((a, b) => tree.weight[a.file] - tree.weight[b.file]),
    patience: simplifyingPatience,
    edits: ({ file, statement, others, insert }) =>
      cutsOfElements(text, [file, ...others], [{ ...rangeOf(tree, statement), insert }]),
  };
}

function useOf(tree: ElementTree, parts: readonly Part[], file: number, statements: number[]): Use | undefined {
  const [statement, ...others] = statements;
  const { start, end } = rangeOf(tree, statement);
  const partAt = (at: number) => parts.find((part) => part.start <= at && at < part.end)!;
  const [own, importer] = [partAt(tree.start[file]), partAt(start)];
  const source = tree.text.slice(start, end);
  const isSame = (other: number) => {
    const range = rangeOf(tree, other);
    return partAt(range.start) === importer && tree.text.slice(range.start, range.end) === source;
  };
  const isAtStart = tree.text.slice(lineStart(tree.text, start), start).trim() === '';
  if (!others.every(isSame) || !isAtStart || imports(tree, own, importer)) return undefined;
  const after = others.reduceRight(
    (text, other) => text.slice(0, tree.start[other] - end) + text.slice(tree.end[other] - end),
    tree.text.slice(end, importer.end),
  );
  const insert = inlineText({
    path: own.path,
    text: tree.text.slice(own.textStart, own.end),
    importer: importer.path,
    statement: source,
    before: tree.text.slice(importer.textStart, start),
    after,
    isFile: (path) => parts.some((part) => part.path === path),
  });
  // Without a text, they can go together: that is another move.
  return insert ? { file, statement, others, insert } : undefined;
}

/** Without the end of the line. */
function rangeOf({ text, start, end }: ElementTree, element: number) {
  return { start: start[element], end: start[element] + text.slice(start[element], end[element]).trimEnd().length };
}

/** Does one file name the other? */
function imports({ names, start }: ElementTree, { start: from, end }: Part, other: Part): boolean {
  const all = Array.from(names!);
  const name = all.find(([element]) => start[element] === other.start)?.[1];
  return all.some(([element, one]) => one === name && start[element] > from && start[element] < end);
}

/** A file that only one other imports. */
export interface Imported {
  readonly path: string;
  readonly text: string;
  /** Of the one that imports it. */
  readonly importer: string;
  readonly statement: string;
  /** The importer's text without the statement: before it, and after it. */
  readonly before: string;
  readonly after: string;
  /** Is there such a file? */
  readonly isFile: (path: string) => boolean;
}

/** Not to be trimmed at the start: Python means something by it. */
const tidy = (text: string) =>
  text
    .replace(/^\s*\n/, '')
    .replace(/\n\s*\n(?=\s*\n)/g, '\n')
    .trimEnd();

/** Undefined if that is not simple. */
export function inlineText(imported: Imported): string | undefined {
  const plain = { ...imported, text: imported.text.replace(/^\ufeff/, '') };
  if (/\.[cm]?[jt]sx?$/.test(imported.importer)) return script(plain);
  if (imported.importer.endsWith('.py')) return python(plain);
  if (imported.importer.endsWith('.rs')) return module(plain);
  if (/\.(?:s?css|less|sh|bash)$/.test(imported.importer)) return pasted(plain);
  return /\.(?:[ch]|[ch]pp|cc|hh|cxx|hxx)$/.test(imported.importer) ? included(plain) : undefined;
}

function script({ path, text, importer, statement, before, after }: Imported): string | undefined {
  const moved = text
    .replace(/^(['"])use strict\1;?/, '')
    .replace(/(\b(?:from|import|require)\b\s*\(?\s*)(['"])(\.\.?\/[^'"]*)\2/g, (_, start, quote, to) => {
      return start + quote + relative(importer, posix.join(posix.dirname(path), to)) + quote;
    });
  const body = inlineScript(
    statement,
    withoutLinesOf(moved, /^import\b|^(?:const|let|var) .*= require\(/, before + after),
  );
  return body === undefined || clash(body, before + after) ? undefined : tidy(body);
}

function python({ path, text, importer, statement, before, after }: Imported): string | undefined {
  const [, module, names] = /^from\s+([\w.]+)\s+import\s+\(?([\w\s,*]+?),?\s*\)?$/.exec(statement.trim()) ?? [];
  const stem = posix.basename(path.replace(/(\/__init__)?\.py$/, ''));
  const isNear = posix.dirname(path) === posix.dirname(importer) || !/^\s*from\s+\./m.test(text);
  if (!isNear || module?.split('.').pop() !== stem) return undefined;
  const other = [...names.matchAll(/(\w+)\s+as\s+(\w+)/g)].map(([, name, own]) => `${own} = ${name}`);
  const body = [withoutLinesOf(text, /^(?:import|from)\b/, before).trimEnd(), ...other].join('\n');
  return clash(body, before + after) ? undefined : tidy(body);
}

/** `mod a;` becomes `mod a { … }`; files of modules in it stay where they are. */
function module({ text, statement }: Imported): string | undefined {
  return /\bmod\s+\w+\s*;$/.test(statement) ? statement.replace(/\s*;$/, ` {\n${tidy(text)}\n}`) : undefined;
}

/** Of style sheets and scripts of a shell. */
function pasted({ path, text, importer, statement }: Imported): string | undefined {
  if (!/^(?:@import\s+(?:url\()?["']?[^"',]+["']?\)?;|(?:\.|source)\s+\S+)$/.test(statement.trim())) return undefined;
  const moved = text.replace(/(@(?:import|use|forward)\s+(?:url\()?["'])([^"':]+)(?=["'])/g, (_, start, to) => {
    return start + relative(importer, posix.join(posix.dirname(path), to)).replace(/^\.\//, '');
  });
  return tidy(moved);
}

function included({ path, text, importer, statement, before, isFile }: Imported): string | undefined {
  if (!/^\s*#\s*include\b/.test(statement)) return undefined;
  const moved = text
    .replace(/^#pragma once\b.*/m, '')
    .replace(/^(\s*#\s*include\s*")([^"]+)(?=")/gm, (all, start, name) => {
      const target = posix.join(posix.dirname(path), name);
      return isFile(target) ? start + relative(importer, target).replace(/^\.\//, '') : all;
    });
  return tidy(withoutLinesOf(moved, /^#\s*include\b/, before));
}

/** What the file at `from` calls the one at `to`. */
function relative(from: string, to: string): string {
  const way = posix.relative(posix.dirname(from), to);
  return way.startsWith('.') ? way : `./${way}`;
}

/** Without the lines of this kind that `other` has too. */
function withoutLinesOf(text: string, kind: RegExp, other: string): string {
  const known = new Set(other.split(/\r?\n/));
  return text.replace(/^.*(?:\r?\n|$)/gm, (line) => (kind.test(line) && known.has(line.trimEnd()) ? '' : line));
}

function clash(one: string, other: string): boolean {
  const names = new Set(definedIn(one));
  return definedIn(other).some((name) => names.has(name));
}

/** The names that the lines of a text define or import which are not indented. */
function definedIn(text: string): string[] {
  const definitions = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s*\*?|class|def)\s+([\w$]+)/gm;
  const variables = /^(?:export\s+)?(?:const|let|var|import(?!.*\bimport\b))\s+([^=;'"]*?)\s*(?:=|;|$|\bfrom\b)/gm;
  const lists = [...text.matchAll(variables)].flatMap(([, list]) => [...list.matchAll(/([\w$]+)\s*(?=,|\}|$)/g)]);
  return [...text.matchAll(definitions), ...lists].map(([, name]) => name);
}

/** For each file of a bundle its element, and for each use of its name the smallest statement or entry around it: they go together. */
export function filesWithUses(tree: ElementTree): number[][] {
  return fileNamesOf(tree).flatMap(({ occurrences, definition }) => {
    if (definition === undefined || occurrences.length < 2) return [];
    const uses = occurrences.filter((one) => !isInside(tree, one, definition));
    const members = uses.map((use) => importAround(tree, use));
    const areApart = members.every((member) => member > 0 && !isInside(tree, definition, member));
    return members.length > 0 && areApart ? [[definition, ...new Set(members)]] : [];
  });
}
