/** Characters of literals: strings, comments, numbers and text are lists of characters for the list reducer, one after the other. */
import * as l10n from '@vscode/l10n';
import { wholeList, without, type Kept } from '../../reducers/list';
import { learn, noExperience, type Experience } from '../../reducers/options';
import { type Budget, mapResult, makeSkippable, then, unfold, within } from '../../search/compose';
import { done, lazy, phase, type Search } from '../../search/search';
import { rangeOf, type ElementTree } from '../../syntax/elementTree';
import { matchRanges, type Range } from '../../text/ranges';
import { candidateSource, render, type Candidate, type SourceText } from '../../text/source';
import { mayGo, parsedText } from '../parsedText';
import { named, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Strategy, StrategyContext, TextSearch } from '../strategy';
import { character, piecesLeft, skippableList } from './flat';

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

export const literalCharacters = named(
  () => l10n.t('Removing characters of literals'),
  (text, context) => {
    const start: State = { text, from: 0, experience: noExperience };
    const search = unfold<Candidate, State>(start, (state) => {
      const literal = literalFrom(state, context);
      return literal && reduceLiteral(state, literal, context);
    });
    return mapResult(search, (end) => end.text);
  },
);

export const literals: Strategy = {
  name: 'literals',
  description: 'Shortens strings, comments and numbers: the characters of each are a list.',
  needsTree: true,
  usesReducer: true,
  options: [],
  search: parsing(shrinking(untilSettled(literalCharacters))),
};

/** Skipping one literal skips all that follow. */
function reduceLiteral(state: State, literal: Range, context: StrategyContext): Search<Candidate, State> {
  const { experience } = state;
  const size = literal.end - literal.start;
  const next = (text: SourceText): State => {
    const left = size - (state.text.length - text.length);
    return { text, from: literal.start + 1, experience: learn(experience, size, left) };
  };
  const last = (text: SourceText): State => ({ text, from: Infinity, experience });
  return makeSkippable(
    mapResult(reduceCharacters(state, literal, context), next),
    () => last(state.text),
    (candidate) => last(candidateSource(candidate)),
  );
}

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
  return piecesLeft(skippableList(reduced, list), text, pieces, literal);
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
