/**
 * Lists of pieces of a text for the list reducer. Strategies without a tree cut the whole text, and the reducer runs once. Strings,
 * comments, numbers and text are lists of characters, one after the other.
 */
import * as l10n from '@vscode/l10n';
import { type Kept, singleDeletions, wholeList, without } from '../../reducers/list';
import { type Experience, learn, noExperience } from '../../reducers/options';
import { type Budget, makeSkippable, map, mapResult, then, unfold, within } from '../../search/compose';
import { type Search, done, lazy, phase } from '../../search/search';
import { type ElementTree, rangeOf } from '../../syntax/elementTree';
import { partsOf } from '../../text/bundle';
import { type Range, complement, matchRanges, merged } from '../../text/ranges';
import { type Candidate, type Edit, type SourceText, candidateSource, render } from '../../text/source';
import { withSpace } from '../../text/tidy';
import { countTokens, tokensBefore } from '../../text/tokens';
import { mayGo, parsedText } from '../parsedText';
import { named, parsing, shrinking, untilSettled } from '../pipelines/steps';
import { type Strategy, type StrategyContext, type TextSearch, scopeOf } from '../strategy';

/** A line with its line end: \n, \r\n or \r. */
export const line = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;

/** A word or a sign, with the blanks after it: finer than lines, for text with few lines. */
export const word = /[\p{ID_Continue}$]+\s*|\S\s*|\s+/gu;

/** A code point, so that no surrogate pair is split; a line end is one piece. */
export const character = /\r\n|[^]/gu;

export const lines = flat('lines', 'All lines are one list; works on any text.', line);
export const words = flat('words', 'All words and signs are one list; works on any text.', word);
export const chars = flat('chars', 'All characters are one list; works on any text, with many tests.', character);

/** `piece`: a global expression that matches piece after piece and leaves nothing out. */
function flat(name: string, description: string, piece: RegExp): Strategy {
  return {
    name,
    description,
    usesReducer: true,
    options: [],
    search(base, { reduceList, fixed }) {
      const text = render(base);
      const scope = scopeOf(text.length, fixed);
      const pieces = matchRanges(text, piece, scope);
      const tokens = tokensBefore(text);
      const weight = (index: number) => Math.max(1, tokens[pieces[index].end] - tokens[pieces[index].start]);
      const search = reduceList({ size: pieces.length, weight }, noExperience);
      const left = piecesLeft(search, base, pieces, scope, (cut) => withSpace(text, cut));
      return makeSkippable(left, () => base, candidateSource);
    },
  };
}

/** The files of a bundle as one list: for searches without a tree, which see no files. In the end no file can go alone. */
export const wholeFiles = named(
  () => l10n.t('Removing whole files'),
  (base, { reduceList }) => {
    const text = render(base);
    const files = partsOf(text);
    const tokens = files.map(({ textStart, end }) => countTokens(text.slice(textStart, end)));
    const list = { size: files.length, weight: (index: number) => Math.max(1, tokens[index]) };
    const reduced = then(reduceList(list, noExperience), (left) => singleDeletions(left));
    return piecesLeft(reduced, base, files, { start: 0, end: text.length });
  },
);

/** The search for the pieces of `scope` that stay, as a search over the text; `edit`: how a run of pieces goes. */
function piecesLeft(
  search: Search<Kept, Kept>,
  base: SourceText,
  pieces: readonly Range[],
  scope: Range,
  edit: (cut: Range) => Edit = (cut) => cut,
): TextSearch {
  const outside = complement([scope], base.length);
  const candidate = (left: Kept): Candidate => {
    return { base, edits: complement(rangesLeft(pieces, left, outside), base.length).map(edit) };
  };
  return map(search, candidate, (left) => candidateSource(candidate(left)));
}

/** The pieces that stay, neighbours as one, and what is outside. There may be 10⁶ of them. */
function rangesLeft(pieces: readonly Range[], left: Kept, outside: readonly Range[]): Range[] {
  const runs: Range[] = [];
  for (let at = 0; at < left.length; at++) {
    const { start } = pieces[left[at]];
    let { end } = pieces[left[at]];
    while (at + 1 < left.length && pieces[left[at + 1]].start === end) ({ end } = pieces[left[++at]]);
    runs.push({ start, end });
  }
  return merged([...outside, ...runs]);
}

/** Types whose text is data, not names or signs. */
const data =
  /string|char|comment|number|integer|float|literal|text|content|value|regex|template|escape|path|scalar|url|name_spec/i;

/** A longer leaf is data, whatever its type; UTF-16 units. */
const longestName = 200;

/** Most pieces of a literal. The pieces of a longer literal are runs of characters; they get shorter from round to round. */
const mostPieces = 50_000;

interface State {
  readonly text: SourceText;
  /** Literals that start before this offset are done. */
  readonly from: number;
  /** What their characters have taught. */
  readonly experience: Experience;
}

/** Skipping one literal skips all that follow. */
export const literalCharacters = named(
  () => l10n.t('Removing characters of literals'),
  (text, context) => {
    const start: State = { text, from: 0, experience: noExperience };
    const search = unfold<Candidate, State>(start, (state) => {
      const literal = literalFrom(state, context);
      return literal && mapResult(reduceCharacters(state, literal, context), (rest) => after(state, literal, rest));
    });
    return mapResult(search, (end) => end.text);
  },
);

function after({ text, experience }: State, { start, end }: Range, rest: SourceText): State {
  const left = end - start - (text.length - rest.length);
  return { text: rest, from: start + 1, experience: learn(experience, end - start, left) };
}

export const literals: Strategy = {
  name: 'literals',
  description: 'Shortens strings, comments and numbers: the characters of each are a list.',
  needsTree: true,
  usesReducer: true,
  options: [],
  search: parsing(shrinking(untilSettled(literalCharacters))),
};

/** The first literal of the rest: an element without elements inside. */
function literalFrom({ text: base, from }: State, context: StrategyContext): Range | undefined {
  const text = parsedText(base, context);
  const { tree } = text;
  const element = tree.start.findIndex((at, one) => at >= from && isLiteral(tree, one) && mayGo(text, one));
  return element < 0 ? undefined : rangeOf(tree, element);
}

function isLiteral({ last, start, end, types, type }: ElementTree, element: number): boolean {
  const length = end[element] - start[element];
  return last[element] === element && length > 1 && (length > longestName || data.test(types[type[element]]));
}

/** The list reducer on the characters of a literal, or on runs of them. No half of a surrogate pair is left. */
function reduceCharacters(
  { text, experience }: State,
  literal: Range,
  { reduceList, options }: StrategyContext,
): TextSearch {
  const size = Math.ceil((literal.end - literal.start) / mostPieces);
  const piece = size === 1 ? character : new RegExp(`[^]{${size}}|[^]+`, 'gu');
  const pieces = matchRanges(render(text), piece, literal);
  const list = { size: pieces.length, weight: () => 1 };
  const credit = options.effort === 'thorough' ? Infinity : Math.max(leastPatience, list.size / 8);
  const patience = (held: Kept): Budget<Kept, Kept> => ({ credit, end: () => held, refill: patience });
  const reduced = then(within(reduceList(list, experience), patience(wholeList(list))), tryHalves);
  return piecesLeft(reduced, text, pieces, literal);
}

/**
 * The first or the second half, again and again: coordinates mean something else if one of them goes, but may not need the others at
 * all. Both ends stay, as they may be quotes.
 */
function tryHalves(list: Kept): Search<Kept, Kept> {
  if (list.length < shortest) return done(list);
  const middle = list.length >> 1;
  const both = [without(list, middle, list.length - 1), without(list, 1, middle)];
  return phase({
    alternatives: lazy(both.length, (index) => both[index]),
    chance: () => 0.1,
    held: (index) => tryHalves(both[index]),
    none: () => done(list),
  });
}

/** Shorter literals are not halved, pieces. */
const shortest = 8;

/** Tests of one literal that may fail in a row; more for long ones. Most literals that matter, like messages, matter whole. */
const leastPatience = 12;
