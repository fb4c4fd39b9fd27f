/**
 * Steps that can be resumed. A point of a step's search has a `note`: the plain data that restores it. A step without notes can be
 * resumed at its beginning. For journals: docs/notes/record.md.
 */
import type { Phase } from '../../search/search';
import { loadedText, savedText, type SavedText, type SourceText } from '../../text/source';
import type { Step, StrategyContext, TextSearch } from '../strategy';

/** A step with notes of type `N`. */
export function resumable<N>(
  start: (text: SourceText, context: StrategyContext) => TextSearch,
  resume: (note: N, original: string, context: StrategyContext) => TextSearch,
): Step {
  return Object.assign(
    (text: SourceText, context: StrategyContext) => start(text, context),
    { resume: resume as Step['resume'] }, // The journal returns the note as it was written.
  );
}

/** Note at the beginning of a step. */
interface Begin {
  readonly begin: SavedText;
}

/** The step's search; at its beginning it always has a note. */
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

/** Long arrays of numbers, most of them zero, as plain data. */
export interface SparseNumbers {
  readonly length: number;
  /** The numbers other than zero: distance from the one before, and value. */
  readonly steps: readonly number[];
}

export function sparse(numbers: ArrayLike<number>): SparseNumbers {
  const steps: number[] = [];
  for (let at = 0, last = 0; at < numbers.length; at++) {
    if (numbers[at] === 0) continue;
    steps.push(at - last, numbers[at]);
    last = at;
  }
  return { length: numbers.length, steps };
}

export function dense<A extends { [index: number]: number }>(
  { length, steps }: SparseNumbers,
  Numbers: new (length: number) => A,
): A {
  const numbers = new Numbers(length);
  for (let at = 0, place = 0; at < steps.length; at += 2) {
    place += steps[at];
    numbers[place] = steps[at + 1];
  }
  return numbers;
}
