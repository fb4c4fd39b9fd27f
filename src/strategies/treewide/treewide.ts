/**
 * The tree-wide search: one pool of all that may go, on all levels of the tree; a learned chance for each; tests of as many as may
 * just as well go together as not; halving inside what could not. It ends when every element left has failed alone on the final
 * text. docs/notes/014 says what it learns and what it guarantees.
 */
import * as l10n from '@vscode/l10n';
import { lazy, phase, done } from '../../search/search';
import type { Phase } from '../../search/search';
import { candidateLength, candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import type { SourceText } from '../../text/source';
import { sourcesOf } from '../moves/hoist';
import { resumable, withNote } from '../pipelines/resuming';
import { parsing } from '../pipelines/steps';
import type { Strategy, TextSearch } from '../strategy';
import { firstPart, jointChance } from './batch';
import type { Member } from './batch';
import { nextBatch } from './choice';
import { usualModel } from './model';
import type { Model } from './model';
import type { Wanted } from './pool';
import { loadedState, savedState } from './saved';
import type { SavedState } from './saved';
import { candidateOf, gone, parsedAgain, shouldParse, startState, stayed } from './state';
import type { Course, State } from './state';

export const treewide = treewideBy(usualModel);

export function treewideBy(model: Model): Strategy {
  return {
    name: 'treewide',
    description: 'Tests elements of the whole tree in batches, by learned chances; fewest tests, 1-tree-minimal.',
    needsTree: true,
    treeMinimal: true,
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

/** Tokens that a test must promise, else more joins the pool. On ten subjects (014) 1 and 2 do as well, 4 costs 3 % more tests at first. */
const worthwhile = 1.5;

/** What is added to the pool when little is left to gain in it. */
function lastStage(state: State): Wanted {
  const { wanted, model, context } = state;
  const isMore = context.options.until === 'tokens' && (context.options.hoists === 'on' || model.margins);
  return wanted.last || !isMore ? wanted : last(state);
}

function last({ wanted, model, context }: Course): Wanted {
  const hoists = context.options.hoists === 'on';
  return { ...wanted, last: true, margins: model.margins, sourcesOf: hoists ? sourcesOf : undefined };
}

/** All of them at once. `before` is the state that they were chosen from. */
function whole(before: State, state: State, batch: readonly Member[]): TextSearch {
  const phase = test(state, batch, jointChance(batch), next, (isTested) => narrowed(state, batch, isTested));
  return withNote(phase, () => savedState(before));
}

/** One of these at least has to stay. The first half is tested; if it goes, what is known of the second needs no test. */
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

/** What would not make the text shorter is refused: a blank that is put between two words, a `pass` in an empty block. */
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
