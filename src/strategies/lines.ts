/** The lines of the file are one list, and the reducer runs once: what the papers call line granularity. */
import { noExperience } from '../reducers/experience';
import type { Kept } from '../reducers/list';
import { map } from '../search/compose';
import { candidateSource } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { complement, merged } from '../text/ranges';
import type { Range } from '../text/ranges';
import { render } from '../text/source';
import { tokensBefore } from '../text/tokens';
import { scopeOf } from './strategy';
import type { Strategy } from './strategy';

export const lines: Strategy = {
  name: 'lines',
  description: 'The lines are the list; the reducer runs once. Works on any text.',
  needsTree: false,
  search(base, { reduceList, fixed }) {
    const text = render(base);
    const scope = scopeOf(text.length, fixed);
    const list = linesOf(text, scope);
    const tokens = tokensBefore(text);
    const weight = (index: number) => tokens[list[index].end] - tokens[list[index].start];
    const candidate = (kept: Kept): Candidate => {
      const stay = merged(Array.from(kept, (index) => list[index]));
      const outside = [
        { start: 0, end: scope.start },
        { start: scope.end, end: text.length },
      ];
      return { base, edits: complement(merged([...outside, ...stay]), text.length) };
    };
    const reduced = reduceList({ size: list.length, weight }, noExperience);
    return map(reduced, candidate, (kept) => candidateSource(candidate(kept)));
  },
};

/** Lines of `text` within `scope`, each with its line end: \n, \r\n or \r. */
export function linesOf(text: string, scope: Range): Range[] {
  const found: Range[] = [];
  let start = scope.start;
  for (const match of text.slice(scope.start, scope.end).matchAll(/\r\n|\n|\r/g)) {
    const end = scope.start + match.index + match[0].length;
    found.push({ start, end });
    start = end;
  }
  if (start < scope.end) found.push({ start, end: scope.end });
  return found;
}
