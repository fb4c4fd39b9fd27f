/**
 * A minimal difference between a text that passes and one that fails: dd (Zeller & Hildebrandt 2002) over the lines that differ, then
 * over the words of the lines that are left, then over their characters.
 */
import * as l10n from '@vscode/l10n';
import { dd } from '../reducers/dd';
import type { Difference } from '../reducers/dd';
import type { Kept } from '../reducers/list';
import { labelled, map, then } from '../search/compose';
import type { Search } from '../search/search';
import { candidateSource, candidateText } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { changesBetween } from '../text/difference';
import { render } from '../text/source';
import type { Edit, SourceText } from '../text/source';
import { character } from './lists/chars';
import { line } from './lists/lines';
import { word } from './lists/words';

/** From coarse to fine. */
export const units = ['lines', 'words', 'chars'] as const;

export type Unit = (typeof units)[number];

export const defaultUnit: Unit = 'words';

const pieces: Readonly<Record<Unit, RegExp>> = { lines: line, words: word, chars: character };

/** Current state: a text that passes, a text that fails, and their distance. */
export interface Isolation {
  readonly passing: string;
  readonly failing: SourceText;
  /** Changes between them, in `unit`. */
  readonly changes: number;
  readonly unit: Unit;
}

/** A candidate, and the state at that time. */
export interface IsolationTrial {
  readonly candidate: Candidate;
  readonly known: () => Isolation;
}

/** The state before any test, and the search from there. */
export interface IsolationStart {
  readonly start: Isolation;
  readonly search: Search<IsolationTrial, Isolation>;
}

/** `finest`: the last unit. */
export function isolation(passing: string, failing: SourceText, finest: Unit): IsolationStart {
  const changes = changesOf(passing, failing, 'lines');
  const start: Isolation = { passing, failing, changes: changes.length, unit: 'lines' };
  const finer = units.slice(1, units.indexOf(finest) + 1);
  const search = finer.reduce(
    (before, unit) => then(before, (known) => level(known, unit, changesOf(known.passing, known.failing, unit))),
    level(start, 'lines', changes),
  );
  return { start, search };
}

function changesOf(passing: string, failing: SourceText, unit: Unit): Edit[] {
  return changesBetween(passing, render(failing), pieces[unit]);
}

const labels: Readonly<Record<Unit, () => string>> = {
  lines: () => l10n.t('Comparing lines'),
  words: () => l10n.t('Comparing words'),
  chars: () => l10n.t('Comparing characters'),
};

/** dd over changes of one unit. */
function level({ failing }: Isolation, unit: Unit, changes: readonly Edit[]): Search<IsolationTrial, Isolation> {
  const withChanges = (kept: Kept): Candidate => ({ base: failing, edits: allBut(changes, kept) });
  const known = (between: Difference): Isolation => ({
    passing: candidateText(withChanges(between.passing)),
    failing: candidateSource(withChanges(between.failing)),
    changes: between.failing.length - between.passing.length,
    unit,
  });
  const search = map(
    dd.search(changes.length),
    (trial): IsolationTrial => ({ candidate: withChanges(trial.changes), known: () => known(trial) }),
    known,
  );
  return labelled(search, labels[unit]());
}

/** The edits that undo all changes but these. */
function allBut(changes: readonly Edit[], kept: Kept): Edit[] {
  const stay = new Set(kept);
  return changes.filter((_, index) => !stay.has(index));
}
