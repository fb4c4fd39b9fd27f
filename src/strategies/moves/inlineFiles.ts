/** Inlining of imports: a file that only one other imports goes, and its text stands where that imports it. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { inlined } from '../imports/inlined';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { isInside } from '../names/names';
import { filesWithUses } from './coupled';
import { simplifyingPatience, tryMoves, type Moves } from './moves';

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
  const uses = filesWithUses(tree)
    .filter(({ elements }) => elements.every((element) => mayGo(text, element)))
    .flatMap(({ elements: [file, ...statements] }) => useOf(tree, file, statements) ?? []);
  return {
    targets: uses.sort((a, b) => tree.weight[a.file] - tree.weight[b.file]),
    patience: simplifyingPatience,
    edits({ file, statement, others, insert }): Edit[] {
      const { start, end } = rangeOf(tree, statement);
      return cutsOfElements(text, [file, ...others], [{ start, end, insert }]);
    },
  };
}

function useOf(tree: ElementTree, file: number, statements: readonly number[]): Use | undefined {
  const [statement, ...others] = [...statements].sort((a, b) => a - b);
  const importer = fileAround(tree, statement);
  const { start, end } = rangeOf(tree, statement);
  const source = tree.text.slice(start, end);
  const isSame = (other: number) =>
    isInside(tree, other, importer) && tree.text.slice(tree.start[other], tree.end[other]).trimEnd() === source;
  if (importer === 0 || !others.every(isSame) || !/\n/.test(tree.text[start - 1]) || names(tree, file, importer))
    return undefined;
  const [own, around] = [fileOf(tree, file), fileOf(tree, importer)];
  const rest = others.reduceRight(
    (text, other) => text.slice(0, tree.start[other] - end) + text.slice(tree.end[other] - end),
    tree.text.slice(end, tree.end[importer]),
  );
  const insert = inlined({
    ...own,
    importer: around.path,
    statement: source,
    before: tree.text.slice(around.textStart, start),
    after: rest,
    isFile: (path) => tree.text.includes(`\0${path}\0`),
  });
  // Without a text, they can go together: that is another move.
  return insert ? { file, statement, others, insert } : undefined;
}

/** Without the end of the line. */
function rangeOf({ text, start, end }: ElementTree, element: number) {
  return { start: start[element], end: start[element] + text.slice(start[element], end[element]).trimEnd().length };
}

/** Does a file import this one? */
function names(tree: ElementTree, file: number, other: number): boolean {
  const name = tree.names!.get(other);
  return Array.from(tree.names!).some(([element, one]) => one === name && isInside(tree, element, file));
}

/** The file around an element; 0 if there is none. */
function fileAround({ text, start, parent, types, type }: ElementTree, element: number): number {
  let around = element;
  while (around > 0 && !(types[type[around]].startsWith('file') && text[start[around]] === '\0'))
    around = parent[around];
  return Math.max(around, 0);
}

function fileOf({ text, start, end }: ElementTree, file: number) {
  const [, path] = text.slice(start[file], end[file]).split('\0', 2);
  const textStart = start[file] + path.length + 3;
  return { path, textStart, text: text.slice(textStart, end[file]) };
}
