/**
 * The tree-wide search. One pool holds everything that may go, on all levels of the tree, each unit with a learned chance. A test takes
 * units that go together with an even chance. If they cannot go, the search halves them. It ends when every element left has failed
 * alone on the final text. docs/notes/tree-wide-search.md describes what it learns and guarantees.
 */
import * as l10n from '@vscode/l10n';
import { then } from '../../search/compose';
import { lazy, phase, remember, done, type Phase } from '../../search/search';
import { candidateLength, type Candidate, type SourceText } from '../../text/source';
import { sourcesOf } from '../moves/hoists';
import type { Step, Strategy, TextSearch } from '../strategy';
import { firstPart, jointChance, type Member } from './chances';
import { nextBatch } from './choice';
import { isStatement } from './statements';
import type { Wanted } from './units';
import {
  candidateOf,
  mendedOf,
  noteWay,
  rateOf,
  takeMended,
  carryOver,
  extentOf,
  removeBatch,
  nextPass,
  nothingSeen,
  parseAgain,
  shouldParse,
  startState,
  noteStayed,
  type Course,
  type Extent,
  type State,
  type Way,
} from './state';

export const treewide: Strategy = {
  name: 'treewide',
  description: 'Removes many elements at once and learns what must stay. Fewest tests.',
  needsTree: true,
  options: ['hoists', 'coupled', 'until'],
  search: passes(),
};

/**
 * Passes over the pool, until one changes nothing. In a pass, what has failed is tested again only if it looks different now. `others`
 * run between the passes: they may take what the next pass then need not test.
 */
export function passes(early: readonly Step[] = [], late: readonly Step[] = []): Step {
  const others = [...early, ...late];
  /** Runs the steps from this one on, after a pass that ended in `state`; then, if anything has gone, another pass. */
  const between = (at: number, search: TextSearch, state: State): TextSearch =>
    then(search, (text) => {
      const after = text === state.base ? state : carryOver(state, text);
      const seen = others.map((_, index) => (index === at ? extentOf(after) : (state.seen[index] ?? nothingSeen)));
      return text.length === state.base.length ? goOn(at + 1, { ...after, seen }) : next({ ...after, seen });
    });
  const goOn = (at: number, state: State): TextSearch => {
    const { base, context, seen, since } = state;
    const isLast = at === others.length;
    if ((at === early.length || isLast) && isSmaller(state, since, isLast)) return again(state);
    if (isLast) return done(base);
    return isSmaller(state, seen[at] ?? nothingSeen, context.options.effort === 'thorough')
      ? between(at, others[at](base, context), state)
      : goOn(at + 1, state);
  };
  const ended = (state: State) => goOn(0, state);
  return (text, context) =>
    next({ ...startState(text, context, ended), certifies: others.length === 0 && context.options.until === 'tokens' });
}

/** One more pass. Where a search ends at statements, it asks for each alone whether it can go now. */
function again(state: State): TextSearch {
  const { until, options } = state.context;
  const isOfStatements = until !== 'files' && options.until !== 'tokens';
  return next(nextPass(isOfStatements ? parseAgain(state, last(state)) : state));
}

/** Is it worth to ask again what failed before? If little has gone since, only with `always`. */
function isSmaller(state: State, before: Extent, always: boolean): boolean {
  const isShort = before.tokens <= few;
  return always || isShort ? state.length < before.length : state.view.tokens < little * before.tokens;
}

/** A text that keeps more than this share of its tokens has lost little, unless it has but few. */
const little = 0.9;
const few = 20;

function next(given: State): TextSearch {
  const before = shouldParse(given) ? parseAgain(given) : given;
  const { choice, state } = nextBatch(before);
  const { batch, promised } = choice;
  const wanted = lastStage(state);
  if (promised < worthwhile && state.wanted !== wanted) return next(parseAgain(state, wanted));
  if (batch.length > 0)
    return test(state, batch, jointChance(batch), next, (after, isTested) => narrow(after, batch, isTested));
  return state.removed.includes(1) ? next(parseAgain(state)) : state.ended(state);
}

/** A test must promise this many tokens, else the pool grows. On ten subjects 1 and 2 do as well, 4 costs 3 % more tests at first. */
const worthwhile = 1.5;

/** Adds units to the pool when little is left to gain in it. */
function lastStage(state: State): Wanted {
  const { wanted, context } = state;
  const isMore = context.until !== 'files' && context.options.until === 'tokens';
  return wanted.last || !isMore ? wanted : last(state);
}

function last({ wanted, context }: Course): Wanted {
  const { until, hoists } = context.options;
  if (until !== 'tokens') return { last: true, runs: false, isWanted: isStatement };
  return { ...wanted, last: true, margins: true, sourcesOf: hoists === 'on' ? sourcesOf : undefined };
}

/** At least one of these must stay. Tests the first part; if it goes, the second part cannot go whole and needs no test. */
function narrow(state: State, batch: readonly Member[], isTested: boolean): TextSearch {
  if (batch.length === 1) return next(noteStayed(state, batch[0], isTested));
  const size = firstPart(batch);
  const [first, second] = [batch.slice(0, size), batch.slice(size)];
  const all = jointChance(batch);
  return test(
    state,
    first,
    (jointChance(first) - all) / (1 - all),
    (after) => narrow(after, second, isTested),
    (after, firstTested) => narrow(after, first, firstTested),
  );
}

/** Of more units together only the likelier text is tested: as it is, or mended. */
const mostBothWays = 8;

/** The other one is tested as well if it holds so often. */
const leastRate = 0.2;

interface Tried {
  readonly way: Way;
  /** There is nothing to mend. */
  readonly isOnly?: boolean;
  readonly candidate: Candidate;
}

function isWorse({ length, context }: State, candidate: Candidate): boolean {
  return candidateLength(candidate) >= length || (context.isWorse?.(candidate) ?? false);
}

/** The texts without these units, the likelier first: as it is, and with what it breaks mended. */
function waysOf(state: State, batch: readonly Member[]): readonly Tried[] {
  const bare: Tried = { way: 'bare', candidate: candidateOf(state, batch) };
  const candidate = mendedOf(state, batch);
  if (!candidate) return [{ ...bare, isOnly: true }];
  const mended: Tried = { way: 'mended', candidate };
  const [first, second] = rateOf(state.ways, 'bare') > rateOf(state.ways, 'mended') ? [bare, mended] : [mended, bare];
  const both = batch.length <= mostBothWays && rateOf(state.ways, second.way) >= leastRate;
  const isSure = state.certifies && batch.length === 1 && state.wanted.last;
  return both || isSure || isWorse(state, first.candidate) ? [first, second] : [first];
}

/**
 * Refuses candidates that parse worse, and those that are not shorter: a blank between two words or a `pass` in an empty block may use
 * up the gain.
 */
function test(
  state: State,
  batch: readonly Member[],
  chance: number,
  held: (after: State) => TextSearch,
  failed: (state: State, isTested: boolean) => TextSearch,
): Phase<Candidate, SourceText> {
  const ways = lazy(1, () => waysOf(state, batch));
  const at = (index: number): Tried | undefined => ways.at(0)![index];
  const refused = remember((index) => (at(index) ? isWorse(state, at(index)!.candidate) : undefined));
  /** What is learned of the ways, if there was a choice; of those before `index` and of that itself. */
  const learn = (index: number): State => {
    const all = ways.at(0)!;
    if (all.length === 1 && all[0].isOnly) return state;
    const told = all.slice(0, index + 1).filter((_, place) => !refused.at(place));
    return { ...state, ways: told.reduce((sum, { way }) => noteWay(sum, way, way === all[index]?.way), state.ways) };
  };
  return phase({
    label: state.wanted.last ? l10n.t('Removing elements, simplifying nesting') : l10n.t('Removing elements'),
    alternatives: remember((index) => at(index)?.candidate),
    refused: (index) => refused.at(index)!,
    chance: (index) => chance / (index + 1),
    held(index) {
      const { way, candidate } = at(index)!;
      if (way === 'mended') return next(takeMended(learn(index), batch, candidate));
      return held(removeBatch(learn(index), batch, candidateLength(candidate)));
    },
    none: (why) => failed(learn(ways.at(0)!.length), why === 'fails'),
    skip: () => {
      const rest = parseAgain(state);
      return state.ended({ ...rest, since: extentOf(rest) });
    },
  });
}
