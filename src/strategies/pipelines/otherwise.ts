/**
 * Another search from the original, for the effort `thorough`. An element that the best result has a part of goes first, so that the
 * search must end elsewhere: from the root on, those that can go alone. It ends with the first smaller result, or after a few others.
 */
import * as l10n from '@vscode/l10n';
import { noted, then } from '../../search/compose';
import { done, trial } from '../../search/search';
import { candidateSource, sourceText, type Candidate, type SourceText } from '../../text/source';
import { cutsOfElements, mayGo, parsedText, type ParsedText } from '../parsedText';
import type { Step, StrategyContext, TextSearch } from '../strategy';
import { begun, resumable, resumed } from './resuming';

/** Searches in vain, at most: a result is smaller after one of the first, or hardly ever (docs/notes/moves.md). */
const mostSearches = 3;

interface Turn {
  /** Elements that are still to go first. */
  readonly left: readonly number[];
  /** Searches so far. */
  readonly searches: number;
}

/** In the search without one of them, if there is an inner note. */
interface Note extends Turn {
  readonly inner?: unknown;
}

/** Begins with the whole original. Ends with `best`, or with a smaller text. */
export function otherwise(step: Step, best: SourceText, isSmaller: (text: SourceText) => boolean): Step {
  const from = (text: ParsedText, turn: Turn, context: StrategyContext): TextSearch => {
    const [first, ...left] = turn.left;
    if (first === undefined || turn.searches === mostSearches) return done(best);
    const candidate: Candidate = { base: text.base, edits: cutsOfElements(text, [first]) };
    const search = trial(
      () => candidate,
      1 / 8,
      () => {
        const rest = { left, searches: turn.searches + 1 };
        return without(begun(step, candidateSource(candidate), context), text, rest, context);
      },
      () => from(text, { ...turn, left: [...partsIn(best, text, first), ...left] }, context),
    );
    return {
      ...search,
      label: l10n.t('Leaving out parts of the result'),
      refused: () => !mayGo(text, first) || (context.isWorse?.(candidate) ?? false),
      skip: () => done(best),
      note: () => turn,
    };
  };
  const without = (search: TextSearch, text: ParsedText, rest: Turn, context: StrategyContext) =>
    then(
      noted(search, (inner) => ({ ...rest, inner }) satisfies Note),
      (found) => (isSmaller(found) ? done(found) : from(text, rest, context)),
    );
  return resumable<Note>(
    (base, context) => {
      const text = parsedText(base, context);
      return from(text, { left: partsIn(best, text, 0), searches: 0 }, context);
    },
    ({ inner, ...turn }, original, context) => {
      const text = parsedText(sourceText(original), context);
      return inner === undefined
        ? from(text, turn, context)
        : without(resumed(step, inner, original, context), text, turn, context);
    },
  );
}

/** The elements of the original directly under this one of which something is left in `best`. */
function partsIn({ pieces }: SourceText, { tree }: ParsedText, around: number): number[] {
  const parts: number[] = [];
  const isLeft = (element: number) =>
    pieces.some((piece) => 'start' in piece && piece.start < tree.end[element] && piece.end > tree.start[element]);
  for (let element = around + 1; element <= tree.last[around]; element = tree.last[element] + 1) {
    if (isLeft(element)) parts.push(element);
  }
  return parts;
}
