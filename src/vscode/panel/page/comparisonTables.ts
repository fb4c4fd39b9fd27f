/** The tables of a comparison: a row of the one whose headings sort, and those that are only read. */
import type { Column, ShownRow, ShownTable } from '../../comparison/messages';
import { element, sync, write } from './dom';
import { swatch } from './linesView';

export function showRow(
  node: HTMLTableRowElement,
  { kind, name, state, badge, cells }: ShownRow,
  columns: readonly Column[],
): void {
  if (node.children.length === 0) {
    const first = element('th', { scope: 'row' }, swatch(), element('span'), element('span', { class: 'badge' }));
    node.append(first, ...cells.map(() => element('td')));
  }
  node.className = badge ? `${state} best` : state;
  const [line, label, mark_] = [...node.children[0].children];
  mark(line, kind);
  write(label, name);
  write(mark_, badge ?? '');
  (mark_ as HTMLElement).hidden = !badge;
  cells.forEach((cell, at) => {
    const td = node.children[at + 1];
    td.className = columns[at + 1].numeric ? 'number' : '';
    write(td, cell);
  });
}

/** Its line is drawn as that of the chart. */
export function mark(swatchNode: Element, kind: number): void {
  swatchNode.firstElementChild!.setAttribute('class', `line line-${kind}`);
}

/** Each can be folded, and stays as the user has left it. */
export function showTables(parent: HTMLElement, tables: readonly ShownTable[]): void {
  sync(parent, tables, ({ id }) => id, makeTable, updateTable);
}

function makeTable(): HTMLDetailsElement {
  const table = element('table', {}, element('thead', {}, element('tr')), element('tbody'));
  return element(
    'details',
    {},
    element('summary', {}, element('h2')),
    element('div', { class: 'wide' }, table),
    element('p', { class: 'note' }),
  );
}

function updateTable(node: HTMLDetailsElement, { heading, note, folded, head, rows }: ShownTable): void {
  const [title, body, words] = ['h2', 'tbody', '.note'].map((selector) => node.querySelector(selector)!);
  if (title.textContent === '') node.open = !folded;
  write(title, heading);
  write(words, note);
  showCells(node.querySelector('thead tr')!, head, 'col');
  const row = () => element('tr');
  sync(
    body,
    rows,
    ([name]) => name,
    row,
    (tr, cells) => showCells(tr, cells, 'row'),
  );
}

/** Headings of columns, or the heading of a row and its numbers. */
function showCells(tr: Element, cells: readonly string[], scope: 'col' | 'row'): void {
  if (tr.children.length !== cells.length) {
    const cell = (at: number) => (scope === 'col' || at === 0 ? element('th', { scope }) : element('td'));
    tr.replaceChildren(...cells.map((_, at) => cell(at)));
  }
  cells.forEach((text, at) => {
    tr.children[at].className = at === 0 ? '' : 'number';
    write(tr.children[at], text);
  });
}
