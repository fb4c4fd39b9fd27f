/** What the page shows of a snapshot: which run, how far it is, its buttons, its figures and its chart. */
import type { Action, FromPage, ShownRun, Snapshot } from '../messages';
import { axes } from '../../../charts/series';
import type { Axis } from '../../../charts/series';
import { ChartView } from './chartView';
import { element, sync, write } from './dom';
import { WorkersView } from './workersView';

/** Phases are spoken at most so often, ms. */
const spokenGap = 10_000;

export class Page {
  private readonly welcome = element('section', { class: 'welcome' });
  private readonly welcomeText = element('div');
  private readonly start = element('div', { class: 'actions column' });
  private readonly choice = element('select');
  private readonly name = element('h2');
  private readonly extent = element('p', { class: 'extent' });
  private readonly doing = element('p', { class: 'doing' });
  private readonly live = element('p', { class: 'unseen', 'aria-live': 'polite' });
  private readonly actions = element('div', { class: 'actions', role: 'group' });
  private readonly figures = element('dl');
  private readonly over = element('div', { class: 'axes', role: 'group' });
  private readonly heading = element('h3');
  private readonly chart = new ChartView();
  private readonly chartPart = element('section', { class: 'chart' });
  private readonly workers = new WorkersView();
  private readonly run = element('section', { class: 'run' });
  private spoken = { at: -Infinity, state: '' };

  constructor(
    root: HTMLElement,
    private readonly say: (message: FromPage) => void,
  ) {
    this.choice.addEventListener('change', () => say({ kind: 'choose', id: this.choice.value }));
    this.welcome.append(this.welcomeText, this.start);
    this.chartPart.append(element('div', { class: 'bar' }, this.heading, this.over), this.chart.node);
    this.run.append(this.name, this.choice, this.extent, this.doing, this.actions, this.chartPart);
    this.run.append(this.figures, this.workers.node);
    root.append(this.welcome, this.run, this.live);
    this.welcome.hidden = this.run.hidden = true;
  }

  show(snapshot: Snapshot): void {
    const { shown, words } = snapshot;
    this.welcome.hidden = shown !== undefined;
    this.run.hidden = shown === undefined;
    if (!shown) this.showWelcome(snapshot);
    else this.showRun(shown, snapshot);
    this.choice.setAttribute('aria-label', words.chooseRun);
    this.figures.setAttribute('aria-label', words.figures);
  }

  private showWelcome({ words }: Snapshot): void {
    const paragraph = () => element('p');
    sync(this.welcomeText, words.welcome, (text) => text, paragraph, write);
    this.showActions(this.start, words.start);
  }

  private showRun(shown: ShownRun, { runs, words }: Snapshot): void {
    this.run.dataset.state = shown.state;
    const option = () => element('option');
    const several = runs.length > 1;
    this.name.hidden = several;
    this.choice.hidden = !several;
    write(this.name, shown.name);
    const name = (node: HTMLOptionElement, { id, name }: (typeof runs)[number]) => {
      node.value = id;
      write(node, name);
    };
    sync(this.choice, runs, ({ id }) => id, option, name);
    if (this.choice.value !== shown.id) this.choice.value = shown.id;
    write(this.extent, shown.extent);
    write(this.doing, shown.doing);
    this.speak(shown);
    this.showActions(this.actions, shown.actions);
    this.showFacts(shown.facts);
    this.workers.node.hidden = !shown.workers;
    if (shown.workers) this.workers.show(shown.workers);
    this.chartPart.hidden = !shown.chart;
    if (!shown.chart) return;
    write(this.heading, words.size);
    this.showAxes(shown.chart.by, words.axes, words.over);
    this.chart.show(shown.chart);
  }

  /** What changes its state, and trouble, is spoken at once, phases now and then. */
  private speak({ state: lasting, doing, extent, workers }: ShownRun): void {
    const now = performance.now();
    const trouble = workers?.trouble;
    const state = trouble ? 'trouble' : lasting;
    if (state === this.spoken.state && now - this.spoken.at < spokenGap) return;
    this.spoken = { at: now, state };
    write(this.live, trouble ?? (state === 'running' ? doing : `${doing}. ${extent}`));
  }

  private showActions(parent: HTMLElement, actions: readonly Action[]): void {
    const make = () => {
      const button = element('button', { type: 'button' });
      button.addEventListener('click', () => this.say({ kind: 'command', command: button.value }));
      return button;
    };
    sync(
      parent,
      actions,
      ({ key, command }) => key ?? command,
      make,
      (button, action) => {
        button.value = action.command;
        button.className = action.main ? '' : 'secondary';
        button.disabled = action.enabled === false;
        write(button, action.label);
      },
    );
  }

  private showFacts(facts: ShownRun['facts']): void {
    const make = () => element('div', {}, element('dt'), element('dd'));
    sync(
      this.figures,
      facts,
      ([label]) => label,
      make,
      (node, [label, value]) => {
        write(node.children[0], label);
        write(node.children[1], value);
      },
    );
  }

  private showAxes(by: Axis, names: Readonly<Record<Axis, string>>, over: string): void {
    this.over.setAttribute('aria-label', over);
    const make = () => {
      const button = element('button', { type: 'button' });
      button.addEventListener('click', () => this.say({ kind: 'axis', by: button.value as Axis }));
      return button;
    };
    sync(
      this.over,
      axes,
      (axis) => axis,
      make,
      (button, axis) => {
        button.value = axis;
        button.setAttribute('aria-pressed', String(axis === by));
        write(button, names[axis]);
      },
    );
  }
}
