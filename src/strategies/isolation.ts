/**
 * A minimal difference between a text that passes and one that fails: dd (Zeller & Hildebrandt 2002) over the lines that differ, then
 * over the words of the lines that are left, then over their characters.
 */
import * as l10n from '@vscode/l10n';
import { dd, type Difference, type DifferenceTrial, type Outcome } from '../reducers/dd';
import type { Kept } from '../reducers/list';
import { withLabel, map, then } from '../search/compose';
import type { Search } from '../search/search';
import { changesBetween } from '../text/difference';
import { render, candidateSource, type Edit, type SourceText, type Candidate } from '../text/source';
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
  return finer.reduce(
    (before, unit) => then(before, (known) => level(known, unit, finest)),
    level(pair, first, finest),
  );
}

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
