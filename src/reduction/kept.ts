/** Text to keep, by patterns. */
import * as l10n from '@vscode/l10n';
import { matchesOf } from '../text/protected';
import type { Range } from '../text/ranges';
import { JobError } from './jobError';

/** What regular expressions match in the text, `^` and `$` being the ends of a line. Throws `JobError`. */
export function keptBy(patterns: readonly string[], text: string, fileName: string): Range[] {
  const { ranges, idle } = matchesOf(text, patterns.map(compiled));
  if (idle)
    throw new JobError(
      l10n.t(
        'The text to keep, "{0}", does not occur in {1}: use a pattern that matches its text.',
        idle.source,
        fileName,
      ),
    );
  return ranges;
}

/** Throws `JobError`. */
export function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'gm');
  } catch (error) {
    throw new JobError(
      l10n.t('The pattern of the text to keep is invalid ({0}): use a regular expression.', (error as Error).message),
    );
  }
}
