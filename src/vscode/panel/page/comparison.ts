/** The page of a comparison: a table that headings sort, and a chart of all courses. Runs in the browser. */
import { kinds } from '../../../charts/shapes';
import { axes } from '../../../charts/series';
import type { Axis } from '../../../charts/series';
import type {
  Column,
  ComparisonChart,
  ComparisonSnapshot,
  FromComparisonPage,
  PageAction,
  ToComparisonPage,
  Turns,
} from '../../comparison/messages';
import { element, sync, write } from './dom';
import { LinesView, swatch } from './linesView';
import { mark, showRow, showTables } from './comparisonTables';

declare function acquireVsCodeApi(): { postMessage(message: FromComparisonPage): void };

class Page {
  private readonly title = element('h1');
  private readonly summary = element('p', { class: 'extent', 'aria-live': 'polite' });
  private readonly turns = element('select');
  private readonly turnsPart = element('label', { class: 'turns' });
  private readonly problems = element('div', { role: 'status' });
  private readonly wide = element('div', { class: 'wide' });
  private readonly actions = element('div', { class: 'actions', role: 'group' });
  private readonly caption = element('caption', { class: 'unseen' });
  private readonly headings = element('tr');
  private readonly body = element('tbody');
  private readonly note = element('p', { class: 'note' });
  private readonly heading = element('h2');
  private readonly over = element('div', { class: 'axes', role: 'group' });
  private readonly legend = element('ul', { class: 'legend' });
  private readonly chart = new LinesView();
  private readonly chartPart = element('section', { class: 'chart' });
  private readonly tables = element('div', { class: 'tables' });

  constructor(
    root: HTMLElement,
    private readonly say: (message: FromComparisonPage) => void,
  ) {
    const table = element('table', {}, this.caption, element('thead', {}, this.headings), this.body);
    const bar = element('div', { class: 'bar' }, this.heading, this.over);
    this.chartPart.append(bar, this.chart.node, this.legend);
    const top = element('header', {}, element('div', {}, this.title, this.summary), this.actions);
    this.turnsPart.append(element('span'), this.turns);
    this.turns.addEventListener('change', () => this.say({ kind: 'turn', index: this.turns.selectedIndex }));
    this.wide.append(table);
    root.append(top, this.problems, this.turnsPart, this.wide, this.chartPart, this.tables, this.note);
  }

  show(snapshot: ComparisonSnapshot): void {
    const { title, summary, note, columns, rows, chart, turns, problems, tables } = snapshot;
    write(this.title, title);
    write(this.caption, title);
    if (snapshot.running) this.summary.removeAttribute('aria-live');
    else this.summary.setAttribute('aria-live', 'polite');
    write(this.summary, summary);
    write(this.note, note);
    this.showActions(snapshot);
    this.turnsPart.hidden = !turns;
    if (turns) this.showTurns(turns);
    const line = () => element('p', { class: 'problem' });
    sync(this.problems, problems, String, line, write);
    this.problems.hidden = problems.length === 0;
    this.wide.hidden = rows.length === 0;
    this.showHeadings(columns);
    const row = () => element('tr');
    sync(
      this.body,
      rows,
      ({ name }) => name,
      row,
      (node, shown) => showRow(node, shown, columns),
    );
    this.chartPart.hidden = !chart;
    if (chart) this.showChart(chart);
    showTables(this.tables, tables);
  }

  private showTurns({ label, names, shown }: Turns): void {
    write(this.turnsPart.firstElementChild!, label);
    const option = () => element('option');
    sync(this.turns, [...names.keys()], String, option, (node, index) => write(node, names[index]));
    if (this.turns.selectedIndex !== shown) this.turns.selectedIndex = shown;
  }

  private showActions({ actions }: ComparisonSnapshot): void {
    const make = () => {
      const button = element('button', { type: 'button' });
      button.addEventListener('click', () => this.say({ kind: 'act', id: button.value as PageAction['id'] }));
      return button;
    };
    const update = (button: HTMLButtonElement, { id, label, hint = '' }: PageAction) => {
      button.value = id;
      button.title = hint;
      button.className = 'secondary';
      write(button, label);
    };
    sync(this.actions, actions, ({ id }) => id, make, update);
  }

  private showHeadings(columns: readonly Column[]): void {
    const make = () => {
      const button = element('button', { type: 'button' });
      button.addEventListener('click', () => this.say({ kind: 'sort', column: Number(button.value) }));
      return element('th', { scope: 'col' }, button);
    };
    const update = (node: HTMLElement, { heading, numeric, sorted }: Column) => {
      const button = node.firstElementChild as HTMLButtonElement;
      button.value = String(columns.findIndex((column) => column.heading === heading));
      node.className = numeric ? 'number' : '';
      node.setAttribute('aria-sort', sorted);
      write(button, heading);
    };
    sync(this.headings, columns, ({ heading }) => heading, make, update);
  }

  private showChart(chart: ComparisonChart): void {
    write(this.heading, chart.heading);
    this.over.setAttribute('aria-label', chart.over);
    const make = () => {
      const button = element('button', { type: 'button' });
      button.addEventListener('click', () => this.say({ kind: 'axis', by: button.value as Axis }));
      return button;
    };
    const update = (button: HTMLButtonElement, axis: Axis) => {
      button.value = axis;
      button.setAttribute('aria-pressed', String(axis === chart.by));
      write(button, chart.axes[axis]);
    };
    sync(this.over, axes, (axis) => axis, make, update);
    this.legend.setAttribute('aria-label', chart.legend);
    const item = () => element('li', {}, swatch(), element('span'));
    const named = (node: HTMLElement, name: string) => {
      mark(node.children[0], chart.names.indexOf(name) % kinds);
      write(node.children[1], name);
    };
    sync(this.legend, chart.names, (name) => name, item, named);
    this.chart.show(chart);
  }
}

const { postMessage } = acquireVsCodeApi();
const page = new Page(document.getElementById('whittle')!, (message) => postMessage(message));

addEventListener('message', ({ data }: MessageEvent<ToComparisonPage>) => {
  if (data.kind === 'comparison') page.show(data.snapshot);
});
postMessage({ kind: 'ready' });
