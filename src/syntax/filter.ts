/**
 * The parse filter refuses a candidate with more syntax errors than its base text. An incremental parse takes one to six milliseconds
 * on files of a thousand lines, far less than an oracle run, and refuses a quarter to two thirds of all candidates (docs/notes/trees.md).
 */
import { LRUCache } from 'lru-cache';
import { Edit as TreeEdit, type Point, type Tree } from 'web-tree-sitter';
import { onceFor } from '../text/once';
import { lastAtMost } from '../text/ranges';
import { candidateText, render, type Edit, type SourceText, type Candidate } from '../text/source';
import { withCursor } from './elements';
import { isParseProblem, type Grammar } from './grammar';

export interface ParseFilter {
  /** The grammar's id. */
  readonly language: string;
  /** True if the candidate has more syntax errors than its base, or cannot be parsed in time. */
  isWorse(candidate: Candidate): boolean;
  dispose(): void;
}

/**
 * Bases that are kept, and their UTF-16 units: tests ahead go to and fro between them. With eight, 64 slots need a quarter of the parses
 * (docs/notes/jobs.md); a unit takes 50 bytes.
 */
const mostBases = 8;
const mostUnits = 1_000_000;

/** A candidate that is a smaller part of its base is parsed anew: thousands of edits of the base's tree take longer. */
const shortPart = 0.25;

/** `most`: of bases that are kept. */
export function parseFilter(grammar: Grammar, most = mostBases): ParseFilter {
  const bases = new LRUCache<SourceText, ParsedBase>({
    max: most,
    maxSize: mostUnits,
    sizeCalculation: (_, { length }) => Math.min(mostUnits, length + 1),
    dispose: ({ tree }) => tree.delete(),
  });
  const baseOf = (source: SourceText) => {
    let base = bases.get(source);
    if (!base) {
      // A long one needs the room of the others first.
      if (source.length > mostUnits) bases.clear();
      bases.set(source, (base = parsedBase(grammar, source)));
    }
    return base;
  };
  return {
    language: grammar.language.id,
    isWorse: onceFor((candidate) => {
      const { tree, errors, pointAt } = baseOf(candidate.base);
      const text = candidateText(candidate);
      const isShort = text.length < shortPart * candidate.base.length;
      const changed = isShort ? undefined : editedTree(tree, candidate.edits, pointAt);
      try {
        const parsed = grammar.tree(text, changed);
        const worse = allErrors(grammar, parsed, text, errors + 1) > errors;
        parsed.delete();
        return worse;
      } catch (error) {
        if (isParseProblem(error)) return true;
        throw error;
      } finally {
        changed?.delete();
      }
    }),
    dispose: () => bases.clear(),
  };
}

/** The base text of candidates, parsed once. */
interface ParsedBase {
  readonly tree: Tree;
  readonly errors: number;
  readonly pointAt: (offset: number) => Point;
}

function parsedBase(grammar: Grammar, source: SourceText): ParsedBase {
  const text = render(source);
  const tree = grammar.tree(text);
  return { tree, errors: allErrors(grammar, tree, text), pointAt: pointsOf(text) };
}

/** A copy of `tree` with the edits applied, last first, so that the offsets before them stay right. */
function editedTree(tree: Tree, edits: readonly Edit[], pointAt: (offset: number) => Point): Tree {
  const copy = tree.copy();
  for (const { start, end, insert = '' } of [...edits].reverse()) {
    const from = pointAt(start);
    copy.edit(
      new TreeEdit({
        startIndex: start,
        oldEndIndex: end,
        newEndIndex: start + insert.length,
        startPosition: from,
        oldEndPosition: pointAt(end),
        newEndPosition: pointAfter(from, insert),
      }),
    );
  }
  return copy;
}

function pointAfter({ row, column }: Point, text: string): Point {
  const lines = text.split('\n');
  const last = lines[lines.length - 1].length;
  return lines.length === 1 ? { row, column: column + last } : { row: row + lines.length - 1, column: last };
}

function pointsOf(text: string): (offset: number) => Point {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (offset) => {
    const row = lastAtMost(lineStarts, offset);
    return { row, column: offset - lineStarts[row] };
  };
}

/** Those of embedded parts, too. */
function allErrors(grammar: Grammar, tree: Tree, text: string, enough = Infinity): number {
  let count = errorsIn(tree, enough);
  for (const part of grammar.embedded(tree, text)) {
    if (count >= enough) break;
    const inner = part.grammar.tree(part.text);
    count += errorsIn(inner, enough - count);
    inner.delete();
  }
  return count;
}

/**
 * Number of syntax errors: nodes for unreadable text and for missing tokens. 0 if and only if the text parses; else at least 1, as a missing token may be hidden. It visits only nodes with errors inside, and
 * stops counting at `enough`.
 */
export function errorsIn(tree: Tree, enough = Infinity): number {
  if (!tree.rootNode.hasError) return 0;
  return withCursor(tree, (cursor) => {
    let count = 0;
    for (let depth = 0; depth >= 0 && count < enough;) {
      // Each of them is a call into the parser's memory. What is an error has one.
      const node = cursor.currentNode;
      const { hasError } = node;
      if (hasError && (node.isError || node.isMissing)) count++;
      if (hasError && cursor.gotoFirstChild()) depth++;
      else while (depth >= 0 && !cursor.gotoNextSibling()) depth = cursor.gotoParent() ? depth - 1 : -1;
    }
    return Math.max(1, count);
  });
}
