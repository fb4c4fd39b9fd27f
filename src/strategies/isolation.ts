/**
 * A minimal difference between a text that passes and one that fails: dd (Zeller & Hildebrandt 2002) over the lines that differ, then
 * over the words of the lines that are left, then over their characters. At the end it is looked for in the failing text as it was.
 */
import * as l10n from '@vscode/l10n';
import { dd, type Difference, type DifferenceTrial, type Outcome } from '../reducers/dd';
import type { Kept } from '../reducers/list';
import { withLabel, map, then } from '../search/compose';
import { done, trial, type Search } from '../search/search';
import { changesBetween } from '../text/difference';
import { without } from '../text/ranges';
import {
  assembled,
  insertions,
  removedRanges,
  render,
  candidateSource,
  sourceText,
  type Edit,
  type SourceText,
  type Candidate,
} from '../text/source';
import { character, line, word } from './lists/flat';

const pieces = {
  lines: { piece: line, label: () => l10n.t('Comparing lines') },
  words: { piece: word, label: () => l10n.t('Comparing words') },
  chars: { piece: character, label: () => l10n.t('Comparing characters') },
};

export type Unit = keyof typeof pieces;

/** From coarse to fine. */
export const units = Object.keys(pieces) as Unit[];

export const defaultUnit: Unit = 'words';

/** A text that passes and a text that fails. */
interface Pair {
  readonly passing: SourceText;
  readonly failing: SourceText;
}

/** Current state: the two texts, and their distance. */
export interface Isolation extends Pair {
  /** Changes between them, in the finest unit. */
  readonly changes: number;
}

export interface IsolationTrial {
  readonly candidate: Candidate;
  /** The state after its test; undefined if that is the same. */
  readonly after: (outcome: Outcome) => Isolation | undefined;
}

/** `finest`: the last unit. */
export function isolation(pair: Pair, finest: Unit): Search<IsolationTrial, Isolation> {
  const [first, ...finer] = units.slice(0, units.indexOf(finest) + 1);
  const whole = finer.reduce(
    (before, unit) => then(before, (known) => level(known, unit, finest)),
    level(pair, first, finest),
  );
  // Beside an empty text, short ones tell as much.
  return pair.passing.length === 0 ? whole : then(whole, (known) => inWhole(known, finest));
}

/** Often the change alone makes the failing text pass as it was at first: then all else is as its author knows it. */
function inWhole(known: Isolation, finest: Unit): Search<IsolationTrial, Isolation> {
  const { passing, failing } = known;
  const { original } = failing;
  const others = new Set(insertions(failing).map(keyOf));
  const inserted = insertions(passing).filter((one) => !others.has(keyOf(one)));
  const gone = without(removedRanges(passing), removedRanges(failing));
  const whole = sourceText(original);
  const edits = changesBetween(assembled(original, gone, inserted), original, pieces[finest].piece);
  const undone = startOf({ passing: candidateSource({ base: whole, edits }), failing: whole }, finest);
  if (render(failing) === original || undone.changes > known.changes) return done(known);
  const after = (outcome: Outcome) => (outcome === 'fails' ? undone : undefined);
  return trial(
    () => ({ candidate: { base: whole, edits }, after }),
    0.5,
    () => done(known),
    (why) => done(after(why) ?? known),
  );
}

const keyOf = ({ at, text }: { readonly at: number; readonly text: string }) => `${at} ${text}`;

/** The state before any test. */
export function startOf(pair: Pair, finest: Unit): Isolation {
  const weigh = weigher(pair, finest);
  return { ...pair, changes: changesOf(pair, units[0]).reduce((sum, change) => sum + weigh(change), 0) };
}

function changesOf({ passing, failing }: Pair, unit: Unit): Edit[] {
  return changesBetween(render(passing), render(failing), pieces[unit].piece);
}

/** How many changes of the finest unit a change comes to. */
function weigher({ failing }: Pair, finest: Unit): (change: Edit) => number {
  const text = render(failing);
  return ({ start, end, insert = '' }) => changesBetween(insert, text.slice(start, end), pieces[finest].piece).length;
}

/** dd over changes of one unit. */
function level(pair: Pair, unit: Unit, finest: Unit): Search<IsolationTrial, Isolation> {
  const changes = changesOf(pair, unit);
  const weights = changes.map(weigher(pair, finest));
  const withChanges = (kept: Kept): Candidate => ({ base: pair.failing, edits: allBut(changes, kept) });
  const weightOf = (kept: Kept) => kept.reduce((sum, change) => sum + weights[change], 0);
  const known = ({ passing, failing }: Difference): Isolation => ({
    passing: candidateSource(withChanges(passing)),
    failing: candidateSource(withChanges(failing)),
    changes: weightOf(failing) - weightOf(passing),
  });
  const trialOf = ({ changes: kept, after }: DifferenceTrial): IsolationTrial => ({
    candidate: withChanges(kept),
    after(outcome) {
      const closer = after(outcome);
      return closer && known(closer);
    },
  });
  return withLabel(map(dd.search(changes.length), trialOf, known), pieces[unit].label);
}

/** The edits that undo all changes but these. */
function allBut(changes: readonly Edit[], kept: Kept): Edit[] {
  const stay = new Set(kept);
  return changes.filter((_, index) => !stay.has(index));
}
