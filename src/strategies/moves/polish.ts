/**
 * The last tests: the same elements without the blank lines and spaces that earlier cuts left, and without the indentation of deleted
 * surroundings.
 */
import * as l10n from '@vscode/l10n';
import { reindentation, usualStep } from '../../syntax/indentation';
import { done, trial, type Search } from '../../search/search';
import { candidateSource, render, type Edit, type SourceText, type Candidate } from '../../text/source';
import { polishingCuts } from '../../text/tidy';
import { inSequence, named } from '../pipelines/steps';
import { scopeOf, type Step } from '../strategy';

/** Tries the deletion of the blanks in `edits`. */
function tryEdits(text: SourceText, edits: readonly Edit[], none: () => Search<Candidate, SourceText>) {
  const candidate: Candidate = { base: text, edits };
  if (edits.length === 0) return none();
  const search = trial(
    () => candidate,
    0.95,
    () => done(candidateSource(candidate)),
    none,
  );
  return { ...search, skip: () => done(text) };
}

const blankLines: Step = named(
  () => l10n.t('Removing blank lines'),
  (text, { fixed }) => tryEdits(text, polishingCuts(render(text), scopeOf(text.length, fixed)), () => done(text)),
);

/** All lines, or else those of the first half, or else of the second: three tests at most. */
const indentation: Step = named(
  () => l10n.t('Removing indentation'),
  (text, { parse, fixed }) => {
    const tree = parse(render(text));
    const edits = reindentation(tree, scopeOf(text.length, fixed), usualStep(text.original));
    const half = edits.length >> 1;
    const second = () => tryEdits(text, half === 0 ? [] : edits.slice(half), () => done(text));
    return tryEdits(text, edits, () => tryEdits(text, edits.slice(0, half), second));
  },
);

export const polish: Step = inSequence(blankLines, indentation);
