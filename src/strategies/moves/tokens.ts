/** Windows of a few tokens, independent of the tree: keywords, lone operators, half of a construct. */
import * as l10n from '@vscode/l10n';
import { done, trial } from '../../search/search';
import type { Range } from '../../text/ranges';
import { render, candidateSource, type SourceText, type Candidate } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tokenRanges } from '../../text/tokens';
import { named, shrinking, untilSettled } from '../pipelines/steps';
import { scopeOf, type Step, type Strategy, type StrategyContext, type TextSearch } from '../strategy';

/** Every window. */
export const tokens: Strategy = {
  name: 'tokens',
  description: 'Deletes windows of eight down to one neighbouring tokens; works on any text.',
  needsTree: false,
  usesReducer: false,
  options: [],
  search: shrinking(untilSettled(windowsOf([8, 6, 4, 3, 2, 1], false))),
};

/**
 * Each token alone, then only windows of tokens that have not failed alone: a token may need its neighbours to go too, so that the
 * rest parses. A window with a required token hardly ever goes, and there are four such windows per token.
 */
export const tokenWindows = named(() => l10n.t('Removing runs of tokens'), windowsOf([1, 8, 6, 4, 3, 2], true));

/** Wide windows start at every half of their width, narrow ones at every token. */
const stride = (width: number) => (width > 3 ? width / 2 : 1);

/** Position in the sequence of all windows: `first` is a token. */
interface WindowStart {
  readonly widths: readonly number[];
  readonly first: number;
}

interface Walk extends WindowStart {
  readonly source: SourceText;
  readonly tokens: readonly Range[];
  /** 1 for tokens that failed a test alone. */
  readonly required: Uint8Array;
  /** Single tokens: how often a window has held in a row. The next one is twice as wide for each. */
  readonly streak: number;
}

function windowsOf(widths: readonly number[], skipsRequired: boolean): Step {
  return (source, { fixed }) => {
    const tokens = tokensOf(source, fixed);
    const required = new Uint8Array(tokens.length);
    return through({ source, tokens, required, widths, first: 0, streak: 0 }, fixed, skipsRequired);
  };
}

function through(walk: Walk, fixed: StrategyContext['fixed'], skipsRequired: boolean): TextSearch {
  const place = nextPlace(walk, skipsRequired);
  if (!place) return done(walk.source);
  const { source, tokens, required } = walk;
  const { first, widths } = place;
  const streak = widths[0] === 1 && first === walk.first ? walk.streak : 0;
  const length = windowLength(walk, place, streak);
  const end = first + length;
  const text = render(source);
  const cut = { start: tokens[first].start, end: tokens[end - 1].end };
  const candidate = (): Candidate => ({
    base: source,
    edits: tidyCuts(text, [cut], scopeOf(text.length, fixed)),
  });
  const window = trial(
    candidate,
    1 / (tokens.length + 1),
    () => {
      const rest = without(walk, place, length, candidateSource(candidate()), fixed);
      return through({ ...rest, streak: streak + 1 }, fixed, skipsRequired);
    },
    (why) => {
      if (length > widths[0]) return through({ ...walk, widths, first, streak: 0 }, fixed, skipsRequired);
      const fails = widths[0] === 1 && why === 'fails';
      const next = { ...walk, widths, first: first + stride(widths[0]), streak: 0 };
      return through(fails ? { ...next, required: marked(required, first) } : next, fixed, skipsRequired);
    },
  );
  return { ...window, skip: () => done(source) };
}

/** Of a window that starts there; wider after a streak, up to the next token that is required. */
function windowLength({ tokens, required }: Walk, { widths, first }: WindowStart, streak: number): number {
  const most = Math.min(tokens.length, first + Math.max(widths[0], 2 ** Math.min(streak, longestStreak)));
  let end = first + widths[0];
  while (end < most && required[end] === 0) end++;
  return end - first;
}

/** A window has at most 2 to the power of this many tokens. */
const longestStreak = 12;

/** The next window from the current position. */
function nextPlace({ tokens, required, widths, first }: Walk, skipsRequired: boolean): WindowStart | undefined {
  let at = first;
  for (let rest = widths; rest.length > 0; rest = rest.slice(1), at = 0) {
    const [width] = rest;
    for (; at + width <= tokens.length; at += stride(width)) {
      if (!skipsRequired || !required.subarray(at, at + width).includes(1)) return { widths: rest, first: at };
    }
  }
  return undefined;
}

/** The walk at the same place after a window went. */
function without(
  walk: Walk,
  { widths, first }: WindowStart,
  length: number,
  source: SourceText,
  fixed: StrategyContext['fixed'],
): Omit<Walk, 'streak'> {
  const tokens = tokensOf(source, fixed);
  const kept = walk.required.filter((_, token) => token < first || token >= first + length);
  // If tokens have merged, nothing is known of the new ones.
  const required = kept.length === tokens.length ? kept : new Uint8Array(tokens.length);
  return { source, tokens, required, widths, first };
}

function marked(required: Uint8Array, token: number): Uint8Array {
  const after = required.slice();
  after[token] = 1;
  return after;
}

function tokensOf(source: SourceText, fixed: StrategyContext['fixed']): Range[] {
  const text = render(source);
  return tokenRanges(text, scopeOf(text.length, fixed));
}
