/** The page of a comparison: a table of the searches and a chart of their sizes. Runs in the browser. */
import { kinds } from '../../../charts/shapes';
import type { ComparisonSnapshot, FromComparisonPage, ShownRow, ToComparisonPage } from '../../comparison/messages';
import { Chart, type Piece, draw, piece, svg } from './dom';

declare function acquireVsCodeApi(): { postMessage(message: FromComparisonPage): void };

const { postMessage } = acquireVsCodeApi();
const chart = new Chart();
const swatches: SVGElement[] = [];

function partsOf({ title, summary, note, running, stop, columns, rows, chart: shown }: ComparisonSnapshot): Piece[] {
  // Only the end is read aloud.
  const live: Record<string, string> = running ? {} : { 'aria-live': 'polite' };
  const heading = piece('div', {}, piece('h1', {}, title), piece('p', { class: 'extent', ...live }, summary));
  const onclick = () => postMessage({ kind: 'stop' });
  const button = piece('button', { type: 'button', class: 'secondary', hidden: !stop, onclick }, stop ?? '');
  const head = columns.map((name, at) => piece('th', { scope: 'col', class: classOf(at, columns.length) }, name));
  const table = piece(
    'table',
    {},
    piece('caption', { class: 'unseen' }, title),
    // The last column has buttons.
    piece('thead', {}, piece('tr', {}, ...head, piece('th', { scope: 'col' }))),
    piece('tbody', {}, ...rows.map(rowPart)),
  );
  return [
    piece('header', {}, heading, button),
    piece('div', { class: 'wide' }, table),
    piece(
      'section',
      { class: 'chart', hidden: !shown },
      piece('h2', {}, shown?.heading ?? ''),
      shown && chart.show(shown),
    ),
    piece('p', { class: 'note' }, note),
  ];
}

/** The first column has names, the last one words. */
const classOf = (at: number, columns: number) => (at > 0 && at < columns - 1 ? 'number' : '');

function rowPart({ kind, name, state, badge, cells, actions }: ShownRow, row: number): Piece {
  const mark = badge ? piece('span', { class: 'badge' }, badge) : undefined;
  const buttons = actions.map(({ id, label }) => {
    const onclick = () => postMessage({ kind: id, row });
    return piece('button', { type: 'button', class: 'secondary', 'aria-label': `${label}: ${name}`, onclick }, label);
  });
  return piece(
    'tr',
    { class: badge ? `${state} best` : state },
    piece('th', { scope: 'row' }, swatchOf(kind, row), piece('span', {}, name), mark),
    ...cells.map((cell, at) => piece('td', { class: classOf(at + 1, cells.length + 1) }, cell)),
    piece('td', {}, piece('div', { class: 'actions' }, ...buttons)),
  );
}

/** A short line as in the chart. */
function swatchOf(kind: number, row: number): SVGElement {
  const node = (swatches[row] ??= svg());
  const line = piece('path', { class: `line line-${kind % kinds}`, d: 'M1 5h26' });
  draw(node, { attributes: { viewBox: '0 0 28 10', class: 'swatch', 'aria-hidden': 'true' }, children: [line] });
  return node;
}

addEventListener('message', ({ data }: MessageEvent<ToComparisonPage>) => {
  draw(document.getElementById('whittle')!, { attributes: { id: 'whittle' }, children: partsOf(data.snapshot) });
});
postMessage({ kind: 'ready' });
