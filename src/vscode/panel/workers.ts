/** The workers of a run. */
import { l10n } from 'vscode';
import type { CrewMember, WorkerState } from '../../cluster/terms';
import { grouped } from '../../reduction/events/progress';
import { crewWords } from '../../reduction/events/runState';
import type { Run } from '../runs/run';
import { type Piece, piece, table } from './pieces';

/** Undefined for a run on this machine alone. */
export function workersPart(run: Pick<Run, 'crew' | 'running'>): Piece | undefined {
  const { crew, running } = run;
  if (!crew) return undefined;
  const columns = [l10n.t('Worker'), l10n.t('Parallel tests'), l10n.t('Tests')];
  const refusals = crew.workers.flatMap(({ name, why }) => (why ? [l10n.t('{0} is refused: {1}', name, why)] : []));
  const trouble = troubleOf(run);
  return piece(
    'section',
    { class: 'workers', 'aria-labelledby': 'workers' },
    piece('h3', { id: 'workers' }, l10n.t('Workers')),
    trouble === undefined ? undefined : piece('p', { class: 'trouble' }, trouble),
    table(
      { 'aria-labelledby': 'workers' },
      columns.map((name) => piece('th', { scope: 'col' }, name)),
      crew.workers.map((row) => rowPart(row, running)),
    ),
    piece('ul', { class: 'refusals', hidden: refusals.length === 0 }, ...refusals.map((text) => piece('li', {}, text))),
  );
}

function rowPart({ name, slots, state, tests }: CrewMember, running: boolean): Piece {
  const doing = running || state === 'refused' ? stateWords(state) : '';
  const figures = [grouped(slots), grouped(tests)];
  const head = piece('th', { scope: 'row' }, piece('span', {}, name), piece('small', {}, doing));
  return piece('tr', { 'data-state': state }, head, ...figures.map((figure) => piece('td', {}, figure)));
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

/** Reason for a standstill. */
export function troubleOf({ crew, running }: Pick<Run, 'crew' | 'running'>): string | undefined {
  if (!crew || !running) return undefined;
  const { silentMs, working, workers } = crew;
  if (silentMs !== undefined) return crewWords(crew);
  const isEmpty = working === 0 && workers.some(({ state }) => state === 'gone' || state === 'refused');
  return isEmpty ? l10n.t('No workers are left: the run waits for one.') : undefined;
}
