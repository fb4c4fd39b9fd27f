/**
 * Steps that can be resumed: a point of their search says of itself, as plain data (`note`), what it takes to make it again. A step
 * without notes of its own can be resumed where it began. For journals: docs/notes/016.
 */
import type { Phase } from '../search/search';
import { loadedText, savedText } from '../text/saved';
import type { SavedText } from '../text/saved';
import type { SourceText } from '../text/source';
import type { Step, StrategyContext, TextSearch } from './strategy';

/** A step with notes, which are of type `N`. */
export function resumable<N>(
  start: (text: SourceText, context: StrategyContext) => TextSearch,
  resume: (note: N, original: string, context: StrategyContext) => TextSearch,
): Step {
  return Object.assign(
    (text: SourceText, context: StrategyContext) => start(text, context),
    { resume: resume as Step['resume'] }, // What is read is what was said.
  );
}

/** Says where a step began. */
interface Begin {
  readonly begin: SavedText;
}

/** The step's search; where it begins it has a note in any case. */
export function begun(step: Step, text: SourceText, context: StrategyContext): TextSearch {
  const search = step(text, context);
  return search.done || search.note ? search : withNote(search, () => ({ begin: savedText(text) }) satisfies Begin);
}

/** From a note of `begun`, or of the step itself. */
export function resumed(step: Step, note: unknown, original: string, context: StrategyContext): TextSearch {
  const { begin } = note as Partial<Begin>;
  return begin ? begun(step, loadedText(begin, original), context) : step.resume!(note, original, context);
}

/** The same phase with a note of its own. */
export function withNote<C, R>(phase: Phase<C, R>, note: () => unknown): Phase<C, R> {
  return { ...phase, note };
}
