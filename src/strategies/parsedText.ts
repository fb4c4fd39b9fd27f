/** A parsed text: which of its elements may go, and the edits that delete them. Passes, moves and the tree-wide search stand on it. */
import { rangeOf, type ElementTree } from '../syntax/elementTree';
import { removalRanges, type Removed } from '../syntax/removal';
import type { Range } from '../text/ranges';
import { render, type Edit, type SourceText } from '../text/source';
import { tidyCuts } from '../text/tidy';
import { scopeOf, type StrategyContext } from './strategy';

export interface ScopedTree {
  readonly tree: ElementTree;
  /** The part that may be reduced. */
  readonly scope: Range;
}

export interface ParsedText extends ScopedTree {
  readonly base: SourceText;
  /** Does the text parse worse with these edits? */
  isWorse(edits: readonly Edit[]): boolean;
}

export function parsedText(base: SourceText, { parse, fixed, isWorse }: StrategyContext): ParsedText {
  const tree = parse(render(base));
  return {
    base,
    tree,
    scope: scopeOf(tree.text.length, fixed),
    isWorse: (edits) => isWorse?.({ base, edits }) ?? false,
  };
}

/** May this element go? Not the root, and nothing that reaches outside the scope. */
export function mayGo({ tree, scope }: ScopedTree, element: number): boolean {
  return element > 0 && tree.start[element] >= scope.start && tree.end[element] <= scope.end;
}

/** All elements that may go, in the order of the text. */
export function deletableElements(text: ScopedTree): number[] {
  return Array.from(text.tree.start.keys()).filter((element) => mayGo(text, element));
}

export function heaviestFirst({ weight }: ElementTree, elements: Iterable<number>): number[] {
  return [...elements].sort((a, b) => weight[b] - weight[a] || a - b);
}

/** The edits that delete the `removed` elements, and the `others`. */
export function cutsOf({ tree, scope }: ScopedTree, removed: Removed, others: readonly Edit[] = []): Edit[] {
  return tidyCuts(tree.text, [...removalRanges(tree, removed), ...others], scope);
}

/** The same, from the numbers of the elements. */
export function cutsOfElements(text: ParsedText, elements: readonly number[], others?: readonly Edit[]): Edit[] {
  const removed = new Uint8Array(text.tree.count);
  for (const element of elements) removed[element] = 1;
  return cutsOf(text, removed, others);
}

export function replacement(tree: ElementTree, element: number, insert: string): Edit {
  return { ...rangeOf(tree, element), insert };
}

/** The edits that leave only `inner` of `target`; `inner` lies inside it. */
export function cutsAround({ tree, scope }: ParsedText, target: number, inner: Range): Edit[] {
  return tidyCuts(tree.text, besides(tree, target, inner), scope);
}

/** What is beside `inner` in `target`. */
export function besides({ start, end }: ElementTree, target: number, inner: Range): Range[] {
  return [
    { start: start[target], end: inner.start },
    { start: inner.end, end: end[target] },
  ];
}

/** The tokens beside an element that go with it: 1 the one before, 2 the one after, 3 both. */
export type Margin = 1 | 2 | 3;

/** An element with its margin; undefined if there is no such token. */
export function withMargin(tree: ElementTree, element: number, margin: Margin): Range | undefined {
  const start = (margin & 1 ? tree.before : tree.start)[element];
  const end = (margin & 2 ? tree.after : tree.end)[element];
  return start < 0 || end < 0 ? undefined : { start, end };
}
