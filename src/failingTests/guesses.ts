/** From a failure to the slice of its test file, and to first guesses at what else need not stay. */
import type { Node } from 'web-tree-sitter';
import { framesIn } from '../oracle/judging/failureRule';
import type { Frame } from '../oracle/reports/report';
import { openGrammar, withRoot } from '../syntax/grammar';
import { closedIn, isIn } from '../strategies/treewide/statements';
import { languageOf } from '../syntax/languages';
import { merged, type Range } from '../text/ranges';
import { body, field, isTest, nameOf, nodesOf, statement, throwing } from './nodes';
import { sliceOf } from './slice';
import type { TestJob } from './testRun';

/** What computes the values of the failure stays, and the guesses go first; no slice if the language is not known. */
export async function slicedBy({ input, assets }: TestJob, frames: readonly Frame[]) {
  const { fileName, languageId, text, guesses = [] } = input;
  const language = languageOf(fileName, languageId);
  const lines = framesIn(frames, fileName).map(({ line }) => line);
  if (!language || lines.length === 0) return { slice: [], guesses };
  const grammar = await openGrammar(assets, language);
  try {
    return withRoot(grammar, text, (root) => {
      const [slice, needed] = [false, true].map((withHeads) => sliceOf(root, text, language.id, lines, withHeads));
      return { slice, guesses: [...guesses, ...guessesBy(root, language.id, needed)] };
    });
  } finally {
    grammar.dispose();
  }
}

/** How a file gets the names of other files, in all languages. */
const importing = /import|^use_declaration$|^package_clause$|^extern_crate/;

/** First all statements outside the slice, then only other tests; comments in both. Ranges in UTF-16 units, sorted, disjoint. */
export function guessesBy(root: Node, languageId: string, slice: readonly Range[]): Range[][] {
  if (!throwing[languageId] || slice.length === 0) return [];
  const words = slice.map(({ start, end }) => root.text.slice(start, end)).join('\n');
  const isNeeded = ({ startIndex, endIndex }: Node) =>
    slice.some(({ start, end }) => start < endIndex && startIndex < end);
  const closesNeeded = ({ text }: Node) => closedIn(text).some((name) => isIn(words, name));
  const cuts = (isMeant: (node: Node) => boolean): Range[] => {
    const found: Range[] = [];
    const visit = (node: Node) => {
      if (closesNeeded(node)) return;
      // A comment that no tool reads: `@vitest-environment jsdom` stays.
      const isRemark = node.type.includes('comment') && !/@\w/.test(node.text);
      if (!isNeeded(node) && (isMeant(node) || isRemark)) found.push({ start: node.startIndex, end: node.endIndex });
      else for (const child of node.namedChildren) if (child) visit(child);
    };
    visit(root);
    return found;
  };
  const isMember = ({ parent }: Node) => {
    // Of a block of Go, the statements are in a node of their own.
    return parent !== null && (!parent.parent || parent.type === 'statement_list' || body.test(parent.type));
  };
  const isStatement = (node: Node) => statement.test(node.type) && isMember(node) && !importing.test(node.type);
  const isOtherTest = (node: Node) =>
    isMember(node) && (isTest(node) || node.namedChildren.some((child) => child && isTest(child)));
  const all = [cuts(isStatement), cuts(isOtherTest)];
  const guesses = languageId === 'go' ? all.map((ranges) => usedIn(root, ranges)) : all;
  return guesses.filter((ranges, at) => ranges.length > 0 && (at === 0 || ranges.length < guesses[0].length));
}

/**
 * Go refuses variables and imports that nothing uses: the next use of the former stays, the latter go. What has a type may need all of its
 * methods.
 */
function usedIn(root: Node, given: readonly Range[]): Range[] {
  const names = nodesOf(root, ['identifier', 'package_identifier']).filter(
    ({ parent }) => parent?.type !== 'import_spec',
  );
  const cutOf = ({ startIndex: at }: Node, cuts = given) => cuts.find(({ start, end }) => start <= at && at < end);
  const declared = nodesOf(root, ['short_var_declaration']).filter((node) => !cutOf(node));
  const staying = declared
    .flatMap((node) => nodesOf(field(node, 'left')!, ['identifier']))
    .map(({ text, startIndex }) => {
      const uses = names.filter((use) => use.text === text && use.startIndex > startIndex).map((use) => cutOf(use));
      return uses.includes(undefined) ? undefined : uses[0];
    });
  const types = nodesOf(root, ['type_spec']).filter((node) => !cutOf(node));
  const isMethod = (cut: Range) => {
    const [receiver = ''] = /^func \([^)]*\)/.exec(root.text.slice(cut.start, cut.end)) ?? [];
    return types.some((type) => new RegExp(`\\b${nameOf(type)}\\b`).test(receiver));
  };
  const cuts = given.filter((cut) => !staying.includes(cut) && !isMethod(cut));
  const used = new Set(names.filter((use) => !cutOf(use, cuts)).map(({ text }) => text));
  const isUnused = (spec: Node) => {
    const name = field(spec, 'name') ?? field(spec, 'path')!;
    return !/^[_.]$/.test(name.text) && !used.has(name.text.replace(/^.*\/(?!v\d)|"|\/v\d+"$/g, ''));
  };
  const unused = nodesOf(root, ['import_declaration']).flatMap((declaration) => {
    const specs = nodesOf(declaration, ['import_spec']);
    const some = specs.filter(isUnused);
    return some.length > 0 && some.length === specs.length ? [declaration] : some;
  });
  return merged([...cuts, ...unused.map(({ startIndex: start, endIndex: end }) => ({ start, end }))]);
}
