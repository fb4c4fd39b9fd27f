/** A comparison in a terminal: each finished row on stdout, the progress of the next one on stderr. */
import { bestOf, columns, type Row } from '../reduction/comparison/comparison';
import { queryTable, sweepTable, type Table } from '../reduction/comparison/reports';
import type { Listener, ReductionEvent } from '../reduction/events/events';
import { counted, grouped, testCount } from '../reduction/events/progress';
import { Figures } from './figures';
import { progressPrinter } from './progress';
import { type Output, aligned, show, streams } from './printing';

/** Events that are printed for each run, and those that are the same for all. */
const told: readonly ReductionEvent['event'][] = ['notice', 'paused', 'resumed', 'skipped', 'left'];
const toldOnce: readonly ReductionEvent['event'][] = ['started', 'calibrated'];

/** Gap between two updates of the progress line, ms. */
const gapMs = 80;

/** `title`: of one comparison of several. */
export function tablePrinter(contenders: readonly string[], title?: string): Listener {
  const widths = columns.map(({ heading }, at) => (at === 0 ? widest(contenders) : Math.max(8, heading().length)));
  const rows: Row[] = [];
  const tell = progressPrinter(streams().stderr);
  const line = lineWriter(streams().stderr);
  return (event) => {
    if (told.includes(event.event) || (rows.length === 0 && toldOnce.includes(event.event))) tell(event);
    line.watch(event);
    if (event.event !== 'compared') return;
    line.clear();
    if (rows.length === 0 && title) show(`\n# ${title}\n`);
    if (rows.length === 0) print(columns.map(({ heading }) => heading()));
    rows.push(event.row);
    print(columns.map(({ cell }) => cell(event.row)));
    if (rows.length === contenders.length) show(`\n${verdict(rows)}\n`);
  };

  function print(cells: readonly string[]): void {
    const padded = cells.map((cell, at) => {
      if (at === cells.length - 1) return cell;
      return at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]);
    });
    show(`${padded.join('  ')}\n`);
  }
}

/** Tests by kind, and the findings of sweeps. */
export function printTables(rows: readonly Row[]): void {
  for (const table of [queryTable(rows), sweepTable(rows)]) if (table) printTable(table);
}

function printTable({ head, rows }: Table): void {
  show(`\n${aligned([head, ...rows], true)}\n`);
}

/** The best, in words. */
function verdict(rows: readonly Row[]): string {
  const best = bestOf(rows);
  if (!best) return 'No result is verified.';
  const size = `${grouped(best.before!.tokens)} → ${counted(best.after!.tokens, 'token')}`;
  return `Best: ${best.name}, ${size} in ${testCount(best.tests)}.`;
}

/** Progress in one line that is written over; nothing without a terminal. */
function lineWriter(stream: Output) {
  let name = '';
  let figures = new Figures();
  let shown = 0;
  const clear = () => stream.isTTY && stream.write('\r\x1b[K');
  const watch = (event: ReductionEvent) => {
    if (event.event === 'contender') {
      name = `${event.name} (${event.index + 1} of ${event.of})`;
      figures = new Figures();
    }
    figures.add(event);
    if (event.event !== 'candidate' || !stream.isTTY || performance.now() - shown < gapMs) return;
    shown = performance.now();
    const text = `${name}: ${figures.size} · ${testCount(figures.tests)}`;
    stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`);
  };
  return { watch, clear };
}

function widest(contenders: readonly string[]): number {
  return Math.max(...contenders.map((name) => name.length));
}
