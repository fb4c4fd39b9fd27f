/** The page of a comparison: a table of the searches, and a chart of their sizes. Runs in the browser. */
import { kinds } from '../../../charts/shapes';
import type {
  ComparisonSnapshot,
  FromComparisonPage,
  RowAction,
  ShownRow,
  ToComparisonPage,
} from '../../comparison/messages';
import { element, sync, write } from './dom';
import { LinesView, swatch } from './linesView';

declare function acquireVsCodeApi(): { postMessage(message: FromComparisonPage): void };

const { postMessage } = acquireVsCodeApi();

class Page {
  private readonly title = element('h1');
  private readonly summary = element('p', { class: 'extent', 'aria-live': 'polite' });
  private readonly stop = element('button', { type: 'button', class: 'secondary' });
  private readonly caption = element('caption', { class: 'unseen' });
  private readonly headings = element('tr');
  private readonly body = element('tbody');
  private readonly note = element('p', { class: 'note' });
  private readonly heading = element('h2');
  private readonly lines = new LinesView();
  private readonly chart = element('section', { class: 'chart' });

  constructor(root: HTMLElement) {
    const table = element('table', {}, this.caption, element('thead', {}, this.headings), this.body);
    this.stop.addEventListener('click', () => postMessage({ kind: 'stop' }));
    this.chart.append(this.heading, this.lines.node);
    const top = element('header', {}, element('div', {}, this.title, this.summary), this.stop);
    root.append(top, element('div', { class: 'wide' }, table), this.chart, this.note);
  }

  show({ title, summary, note, running, stop, columns, rows, chart }: ComparisonSnapshot): void {
    write(this.title, title);
    write(this.caption, title);
    // Only the end is read aloud.
    if (running) this.summary.removeAttribute('aria-live');
    else this.summary.setAttribute('aria-live', 'polite');
    write(this.summary, summary);
    write(this.note, note);
    this.stop.hidden = stop === undefined;
    write(this.stop, stop ?? '');
    const heading = () => element('th', { scope: 'col' });
    // The last one is that of the buttons.
    sync(this.headings, [...columns, ''], String, heading, (node, text) => {
      node.className = columns.indexOf(text) > 0 && text !== columns.at(-1) ? 'number' : '';
      write(node, text);
    });
    const row = () => element('tr');
    sync(
      this.body,
      rows,
      ({ name }) => name,
      row,
      (node, shown) => showRow(node, shown, rows.indexOf(shown)),
    );
    this.chart.hidden = !chart;
    if (!chart) return;
    write(this.heading, chart.heading);
    this.lines.show(chart);
  }
}

function showRow(node: HTMLTableRowElement, { kind, name, state, badge, cells, actions }: ShownRow, at: number): void {
  if (node.children.length === 0) {
    const first = element('th', { scope: 'row' }, swatch(), element('span'), element('span', { class: 'badge' }));
    const buttons = element('td', {}, element('div', { class: 'actions' }));
    node.append(first, ...cells.map((_, index) => numberCell(index < cells.length - 1)), buttons);
  }
  node.className = badge ? `${state} best` : state;
  const [line, label, best] = [...node.children[0].children] as HTMLElement[];
  // As in the chart.
  line.firstElementChild!.setAttribute('class', `line line-${kind % kinds}`);
  write(label, name);
  write(best, badge ?? '');
  best.hidden = !badge;
  cells.forEach((cell, index) => write(node.children[index + 1], cell));
  showActions(node.lastElementChild!.firstElementChild!, actions, name, at);
}

function numberCell(isNumber: boolean): HTMLElement {
  return element('td', isNumber ? { class: 'number' } : {});
}

function showActions(parent: Element, actions: readonly RowAction[], name: string, row: number): void {
  const make = () => element('button', { type: 'button', class: 'secondary' });
  const update = (button: HTMLButtonElement, { id, label }: RowAction) => {
    button.onclick = () => postMessage({ kind: id, row });
    button.setAttribute('aria-label', `${label}: ${name}`);
    write(button, label);
  };
  sync(parent, actions, ({ id }) => id, make, update);
}

const page = new Page(document.getElementById('whittle')!);

addEventListener('message', ({ data }: MessageEvent<ToComparisonPage>) => {
  if (data.kind === 'comparison') page.show(data.snapshot);
});
postMessage({ kind: 'ready' });
