/**
 * The tree-wide search. One pool holds everything that may go, on all levels of the tree, each unit with a learned chance. A test takes
 * units that go together with an even chance. If they cannot go, the search halves them. It ends when every element left has failed
 * alone on the final text. docs/notes/tree-wide-search.md describes what it learns and guarantees.
 */
import * as l10n from '@vscode/l10n';
import { noted, then } from '../../search/compose';
import { lazy, phase, done, type Phase } from '../../search/search';
import { candidateLength, type Candidate, type SourceText } from '../../text/source';
import { sourcesOf } from '../moves/hoist';
import { begun, resumable, resumed, withNote } from '../pipelines/resuming';
import type { Step, Strategy, TextSearch } from '../strategy';
import { usualModel, type Model } from './chances';
import { firstPart, jointChance, type Member } from './units';
import { nextBatch } from './choice';
import { isStatement } from './statements';
import type { Wanted } from './pool';
import { loadedState, savedState, type SavedState } from './saved';
import {
  candidateOf,
  carried,
  extentOf,
  gone,
  nextPass,
  nothingSeen,
  parsedAgain,
  shouldParse,
  startState,
  stayed,
  type Course,
  type Extent,
  type State,
} from './state';

export const treewide = treewideBy(usualModel);

export function treewideBy(model: Model): Strategy {
  return {
    name: 'treewide',
    description: 'Tests batches of elements from the whole tree, by learned chances; fewest tests, 1-tree-minimal.',
    needsTree: true,
    usesReducer: false,
    options: ['hoists', 'coupled', 'until'],
    search: passes(model),
  };
}

/**
 * Passes over the pool, until one changes nothing. In a pass, what has failed is tested again only if it looks different now. `others`
 * run between the passes: they may take what the next pass then need not test.
 */
export function passes(model: Model, early: readonly Step[] = [], late: readonly Step[] = []): Step {
  const others = [...early, ...late];
  /** Runs the steps from this one on, after a pass that ended in `state`; then, if anything has gone, another pass. */
  const between = (at: number, search: TextSearch, state: State): TextSearch =>
    then(
      noted(search, (inner) => ({ state: savedState(state), at, inner }) satisfies Note),
      (text) => {
        const after = text === state.base ? state : carried(state, text);
        const seen = others.map((_, index) => (index === at ? extentOf(after) : (state.seen[index] ?? nothingSeen)));
        return text.length === state.base.length ? goOn(at + 1, { ...after, seen }) : next({ ...after, seen });
      },
    );
  const goOn = (at: number, state: State): TextSearch => {
    const { base, context, seen, since } = state;
    const isLast = at === others.length;
    if ((at === early.length || isLast) && isSmaller(state, since, isLast)) return next(nextPass(state));
    if (isLast) return done(base);
    return isSmaller(state, seen[at] ?? nothingSeen, context.options.effort === 'thorough')
      ? between(at, begun(others[at], base, context), state)
      : goOn(at + 1, state);
  };
  const ended = (state: State) =>
    state.context.options.until === 'statements' ? statementsAgain(state) : goOn(0, state);
  return resumable<Note>(
    (text, context) => next(startState(text, context, model, ended)),
    ({ state: saved, at, inner }, original, context) => {
      const state = loadedState(saved, original, context, { model, last, ended });
      return at === undefined ? next(state) : between(at, resumed(others[at], inner, original, context), state);
    },
  );
}

/** Asks for each statement alone whether it can go now, until none has gone. */
function statementsAgain(state: State): TextSearch {
  if (!isSmaller(state, state.since, true)) return done(state.base);
  return next(nextPass(parsedAgain(state, last(state))));
}

/** Is it worth to ask again what failed before? If little has gone since, only with `always`. */
function isSmaller(state: State, before: Extent, always: boolean): boolean {
  return always ? state.length < before.length : state.view.tokens < little * before.tokens;
}

/** A text that keeps more than this share of its tokens has lost little. */
const little = 0.9;

/** In a pass, or in one of the steps after it. */
interface Note {
  readonly state: SavedState;
  readonly at?: number;
  readonly inner?: unknown;
}

function next(given: State): TextSearch {
  const before = shouldParse(given) ? parsedAgain(given) : given;
  const { choice, state } = nextBatch(before);
  const { batch, promised } = choice;
  const wanted = lastStage(state);
  if (promised < worthwhile && state.wanted !== wanted) return next(parsedAgain(state, wanted));
  if (batch.length > 0) return whole(before, state, batch);
  return state.removed.includes(1) ? next(parsedAgain(state)) : state.ended(state);
}

/** A test must promise this many tokens, else the pool grows. On ten subjects (014) 1 and 2 do as well, 4 costs 3 % more tests at first. */
const worthwhile = 1.5;

/** Adds units to the pool when little is left to gain in it. */
function lastStage(state: State): Wanted {
  const { wanted, model, context } = state;
  const isMore =
    context.until !== 'files' &&
    context.options.until === 'tokens' &&
    (context.options.hoists === 'on' || model.margins);
  return wanted.last || !isMore ? wanted : last(state);
}

function last({ wanted, model, context }: Course): Wanted {
  if (context.options.until === 'statements') return { last: true, runs: false, isWanted: isStatement };
  const hoists = context.options.hoists === 'on';
  return { ...wanted, last: true, margins: model.margins, sourcesOf: hoists ? sourcesOf : undefined };
}

/** Tests all of them at once. `before`: the state from which they were chosen. */
function whole(before: State, state: State, batch: readonly Member[]): TextSearch {
  const phase = test(state, batch, jointChance(batch), next, (isTested) => narrowed(state, batch, isTested));
  return withNote(phase, () => ({ state: savedState(before) }) satisfies Note);
}

/** At least one of these must stay. Tests the first part; if it goes, the second part cannot go whole and needs no test. */
function narrowed(state: State, batch: readonly Member[], isTested: boolean): TextSearch {
  if (batch.length === 1) return next(stayed(state, batch[0], isTested));
  const size = firstPart(batch);
  const [first, second] = [batch.slice(0, size), batch.slice(size)];
  const all = jointChance(batch);
  return test(
    state,
    first,
    (jointChance(first) - all) / (1 - all),
    (after) => narrowed(after, second, isTested),
    (firstTested) => narrowed(state, first, firstTested),
  );
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
  failed: (isTested: boolean) => TextSearch,
): Phase<Candidate, SourceText> {
  const alternatives = lazy(1, () => candidateOf(state, batch));
  const length = () => candidateLength(alternatives.at(0)!);
  const isRefused = lazy(1, () => length() >= state.length || (state.context.isWorse?.(alternatives.at(0)!) ?? false));
  return phase({
    label: state.wanted.last ? l10n.t('Removing elements, simplifying nesting') : l10n.t('Removing elements'),
    alternatives,
    refused: () => isRefused.at(0)!,
    chance: () => chance,
    held: () => held(gone(state, batch, length())),
    none: (why) => failed(why === 'fails'),
    skip: () => {
      const rest = parsedAgain(state);
      return state.ended({ ...rest, since: extentOf(rest) });
    },
  });
}
