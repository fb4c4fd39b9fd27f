/** What must stay, said by patterns. */
import * as l10n from '@vscode/l10n';
import { matchesOf } from '../text/protected';
import type { Range } from '../text/ranges';
import { JobError } from './jobError';

/** What regular expressions match in the text, `^` and `$` being the ends of a line. Throws `JobError`. */
export function keptBy(patterns: readonly string[], text: string, fileName: string): Range[] {
  const { ranges, idle } = matchesOf(text, patterns.map(compiled));
  if (idle)
    throw new JobError(
      l10n.t('What is to be kept, "{0}", is not in {1}: give a pattern of it.', idle.source, fileName),
    );
  return ranges;
}

/** Throws `JobError`. */
export function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'gm');
  } catch (error) {
    throw new JobError(
      l10n.t('What is to be kept is no pattern ({0}): give a regular expression.', (error as Error).message),
    );
  }
}
