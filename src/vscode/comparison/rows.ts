/** The table of the searches on one file: what has ended, what runs, what waits. */
import { l10n } from 'vscode';
import { kinds } from '../../charts/shapes';
import { bestOf, seconds, speed } from '../../reduction/comparison/comparison';
import type { Row } from '../../reduction/comparison/comparison';
import { grouped } from '../../reduction/events/progress';
import type { Comparison } from './comparison';
import type { Column, ShownRow } from './messages';
import { sorted } from './sorting';
import type { Order } from './sorting';

/** What is shown of a comparison: also of one that has not begun. */
export type Shown = Pick<Comparison, 'contenders' | 'rows' | 'current' | 'running'>;

export function columnsOf(order: Order | undefined): Column[] {
  const headings = [
    l10n.t('Search'),
    l10n.t('Tokens'),
    l10n.t('Bytes'),
    l10n.t('Tests'),
    l10n.t('Oracle'),
    l10n.t('Time'),
    l10n.t('Tokens/s'),
    l10n.t('End'),
  ];
  return headings.map((heading, at) => ({
    heading,
    numeric: at > 0 && at < headings.length - 1,
    sorted: order?.column !== at ? 'none' : order.down ? 'descending' : 'ascending',
  }));
}

export function shownRows({ contenders, rows, current, running }: Shown, order: Order | undefined): ShownRow[] {
  const best = running ? undefined : bestOf(rows);
  const all = contenders.map((name, index) => ({ index, row: { name, ...(rows[index] as Row | undefined) } }));
  return sorted(all, order, ({ row }) => row).map(({ index, row: { name } }) => {
    const row = rows.at(index);
    const common = { kind: index % kinds, name };
    if (row) {
      const state = row.ending === 'failed' ? 'failed' : 'ended';
      return { ...common, state, badge: row === best ? l10n.t('best') : undefined, cells: cellsOf(row) };
    }
    if (current?.index !== index) return { ...common, state: 'waiting', cells: waiting(running) };
    return { ...common, state: 'running', cells: currentCells(current) };
  });
}

function waiting(running: boolean): string[] {
  return ['', '', '', '', '', '', running ? l10n.t('waiting') : l10n.t('not started')];
}

function currentCells({ after, tests, clock }: NonNullable<Comparison['current']>): string[] {
  return [
    after ? grouped(after.tokens) : '',
    after ? grouped(after.bytes) : '',
    grouped(tests),
    '',
    clock.ms > 0 ? seconds(clock.ms) : '',
    '',
    l10n.t('running …'),
  ];
}

function cellsOf(row: Row): string[] {
  const { after, tests, oracleMs, ms } = row;
  return [
    after ? grouped(after.tokens) : '–',
    after ? grouped(after.bytes) : '–',
    grouped(tests),
    seconds(oracleMs),
    seconds(ms),
    speed(row),
    endingOf(row),
  ];
}

function endingOf({ ending, problem, confirmed }: Row): string {
  if (ending === 'failed' || ending === 'broken') return problem ?? l10n.t('Failed');
  const ends = {
    done: l10n.t('done'),
    time: l10n.t('time limit reached'),
    tests: l10n.t('test limit reached'),
    size: l10n.t('target size reached'),
    interrupted: l10n.t('stopped'),
  };
  if (ending === 'interrupted') return ends.interrupted;
  return confirmed ? l10n.t('{0}, verified', ends[ending]) : l10n.t('{0}, NOT verified', ends[ending]);
}
