/** The page of the panel: draws each snapshot and reports which button was pressed. Runs in the browser. */
import { axes } from '../../../charts/series';
import type { Action, FromPage, ShownRun, ShownWorker, ShownWorkers, Snapshot, ToPage, Words } from '../messages';
import { Chart, type Piece, draw, piece } from './dom';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

/** Minimum time between two phases read aloud, ms. */
const spokenGap = 10_000;

const { postMessage } = acquireVsCodeApi();
const chart = new Chart();
let spoken = { at: -Infinity, state: '', text: '' };

function partsOf({ shown, runs, words }: Snapshot): Piece[] {
  if (shown) speak(shown);
  const live = piece('p', { class: 'unseen', 'aria-live': 'polite' }, spoken.text);
  return [shown ? runPart(shown, runs, words) : welcomePart(words), live];
}

function welcomePart({ welcome, start }: Words): Piece {
  const text = piece('div', {}, ...welcome.map((one) => piece('p', {}, one)));
  return piece('section', { class: 'welcome' }, text, actionsPart(start, 'actions column'));
}

function runPart(shown: ShownRun, runs: Snapshot['runs'], words: Words): Piece {
  return piece(
    'section',
    { class: 'run', 'data-state': shown.state },
    runs.length > 1 ? choicePart(shown.id, runs, words) : piece('h2', {}, shown.name),
    piece('p', { class: 'extent' }, shown.extent),
    piece('p', { class: 'doing' }, shown.doing),
    actionsPart(shown.actions, 'actions'),
    shown.chart && chartPart(shown.chart, words),
    piece(
      'dl',
      { 'aria-label': words.figures },
      ...shown.facts.map(([label, value]) => piece('div', {}, piece('dt', {}, label), piece('dd', {}, value))),
    ),
    shown.workers && workersPart(shown.workers),
  );
}

function choicePart(shownId: string, runs: Snapshot['runs'], words: Words): Piece {
  const options = runs.map(({ id, name }) => piece('option', { value: id, selected: id === shownId }, name));
  const onchange = ({ target }: Event) => postMessage({ kind: 'choose', id: (target as HTMLSelectElement).value });
  return piece('select', { 'aria-label': words.chooseRun, onchange }, ...options);
}

function actionsPart(actions: readonly Action[], look: string): Piece {
  const buttons = actions.map(({ key, command, label, enabled = true, main }) =>
    piece(
      'button',
      {
        type: 'button',
        class: main ? '' : 'secondary',
        disabled: !enabled,
        'data-key': key ?? command,
        onclick: () => postMessage({ kind: 'command', command }),
      },
      label,
    ),
  );
  return piece('div', { class: look, role: 'group' }, ...buttons);
}

function chartPart({ by, points, ...labels }: NonNullable<ShownRun['chart']>, words: Words): Piece {
  const buttons = axes.map((axis) =>
    piece(
      'button',
      { type: 'button', 'aria-pressed': String(axis === by), onclick: () => postMessage({ kind: 'axis', by: axis }) },
      words.axes[axis],
    ),
  );
  const over = piece('div', { class: 'axes', role: 'group', 'aria-label': words.over }, ...buttons);
  const bar = piece('div', { class: 'bar' }, piece('h3', {}, words.size), over);
  return piece(
    'section',
    { class: 'chart' },
    bar,
    chart.show({ ...labels, lines: [{ points }], whole: by === 'tests' }),
  );
}

function workersPart({ title, columns, trouble, rows, refusals }: ShownWorkers): Piece {
  const head = piece('tr', {}, ...columns.map((name) => piece('th', { scope: 'col' }, name)));
  const items = refusals.map((text) => piece('li', {}, text));
  return piece(
    'section',
    { class: 'workers', 'aria-labelledby': 'workers' },
    piece('h3', { id: 'workers' }, title),
    trouble === undefined ? undefined : piece('p', { class: 'trouble' }, trouble),
    piece(
      'table',
      { 'aria-labelledby': 'workers' },
      piece('thead', {}, head),
      piece('tbody', {}, ...rows.map(rowPart)),
    ),
    piece('ul', { class: 'refusals', hidden: items.length === 0 }, ...items),
  );
}

function rowPart({ name, state, doing, figures }: ShownWorker): Piece {
  const head = piece('th', { scope: 'row' }, piece('span', {}, name), piece('small', {}, doing));
  return piece('tr', { 'data-state': state }, head, ...figures.map((figure) => piece('td', {}, figure)));
}

/** Trouble and a new state are read aloud at once, phases now and then. */
function speak({ state: lasting, doing, extent, workers }: ShownRun): void {
  const now = performance.now();
  const trouble = workers?.trouble;
  const state = trouble ? 'trouble' : lasting;
  if (state === spoken.state && now - spoken.at < spokenGap) return;
  spoken = { at: now, state, text: trouble ?? (state === 'running' ? doing : `${doing}. ${extent}`) };
}

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  draw(document.getElementById('whittle')!, { attributes: { id: 'whittle' }, children: partsOf(data.snapshot) });
});
postMessage({ kind: 'ready' });
