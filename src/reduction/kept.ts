/** Text to keep, by patterns. */
import * as l10n from '@vscode/l10n';
import { matchInTime, tooSlow } from '../oracle/judging/rule';
import { matchRanges, merged, type Range } from '../text/ranges';
import { JobError } from './job';

/** What regular expressions match in the text, `^` and `$` being the ends of a line. Throws `JobError`. */
export function keptBy(patterns: readonly string[], text: string, fileName: string): Range[] {
  const { ranges, idle } = matchesOf(text, patterns.map(compiled));
  requireMatch(idle, fileName);
  return ranges;
}

/** `idle`: the first pattern that matches nothing. Throws `JobError` if there is one. */
export function requireMatch(idle: RegExp | undefined, name: string): void {
  if (idle)
    throw new JobError(
      l10n.t(
        'The text to keep, "{0}", does not occur in {1}: use a pattern that matches its text (‹keep›).',
        idle.source,
        name,
      ),
    );
}

/** Matches of the patterns in the text. `idle` is the first pattern that matches nothing; undefined if there is none. Throws `JobError`. */
export function matchesOf(text: string, patterns: readonly RegExp[]) {
  const ranges = patterns.map((pattern) => {
    const found = matchInTime([pattern.source], () => matchRanges(text, pattern));
    if (!found) throw new JobError(tooSlow(pattern.source));
    return found.filter(({ start, end }) => end > start);
  });
  return { ranges: merged(ranges.flat()), idle: patterns.find((_, index) => ranges[index].length === 0) };
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
