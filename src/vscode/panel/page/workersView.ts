/** A table of workers, and below it why some of them are refused. */
import type { ShownWorker, ShownWorkers } from '../messages';
import { element, sync, write } from './dom';

export class WorkersView {
  private readonly heading = element('h3', { id: 'workers' });
  private readonly trouble = element('p', { class: 'trouble' });
  private readonly columns = element('tr');
  private readonly rows = element('tbody');
  private readonly refusals = element('ul', { class: 'refusals' });
  readonly node = element(
    'section',
    { class: 'workers', 'aria-labelledby': 'workers' },
    this.heading,
    this.trouble,
    element('table', { 'aria-labelledby': 'workers' }, element('thead', {}, this.columns), this.rows),
    this.refusals,
  );

  show({ title, columns, trouble = '', rows, refusals }: ShownWorkers): void {
    write(this.heading, title);
    write(this.trouble, trouble);
    this.trouble.hidden = trouble === '';
    const header = () => element('th', { scope: 'col' });
    sync(this.columns, columns, (name) => name, header, write);
    const row = () => element('tr', {}, element('th', { scope: 'row' }, element('span'), element('small')));
    sync(this.rows, rows, ({ key }) => key, row, showRow);
    const item = () => element('li');
    sync(this.refusals, refusals, (text) => text, item, write);
    this.refusals.hidden = refusals.length === 0;
  }
}

function showRow(row: HTMLElement, { name, state, doing, figures }: ShownWorker): void {
  row.dataset.state = state;
  const [called, does] = row.firstElementChild!.children;
  write(called, name);
  write(does, doing);
  figures.forEach((figure, at) => write(row.children[at + 1] ?? row.appendChild(element('td')), figure));
}
