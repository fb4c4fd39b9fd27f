/** First guesses: parts that need not stay, as something that knows more of the input than its syntax thinks. */
import * as l10n from '@vscode/l10n';
import { done, lazy, phase } from '../../search/search';
import { candidateSource, render, type Candidate, type SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { named } from '../pipelines/steps';
import { scopeOf, type StrategyContext, type TextSearch } from '../strategy';

/** Deletes all parts of the first guess that keeps the property. */
export const firstGuess = named(() => l10n.t('Removing elements'), guessing);

function guessing(text: SourceText, { guesses = [], fixed }: StrategyContext): TextSearch {
  if (guesses.length === 0) return done(text);
  const original = render(text);
  const scope = scopeOf(text.length, fixed);
  const candidate = (index: number): Candidate => ({ base: text, edits: tidyCuts(original, guesses[index], scope) });
  return phase({
    alternatives: lazy(guesses.length, candidate),
    chance: () => 0.5,
    held: (index) => done(candidateSource(candidate(index))),
    none: () => done(text),
    skip: () => done(text),
  });
}
