/** First guesses: parts that need not stay, as something that knows more of the input than its syntax thinks; else all comments. */
import * as l10n from '@vscode/l10n';
import { done, lazy, phase } from '../../search/search';
import { candidateSource, render, type Candidate, type SourceText } from '../../text/source';
import type { ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { tidyCuts } from '../../text/tidy';
import { named } from '../pipelines/steps';
import { scopeOf, type StrategyContext, type TextSearch } from '../strategy';

/** Deletes all parts of the first guess that keeps the property. Without a guess: all comments, which are most of some files. */
export const firstGuess = named(() => l10n.t('Removing elements'), guessing);

function guessing(text: SourceText, { guesses: given = [], fixed, parse }: StrategyContext): TextSearch {
  const original = render(text);
  const scope = scopeOf(text.length, fixed);
  const guesses = given.length > 0 ? given : commentsIn(parse(original), scope);
  if (guesses.length === 0) return done(text);
  const candidate = (index: number): Candidate => ({ base: text, edits: tidyCuts(original, guesses[index], scope) });
  return phase({
    alternatives: lazy(guesses.length, candidate),
    chance: () => 0.5,
    held: (index) => done(candidateSource(candidate(index))),
    none: () => done(text),
    skip: () => done(text),
  });
}

/** One guess, or none if there are fewer than two comments. */
function commentsIn({ count, extra, start, end }: ElementTree, scope: Range): Range[][] {
  const comments: Range[] = [];
  for (let element = 1; element < count; element++) {
    const isInside = start[element] >= scope.start && end[element] <= scope.end;
    if (extra[element] === 1 && isInside && start[element] >= (comments.at(-1)?.end ?? 0))
      comments.push({ start: start[element], end: end[element] });
  }
  return comments.length > 1 ? [comments] : [];
}
