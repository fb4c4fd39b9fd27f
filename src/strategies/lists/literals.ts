/** Characters of literals: strings, comments, numbers and text are lists of characters for the list reducer, one after the other. */
import * as l10n from '@vscode/l10n';
import { noExperience } from '../../reducers/experience';
import type { Kept } from '../../reducers/list';
import { map, skippable, unfold } from '../../search/compose';
import type { Search } from '../../search/search';
import type { ElementTree } from '../../syntax/elementTree';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { loadedText, savedText } from '../../text/saved';
import type { SavedText } from '../../text/saved';
import { complement } from '../../text/ranges';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { character } from './chars';
import { piecesOf, staying } from './flat';
import { deletableIn } from './pass';
import { resumable, withNote } from '../pipelines/resuming';
import { named, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Step, Strategy, StrategyContext, TextSearch } from '../strategy';

/** Types whose text is data, not names or signs. */
const data =
  /string|char|comment|number|integer|float|literal|text|content|value|regex|template|escape|path|scalar|url|name_spec/;

/** A word that is longer is data, whatever its type, UTF-16 units. */
const longestName = 200;

/** A literal has at most so many pieces: of a longer one each is a run of characters, which are shorter in the next round. */
const mostPieces = 50_000;

export const literalCharacters: Step = named(
  () => l10n.t('Removing characters of literals'),
  resumable<{ text: SavedText; from: number }>(
    (text, context) => throughLiterals({ text, from: 0 }, context),
    ({ text, from }, original, context) => throughLiterals({ text: loadedText(text, original), from }, context),
  ),
);

interface State {
  readonly text: SourceText;
  /** Literals that start before this offset are done. */
  readonly from: number;
}

function throughLiterals(start: State, context: StrategyContext): TextSearch {
  const search = unfold<Candidate, State>(start, (state) => {
    const literal = literalFrom(state.text, context, state.from);
    return literal && throughLiteral(state, literal, context);
  });
  return map(
    search,
    (candidate) => candidate,
    (state) => state.text,
  );
}

/** Skipping one literal skips all that follow. */
function throughLiteral(state: State, literal: Range, context: StrategyContext): Search<Candidate, State> {
  const last = (text: SourceText): State => ({ text, from: Infinity });
  const search = skippable(
    map(
      charactersOf(state.text, literal, context),
      (candidate) => candidate,
      (text): State => ({ text, from: literal.start + 1 }),
    ),
    () => last(state.text),
    (candidate) => last(candidateSource(candidate)),
  );
  return search.done ? search : withNote(search, () => ({ text: savedText(state.text), from: state.from }));
}

export const literals: Strategy = {
  name: 'literals',
  description: 'Shortens strings, comments and numbers: the characters of each are a list.',
  needsTree: true,
  treeMinimal: false,
  usesReducer: true,
  options: [],
  search: parsing(shrinking(untilSettled(literalCharacters))),
};

/** The first literal at `from` or later: an element without elements inside. */
function literalFrom(text: SourceText, { parse, fixed }: StrategyContext, from: number): Range | undefined {
  const tree = parse(render(text));
  for (let element = 1; element < tree.count; element++) {
    const long = tree.end[element] - tree.start[element] > 1;
    if (tree.start[element] >= from && long && isLiteral(tree, element) && deletableIn(tree, fixed, element)) {
      return { start: tree.start[element], end: tree.end[element] };
    }
  }
  return undefined;
}

function isLiteral({ last, start, end, types, type }: ElementTree, element: number): boolean {
  const isLong = end[element] - start[element] > longestName;
  return last[element] === element && (isLong || data.test(types[type[element]]));
}

/** Characters, or runs of them. No half of a surrogate pair is left. */
function piecesOfLiteral(text: string, literal: Range): Range[] {
  const size = Math.ceil((literal.end - literal.start) / mostPieces);
  if (size === 1) return piecesOf(text, literal, character);
  return piecesOf(text, literal, new RegExp(`[^]{${size}}|[^]+`, 'gu'));
}

/** The list reducer on the characters of a literal. */
function charactersOf(
  base: SourceText,
  literal: Range,
  { reduceList }: StrategyContext,
): Search<Candidate, SourceText> {
  const list = piecesOfLiteral(render(base), literal);
  const outside = [
    { start: 0, end: literal.start },
    { start: literal.end, end: base.length },
  ];
  const candidate = (kept: Kept): Candidate => {
    return { base, edits: complement(staying(list, kept, outside), base.length) };
  };
  return map(reduceList({ size: list.length, weight: () => 1 }, noExperience), candidate, (kept) =>
    candidateSource(candidate(kept)),
  );
}
