/** The workers of a run, in words. */
import { l10n } from 'vscode';
import type { WorkerState } from '../../cluster/terms';
import { grouped, rate } from '../../reduction/events/progress';
import type { Crew, CrewRow } from '../runs/progress';
import { silence } from '../window/figureWords';
import type { Run } from '../runs/run';
import type { ShownWorker, ShownWorkers } from './messages';

/** Undefined for a run on this machine alone. */
export function shownWorkers({ crew, running }: Pick<Run, 'crew' | 'running'>): ShownWorkers | undefined {
  if (!crew) return undefined;
  return {
    title: l10n.t('Workers'),
    columns: [l10n.t('Worker'), l10n.t('At once'), l10n.t('Tests'), l10n.t('Tests/s')],
    trouble: running ? troubleOf(crew) : undefined,
    rows: crew.rows.map((row, at) => ({ key: String(at), ...shownRow(row, running) })),
    refusals: crew.rows.flatMap(({ name, why }) => (why ? [l10n.t('{0} is refused: {1}', name, why)] : [])),
  };
}

function shownRow({ name, slots, state, tests, pace }: CrewRow, running: boolean): Omit<ShownWorker, 'key'> {
  return {
    name,
    state,
    doing: running || state === 'refused' ? stateWords(state) : '',
    figures: [grouped(slots), grouped(tests), pace === undefined ? '–' : rate(pace, 1000).replace('/s', '')],
  };
}

function stateWords(state: WorkerState): string {
  const words = {
    new: l10n.t('not checked yet'),
    checking: l10n.t('being checked'),
    working: l10n.t('working'),
    refused: l10n.t('refused'),
    gone: l10n.t('disconnected'),
  };
  return words[state];
}

function troubleOf({ silentMs, working, rows }: Crew): string | undefined {
  if (silentMs !== undefined) return silence(silentMs);
  const isEmpty = working === 0 && rows.some(({ state }) => state === 'gone' || state === 'refused');
  return isEmpty ? l10n.t('No workers are left: the run waits for one.') : undefined;
}
