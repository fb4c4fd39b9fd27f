/** Windows of a few tokens, independent of the tree: keywords, lone operators, half of a construct. */
import * as l10n from '@vscode/l10n';
import type { Range } from '../../text/ranges';
import { render, type SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tokenRanges } from '../../text/tokens';
import { done } from '../../search/search';
import { parsedText, type ParsedText } from '../parsedText';
import { named, shrinking, untilSettled } from '../pipelines/steps';
import { scopeOf, type Fixed, type Step, type Strategy, type TextSearch } from '../strategy';
import { tryAny, tryMoves } from './moves';

/** Every window. */
export const tokens: Strategy = {
  name: 'tokens',
  description: 'Deletes windows of eight down to one neighbouring tokens; works on any text.',
  options: [],
  search: shrinking(untilSettled(windowsOf([8, 6, 4, 3, 2, 1], false))),
};

/**
 * Each token alone, then only windows of tokens that have not failed alone: a token may need its neighbours to go too, so that the
 * rest parses. A window with a required token hardly ever goes, and there are four such windows per token.
 */
export const tokenWindows = windowsOf([1, 8, 6, 4, 3, 2], true);

/** Wide windows start at every half of their width, narrow ones at every token. */
const stride = (width: number) => (width > narrow ? width / 2 : 1);
const narrow = 3;

/** A window of single tokens that is wider after a streak has at most 2 to the power of this many tokens. */
const longestStreak = 12;

/** A position in the sequence of all windows. */
interface Walk {
  readonly source: SourceText;
  readonly fixed: Fixed;
  readonly tokens: readonly Range[];
  /** 1 for tokens that failed a test alone. */
  readonly required: Uint8Array;
  /** Windows with such tokens are left out up to this width. */
  readonly skipped: number;
  /** Widths of this window and of those after it. */
  readonly widths: readonly number[];
  /** The token at which the window starts. */
  readonly first: number;
  /** Single tokens: how often a window has held in a row. The next one is twice as wide for each. */
  readonly streak: number;
}

function windowsOf(widths: readonly number[], skipsRequired: boolean): Step {
  return named(
    () => l10n.t('Removing runs of tokens'),
    (source, { fixed, language }) => {
      const tokens = tokensIn(source, fixed);
      const required = new Uint8Array(tokens.length);
      // Without a grammar most tokens fail alone, as the rest is no longer read.
      const skipped = !skipsRequired ? 0 : language === undefined ? narrow : Infinity;
      return tryWindows({ source, fixed, tokens, required, skipped, widths, first: 0, streak: 0 });
    },
  );
}

function tryWindows(before: Walk): TextSearch {
  const walk = nextWindow(before);
  if (!walk) return done(before.source);
  const { source, fixed, tokens, required, widths, first, streak } = walk;
  const [width] = widths;
  const length = windowLength(walk);
  const text = render(source);
  const window = { start: tokens[first].start, end: tokens[first + length - 1].end };
  return tryAny(source, {
    count: 1,
    edits: () => tidyCuts(text, [window], scopeOf(text.length, fixed)),
    chance: 1 / (tokens.length + 1),
    held: (rest) => tryWindows({ ...afterRemoval(walk, length, rest), streak: streak + 1 }),
    none(why) {
      if (length > width) return tryWindows({ ...walk, streak: 0 });
      const known = width === 1 && why === 'fails' ? required.with(first, 1) : required;
      return tryWindows({ ...walk, first: first + stride(width), required: known, streak: 0 });
    },
  });
}

/** The next window from the current position; undefined after the last. */
function nextWindow(walk: Walk): Walk | undefined {
  const { tokens, required, skipped } = walk;
  let { first } = walk;
  for (let { widths } = walk; widths.length > 0; widths = widths.slice(1), first = 0) {
    const [width] = widths;
    for (; first + width <= tokens.length; first += stride(width)) {
      if (width <= skipped && required.subarray(first, first + width).includes(1)) continue;
      return { ...walk, widths, first, streak: width === 1 && first === walk.first ? walk.streak : 0 };
    }
  }
  return undefined;
}

/** The window is wider after a streak, up to the next token that is required. */
function windowLength({ tokens, required, widths, first, streak }: Walk): number {
  const most = Math.min(tokens.length, first + Math.max(widths[0], 2 ** Math.min(streak, longestStreak)));
  let end = first + widths[0];
  while (end < most && required[end] === 0) end++;
  return end - first;
}

/** The walk at the same place after a window went. */
function afterRemoval(walk: Walk, length: number, source: SourceText): Walk {
  const tokens = tokensIn(source, walk.fixed);
  const left = walk.required.filter((_, token) => token < walk.first || token >= walk.first + length);
  // If tokens have merged, nothing is known of the new ones.
  const required = left.length === tokens.length ? left : new Uint8Array(tokens.length);
  return { ...walk, source, tokens, required };
}

function tokensIn(source: SourceText, fixed: Fixed): Range[] {
  const text = render(source);
  return tokenRanges(text, scopeOf(text.length, fixed));
}

/** Samples: the number of kinds of tokens, and tokens that are looked at for them. */
const mostSamples = 6;
const mostLooked = 48;

/** Tokens that may fail in a row. 8 leaves two tokens more in one case of ten, 16 gains nothing. */
const patience = 12;

const removingNeeded = () => l10n.t('Removing tokens that the syntax needs');

/**
 * Single tokens without the parse filter: some properties also hold for texts that do not parse. First come samples, one of each kind of
 * token, of deletions that the filter refuses. If none of them holds, the step is over; else tokens of the kind that held come first.
 * With the effort `thorough`, every token is tried.
 */
export const unparsedTokens = named(removingNeeded, (base, context) => {
  if (context.options.effort === 'thorough') return tokensAlone()(base, context);
  const text = parsedText(base, context);
  const samples = refusedTokens(text);
  return tryAny(base, {
    count: samples.length,
    edits: (index) => cutsOf(text, samples[index]),
    chance: 1 / (samples.length + 1),
    held: (rest, index) => tokensAlone(samples[index], 2 * samples[index].start > base.length)(rest, context),
  });
});

interface Token extends Range {
  /** The type of the element that it is, else the token itself. */
  readonly kind: string;
  readonly isWord: boolean;
}

/**
 * `first`: the token that went first. What else goes is often of its kind, or a sign near it; most words have failed before, as
 * elements. Without it all tokens, the last ones first: most of them close something.
 */
function tokensAlone(first?: Token, isLate = true): Step {
  const rank = ({ kind, isWord }: Token) => (kind === first?.kind ? 0 : isWord ? 2 : 1);
  return tryMoves<Token>(removingNeeded, (text) => {
    const tokens = tokensOf(text);
    if (isLate) tokens.reverse();
    return {
      targets: first ? tokens.sort((a, b) => rank(a) - rank(b)) : tokens,
      patience: first && patience,
      edits: (token) => cutsOf(text, token),
    };
  });
}

function tokensOf({ tree, scope }: ParsedText): Token[] {
  const typeOf = new Map<string, string>();
  for (let element = 1; element < tree.count; element++)
    typeOf.set(`${tree.start[element]} ${tree.end[element]}`, tree.types[tree.type[element]]);
  return tokenRanges(tree.text, scope).map(({ start, end }) => {
    const token = tree.text.slice(start, end);
    return { start, end, kind: typeOf.get(`${start} ${end}`) ?? token, isWord: /\w/.test(token) };
  });
}

const cutsOf = ({ tree, scope }: ParsedText, token: Range) => tidyCuts(tree.text, [token], scope);

/** One of each kind, from all over the text: the first one, as it may be a needless type, and the last ones. */
function refusedTokens(text: ParsedText): Token[] {
  const tokens = tokensOf(text);
  const stride = Math.max(1, Math.floor(tokens.length / mostLooked));
  const found = new Map<string, Token>();
  const look = (token: Token) => {
    if (!found.has(token.kind) && text.isWorse(cutsOf(text, token))) found.set(token.kind, token);
  };
  for (let at = tokens.length - 1; at >= 0 && found.size < mostSamples - 1; at -= stride) look(tokens[at]);
  for (let at = 0; at < tokens.length && at < mostLooked && found.size < mostSamples; at++) look(tokens[at]);
  return [...found.values()];
}

/** Signs that may come back: a person takes so many more in a result that parses. And sets of them that are tested. */
const mostBack = 3;
const mostTested = 4;

/** UTF-16 units that are parsed at most to find the sets. */
const mostParsed = 500_000;

/** Of the signs that went from `whole` the fewest come back with which the text parses as `whole` does: `a = c[0` becomes `a = c[0]`. */
export function parsingAgain(whole: SourceText): Step {
  return named(removingNeeded, (rest, context) => {
    const text = parsedText(whole, context);
    const gone = goneFrom(text, render(rest), context.fixed);
    const without = (back: readonly Range[]) =>
      tidyCuts(
        text.tree.text,
        gone.filter((token) => !back.includes(token)),
        text.scope,
      );
    if (!text.isWorse(without([]))) return done(rest);
    const edits = setsOf(gone.filter(({ start }) => !/\w/.test(text.tree.text[start])))
      .slice(0, Math.ceil(mostParsed / whole.length))
      .map(without)
      .filter((cuts) => !text.isWorse(cuts))
      .slice(0, mostTested);
    return tryAny(whole, { count: edits.length, edits: (at) => edits[at], chance: 0.5, none: () => done(rest) });
  });
}

/** The tokens of a text that `rest` has not; none if some have merged there. */
function goneFrom({ tree, scope }: ParsedText, rest: string, fixed: Fixed): Range[] {
  const left = tokenRanges(rest, scopeOf(rest.length, fixed)).map(({ start, end }) => rest.slice(start, end));
  let at = 0;
  const gone = tokenRanges(tree.text, scope).filter(({ start, end }) => {
    const isLeft = tree.text.slice(start, end) === left[at];
    if (isLeft) at++;
    return !isLeft;
  });
  return at === left.length ? gone : [];
}

/** The sets of at most `mostBack` ranges, the smallest first. */
function setsOf(ranges: readonly Range[]): Range[][] {
  const setsFrom = (from: number, size: number): Range[][] =>
    size === 0
      ? [[]]
      : ranges.slice(from).flatMap((one, at) => setsFrom(from + at + 1, size - 1).map((others) => [one, ...others]));
  return Array.from({ length: mostBack }, (_, size) => setsFrom(0, size + 1)).flat();
}
