/** From the slice of a failure to first guesses at what of the test file need not stay. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Range } from '../text/ranges';
import { dialectOf } from './dialects/registry';

/** How a file gets the names of other files, in all languages. */
const importing = /import|^use_declaration$|^package_clause$|^extern_crate/;

/** First all statements outside the slice, then only other tests; comments in both. Ranges in UTF-16 units, sorted, disjoint. */
export function guessesBy(tree: Tree, languageId: string, slice: readonly Range[]): Range[][] {
  const dialect = dialectOf(languageId);
  if (!dialect || slice.length === 0) return [];
  const isNeeded = ({ startIndex, endIndex }: Node) =>
    slice.some(({ start, end }) => start < endIndex && startIndex < end);
  const cuts = (isMeant: (node: Node) => boolean): Range[] => {
    const found: Range[] = [];
    const visit = (node: Node) => {
      if (!isNeeded(node) && (isMeant(node) || isRemark(node)))
        found.push({ start: node.startIndex, end: node.endIndex });
      else for (const child of node.namedChildren) if (child) visit(child);
    };
    visit(tree.rootNode);
    return found;
  };
  const isMember = ({ parent }: Node) => parent !== null && (!parent.parent || dialect.body.test(parent.type));
  const isStatement = (node: Node) => dialect.statement.test(node.type) && isMember(node) && !importing.test(node.type);
  const isOtherTest = (node: Node) =>
    isMember(node) && (dialect.isTest(node) || node.namedChildren.some((child) => child && dialect.isTest(child)));
  const guesses = [cuts(isStatement), cuts(isOtherTest)];
  return guesses.filter((ranges, at) => ranges.length > 0 && (at === 0 || ranges.length < guesses[0].length));
}

/** A comment that no tool reads: `@vitest-environment jsdom` stays. */
function isRemark({ type, text }: Node): boolean {
  return type.includes('comment') && !/@\w/.test(text);
}
