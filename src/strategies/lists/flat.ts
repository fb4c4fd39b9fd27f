/** Strategies without a tree: the text is cut into pieces, all pieces form one list, and the list reducer runs once. */
import { noExperience } from '../../reducers/experience';
import { wholeList } from '../../reducers/list';
import type { Kept } from '../../reducers/list';
import { map, skippable } from '../../search/compose';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { complement, merged } from '../../text/ranges';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import { withSpace } from '../../text/tidy';
import { tokensBefore } from '../../text/tokens';
import { scopeOf } from '../strategy';
import type { Strategy } from '../strategy';

/** `piece`: a global expression that matches piece after piece and leaves nothing out. */
export function flat(name: string, description: string, piece: RegExp): Strategy {
  return {
    name,
    description,
    needsTree: false,
    treeMinimal: false,
    usesReducer: true,
    options: [],
    search(base, { reduceList, fixed }) {
      const text = render(base);
      const scope = scopeOf(text.length, fixed);
      const list = piecesOf(text, scope, piece);
      const tokens = tokensBefore(text);
      const weight = (index: number) => Math.max(1, tokens[list[index].end] - tokens[list[index].start]);
      const outside = [
        { start: 0, end: scope.start },
        { start: scope.end, end: text.length },
      ];
      const candidate = (kept: Kept): Candidate => {
        return {
          base,
          edits: complement(staying(list, kept, outside), text.length).map((range) => withSpace(text, range)),
        };
      };
      const elements = { size: list.length, weight };
      const reduced = skippable(
        reduceList(elements, noExperience),
        () => wholeList(elements),
        (kept) => kept,
      );
      return map(reduced, candidate, (kept) => candidateSource(candidate(kept)));
    },
  };
}

/** The kept pieces, neighbours as one, and what is outside. There may be 10⁶ of them. */
export function staying(list: readonly Range[], kept: Kept, outside: readonly Range[]): Range[] {
  const runs: Range[] = [];
  for (let at = 0; at < kept.length; at++) {
    const { start } = list[kept[at]];
    let { end } = list[kept[at]];
    while (at + 1 < kept.length && list[kept[at + 1]].start === end) ({ end } = list[kept[++at]]);
    runs.push({ start, end });
  }
  return merged([...outside, ...runs]);
}

/** The pieces of `text` within `scope`. */
export function piecesOf(text: string, scope: Range, piece: RegExp): Range[] {
  return [...text.slice(scope.start, scope.end).matchAll(piece)].map(({ index, 0: { length } }) => ({
    start: scope.start + index,
    end: scope.start + index + length,
  }));
}
