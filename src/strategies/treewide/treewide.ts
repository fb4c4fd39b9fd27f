/**
 * The tree-wide search. One pool holds everything that may go, on all levels of the tree, each unit with a learned chance. A test takes
 * units that go together with an even chance. If they cannot go, the search halves them. It ends when every element left has failed
 * alone on the final text. docs/notes/014 describes what it learns and guarantees.
 */
import * as l10n from '@vscode/l10n';
import { lazy, phase, done, type Phase } from '../../search/search';
import { candidateLength, candidateSource, type Candidate, type SourceText } from '../../text/source';
import { sourcesOf } from '../moves/hoist';
import { resumable, withNote } from '../pipelines/resuming';
import { parsing } from '../pipelines/steps';
import type { Strategy, TextSearch } from '../strategy';
import { usualModel, type Model } from './chances';
import { firstPart, jointChance, type Member } from './units';
import { nextBatch } from './choice';
import type { Wanted } from './pool';
import { loadedState, savedState, type SavedState } from './saved';
import { candidateOf, gone, parsedAgain, shouldParse, startState, stayed, type Course, type State } from './state';

export const treewide = treewideBy(usualModel);

export function treewideBy(model: Model): Strategy {
  return {
    name: 'treewide',
    description: 'Tests batches of elements from the whole tree, by learned chances; fewest tests, 1-tree-minimal.',
    needsTree: true,
    usesReducer: false,
    options: ['hoists', 'coupled', 'until'],
    search: parsing(
      resumable<SavedState>(
        (text, context) => next(startState(text, context, model)),
        (note, original, context) => next(loadedState(note, original, context, model, last)),
      ),
    ),
  };
}

function next(given: State): TextSearch {
  const before = shouldParse(given) ? parsedAgain(given) : given;
  const { choice, state } = nextBatch(before);
  const { batch, promised } = choice;
  const wanted = lastStage(state);
  if (promised < worthwhile && state.wanted !== wanted) return next(parsedAgain(state, wanted));
  if (batch.length > 0) return whole(before, state, batch);
  return state.removed.includes(1) ? next(parsedAgain(state)) : done(state.base);
}

/** A test must promise this many tokens, else the pool grows. On ten subjects (014) 1 and 2 do as well, 4 costs 3 % more tests at first. */
const worthwhile = 1.5;

/** Adds units to the pool when little is left to gain in it. */
function lastStage(state: State): Wanted {
  const { wanted, model, context } = state;
  const isMore = context.options.until === 'tokens' && (context.options.hoists === 'on' || model.margins);
  return wanted.last || !isMore ? wanted : last(state);
}

function last({ wanted, model, context }: Course): Wanted {
  const hoists = context.options.hoists === 'on';
  return { ...wanted, last: true, margins: model.margins, sourcesOf: hoists ? sourcesOf : undefined };
}

/** Tests all of them at once. `before`: the state from which they were chosen. */
function whole(before: State, state: State, batch: readonly Member[]): TextSearch {
  const phase = test(state, batch, jointChance(batch), next, (isTested) => narrowed(state, batch, isTested));
  return withNote(phase, () => savedState(before));
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

/** Refuses candidates that are not shorter: a blank between two words or a `pass` in an empty block may use up the gain. */
function test(
  state: State,
  batch: readonly Member[],
  chance: number,
  held: (after: State) => TextSearch,
  failed: (isTested: boolean) => TextSearch,
): Phase<Candidate, SourceText> {
  const alternatives = lazy(1, () => candidateOf(state, batch));
  const length = () => candidateLength(alternatives.at(0)!);
  return phase({
    label: state.wanted.last ? l10n.t('Removing elements, simplifying nesting') : l10n.t('Removing elements'),
    alternatives,
    refused: () => length() >= state.length,
    chance: () => chance,
    held: () => held(gone(state, batch, length())),
    none: (why) => failed(why === 'fails'),
    skip: () => done(candidateSource(candidateOf(state, []))),
  });
}
