/** Text to keep, by patterns. */
import * as l10n from '@vscode/l10n';
import { matchInTime, tooSlow } from '../oracle/judging/rule';
import { matchRanges, merged, type Range } from '../text/ranges';
import { JobError } from './job';

/**
 * What regular expressions match in each of these texts, `^` and `$` being the ends of a line. `name`: of all of them. Throws `JobError`,
 * also if one matches in no text.
 */
export function keptIn(patterns: readonly string[], texts: readonly string[], name: string): Range[][] {
  const each = patterns.map((pattern) => {
    const compiled = expression(pattern);
    const found = texts.map((text) => matchesOf(text, compiled));
    if (found.some(({ length }) => length > 0)) return found;
    throw new JobError(
      l10n.t(
        'The text to keep, "{0}", does not occur in {1}: use a pattern that matches its text (‹keep›).',
        pattern,
        name,
      ),
    );
  });
  return texts.map((_, at) => merged(each.flatMap((found) => found[at])));
}

function matchesOf(text: string, pattern: RegExp): Range[] {
  const found = matchInTime([pattern.source], () => matchRanges(text, pattern));
  if (!found) throw new JobError(tooSlow(pattern.source));
  return found.filter(({ start, end }) => end > start);
}

function expression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'gm');
  } catch (error) {
    throw new JobError(
      l10n.t('The pattern of the text to keep is invalid ({0}): use a regular expression.', (error as Error).message),
    );
  }
}
