/** Inlining of imports: a file that only one other imports goes, and its text stands where that imports it. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { partsOf, type Part } from '../../text/bundle';
import type { Edit } from '../../text/source';
import { inlined } from '../imports/inlined';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
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
  const parts = partsOf(tree.text);
  const uses = filesWithUses(tree)
    .filter(({ elements }) => elements.every((element) => mayGo(text, element)))
    .flatMap(({ elements: [file, ...statements] }) => useOf(tree, parts, file, statements) ?? []);
  return {
    targets: uses.sort((a, b) => tree.weight[a.file] - tree.weight[b.file]),
    patience: simplifyingPatience,
    edits({ file, statement, others, insert }): Edit[] {
      return cutsOfElements(text, [file, ...others], [{ ...rangeOf(tree, statement), insert }]);
    },
  };
}

function useOf(
  tree: ElementTree,
  parts: readonly Part[],
  file: number,
  statements: readonly number[],
): Use | undefined {
  const [statement, ...others] = [...statements].sort((a, b) => a - b);
  const { start, end } = rangeOf(tree, statement);
  const partAt = (at: number) => parts.find((part) => part.start <= at && at < part.end)!;
  const [own, importer] = [partAt(tree.start[file]), partAt(start)];
  const source = tree.text.slice(start, end);
  const isSame = (other: number) => {
    const range = rangeOf(tree, other);
    return partAt(range.start) === importer && tree.text.slice(range.start, range.end) === source;
  };
  if (!others.every(isSame) || tree.text[start - 1] !== '\n' || imports(tree, own, importer)) return undefined;
  const after = others.reduceRight(
    (text, other) => text.slice(0, tree.start[other] - end) + text.slice(tree.end[other] - end),
    tree.text.slice(end, importer.end),
  );
  const insert = inlined({
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
