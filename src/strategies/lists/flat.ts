/** Strategies without a tree: the text is cut into pieces, all pieces form one list, and the list reducer runs once. */
import * as l10n from '@vscode/l10n';
import { wholeList, type ElementList, type Kept } from '../../reducers/list';
import { noExperience } from '../../reducers/options';
import { singleDeletions } from '../../reducers/sweep';
import { withLabel, map, makeSkippable, then } from '../../search/compose';
import type { Search } from '../../search/search';
import { partsOf } from '../../text/bundle';
import { complement, matchRanges, merged, type Range } from '../../text/ranges';
import { candidateSource, render, type Candidate, type Edit, type SourceText } from '../../text/source';
import { withSpace } from '../../text/tidy';
import { countTokens, tokensBefore } from '../../text/tokens';
import { scopeOf, type Step, type Strategy, type TextSearch } from '../strategy';

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
    usesReducer: true,
    options: [],
    search(base, { reduceList, fixed }) {
      const text = render(base);
      const scope = scopeOf(text.length, fixed);
      const pieces = matchRanges(text, piece, scope);
      const tokens = tokensBefore(text);
      const weight = (index: number) => Math.max(1, tokens[pieces[index].end] - tokens[pieces[index].start]);
      const list = { size: pieces.length, weight };
      const search = skippableList(reduceList(list, noExperience), list);
      return piecesLeft(search, base, pieces, scope, (cut) => withSpace(text, cut));
    },
  };
}

/** The files of a bundle as one list: for searches without a tree, which see no files. In the end no file can go alone. */
export const wholeFiles: Step = (base, { reduceList }) => {
  const text = render(base);
  const files = partsOf(text);
  const tokens = files.map(({ textStart, end }) => countTokens(text.slice(textStart, end)));
  const list = { size: files.length, weight: (index: number) => Math.max(1, tokens[index]) };
  const reduced = then(reduceList(list, noExperience), (left) => singleDeletions(left));
  const search = piecesLeft(reduced, base, files, { start: 0, end: text.length });
  return withLabel(search, () => l10n.t('Removing whole files'));
};

/** The search over a list, skippable at any point: it keeps the last list that held. */
export function skippableList(search: Search<Kept, Kept>, list: ElementList): Search<Kept, Kept> {
  return makeSkippable(
    search,
    () => wholeList(list),
    (held) => held,
  );
}

/** The search for the pieces of `scope` that stay, as a search over the text; `edit`: how a run of pieces goes. */
export function piecesLeft(
  search: Search<Kept, Kept>,
  base: SourceText,
  pieces: readonly Range[],
  scope: Range,
  edit: (cut: Range) => Edit = (cut) => cut,
): TextSearch {
  const outside = complement([scope], base.length);
  const candidate = (left: Kept): Candidate => {
    return { base, edits: complement(rangesLeft(pieces, left, outside), base.length).map(edit) };
  };
  return map(search, candidate, (left) => candidateSource(candidate(left)));
}

/** The pieces that stay, neighbours as one, and what is outside. There may be 10⁶ of them. */
function rangesLeft(pieces: readonly Range[], left: Kept, outside: readonly Range[]): Range[] {
  const runs: Range[] = [];
  for (let at = 0; at < left.length; at++) {
    const { start } = pieces[left[at]];
    let { end } = pieces[left[at]];
    while (at + 1 < left.length && pieces[left[at + 1]].start === end) ({ end } = pieces[left[++at]]);
    runs.push({ start, end });
  }
  return merged([...outside, ...runs]);
}
