/** Strategies without a tree: the text is cut into pieces, all pieces form one list, and the list reducer runs once. */
import { noExperience } from '../../reducers/experience';
import { wholeList, type Kept } from '../../reducers/list';
import { map, skippable } from '../../search/compose';
import type { Search } from '../../search/search';
import { complement, matchRanges, merged, type Range } from '../../text/ranges';
import { candidateSource, render, type Candidate, type Edit, type SourceText } from '../../text/source';
import { withSpace } from '../../text/tidy';
import { tokensBefore } from '../../text/tokens';
import { scopeOf, type Strategy } from '../strategy';

/** A line with its line end: \n, \r\n or \r. */
export const line = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;

/** A word or a sign, with the blanks after it: finer than lines, for text with few lines. */
export const word = /[\p{ID_Continue}$]+\s*|\S\s*|\s+/gu;

/** A code point, so that no surrogate pair is split; a line end is one piece. */
export const character = /\r\n|[^]/gu;

export const lines = flat('lines', 'All lines are one list; works on any text.', line);
export const words = flat('words', 'All words and signs are one list; works on any text.', word);
export const chars = flat('chars', 'All characters are one list; works on any text, with many tests.', character);

/** `piece`: a global expression that matches piece after piece and leaves nothing out. */
function flat(name: string, description: string, piece: RegExp): Strategy {
  return {
    name,
    description,
    needsTree: false,
    usesReducer: true,
    options: [],
    search(base, { reduceList, fixed }) {
      const text = render(base);
      const scope = scopeOf(text.length, fixed);
      const list = matchRanges(text, piece, scope);
      const tokens = tokensBefore(text);
      const weight = (index: number) => Math.max(1, tokens[list[index].end] - tokens[list[index].start]);
      const elements = { size: list.length, weight };
      const reduced = skippable(
        reduceList(elements, noExperience),
        () => wholeList(elements),
        (kept) => kept,
      );
      return piecesKept(reduced, base, list, scope, (cut) => withSpace(text, cut));
    },
  };
}

/** The search for the pieces that stay, as a search over the text; `list`: the pieces of `scope`; `edit`: how a run of pieces goes. */
export function piecesKept(
  search: Search<Kept, Kept>,
  base: SourceText,
  list: readonly Range[],
  scope: Range,
  edit: (cut: Range) => Edit = (cut) => cut,
): Search<Candidate, SourceText> {
  const outside = complement([scope], base.length);
  const candidate = (kept: Kept): Candidate => {
    return { base, edits: complement(staying(list, kept, outside), base.length).map(edit) };
  };
  return map(search, candidate, (kept) => candidateSource(candidate(kept)));
}

/** The kept pieces, neighbours as one, and what is outside. There may be 10⁶ of them. */
function staying(list: readonly Range[], kept: Kept, outside: readonly Range[]): Range[] {
  const runs: Range[] = [];
  for (let at = 0; at < kept.length; at++) {
    const { start } = list[kept[at]];
    let { end } = list[kept[at]];
    while (at + 1 < kept.length && list[kept[at + 1]].start === end) ({ end } = list[kept[++at]]);
    runs.push({ start, end });
  }
  return merged([...outside, ...runs]);
}
