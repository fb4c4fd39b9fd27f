/** The view *Elements*: the syntax elements of the file that is reduced, each with its state. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { grouped } from '../../reduction/events/progress';
import type { Range } from '../../text/ranges';
import { tokenCount } from '../window/figureWords';
import type { ElementRows } from '../thread/elementRows';
import { Reduction } from '../runs/reduction';
import type { Shown } from '../panel/shown';
import { startThread } from '../thread/thread';
import { throttled } from '../window/throttled';
import { Leftovers, type Mark } from './leftovers';
import { Outline, type Node } from './outline';

/** Between two updates, ms. */
const gapMs = 250;

/** Elements of longer texts are not shown: their tables would take too much memory. UTF-16 units. */
const longestShown = 2_000_000;

/** Of one reduction. */
interface Stand {
  readonly reduction: Reduction;
  readonly outline: Outline;
  readonly leftovers: Leftovers;
  /** The words of each drawn row: only rows with new words are drawn again. */
  readonly said: Map<number, string>;
}

export class ElementsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView('whittle.elementsView', {
    treeDataProvider: this,
    showCollapseAll: true,
  });
  private readonly tables = new WeakMap<Reduction, Promise<ElementRows | undefined>>();
  private of: Reduction | undefined;
  private stand: Stand | undefined;
  /** Its elements are being read, or cannot be. */
  private awaited: Reduction | undefined;
  private leftOnly = false;
  private readonly refresh = throttled(() => this.refreshNow(), gapMs);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly shown: Shown) {
    this.listeners = [
      this.view,
      this.changed,
      shown.onDidChange(this.refresh),
      this.view.onDidChangeVisibility(() => this.refresh()),
      vscode.window.registerFileDecorationProvider({ provideFileDecoration }),
      vscode.commands.registerCommand('whittle.showLeftOnly', () => this.showLeftOnly(true)),
      vscode.commands.registerCommand('whittle.showAllElements', () => this.showLeftOnly(false)),
    ];
  }

  getChildren(node?: Node): Node[] {
    if (!this.stand || (node && !this.stand.outline.has(node))) return [];
    const { outline, leftovers } = this.stand;
    const children = outline.children(node);
    const isLeft = (child: Node) => child.group !== undefined || leftovers.mark(child.row) !== 'removed';
    return this.leftOnly ? children.filter(isLeft) : children;
  }

  getParent(node: Node): Node | undefined {
    return node.parent;
  }

  private showLeftOnly(leftOnly: boolean): void {
    this.leftOnly = leftOnly;
    void vscode.commands.executeCommand('setContext', 'whittle.leftOnly', leftOnly);
    this.changed.fire(undefined);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    // VS Code may still ask for nodes of the run before.
    if (!this.stand?.outline.has(node)) return new vscode.TreeItem('');
    const { outline, leftovers, said } = this.stand;
    const collapsed = outline.hasChildren(node)
      ? vscode.TreeItemCollapsibleState.Collapsed
      : vscode.TreeItemCollapsibleState.None;
    const item = new vscode.TreeItem(outline.labelOf(node), collapsed);
    item.id = `${this.of!.startedAt} ${node.row} ${node.group?.from ?? ''}`;
    if (node.group) return item;
    const mark = leftovers.mark(node.row);
    const tokens = this.tokensOf(node);
    item.description = `${outline.typeOf(node)} · ${tokens}`;
    item.iconPath = iconOf(mark);
    item.resourceUri = vscode.Uri.from({ scheme: decorated, path: `/${mark}` });
    item.tooltip = meaning(mark);
    item.accessibilityInformation = { label: `${item.label}, ${item.description}, ${meaning(mark)}` };
    item.command = this.reveal(node);
    said.set(node.row, sayingOf(mark, tokens));
    return item;
  }

  dispose(): void {
    this.refresh.dispose();
    for (const listener of this.listeners) listener.dispose();
  }

  private tokensOf({ row }: Node): string {
    const { leftovers } = this.stand!;
    const [weight, left] = [leftovers.weight(row), leftovers.left(row)];
    if (left > 0 && left < weight) return l10n.t('{0} of {1} tokens', grouped(left), grouped(weight));
    return tokenCount(weight);
  }

  private reveal({ row }: Node): vscode.Command {
    const { reduction, outline } = this.stand!;
    const { document, made } = reduction;
    const place = (offset: number) => document.positionAt(Math.max(0, offset - made.markLength));
    const selection = new vscode.Range(place(outline.rows.start[row]), place(outline.rows.end[row]));
    const options: vscode.TextDocumentShowOptions = { selection, preserveFocus: true };
    return { command: 'vscode.open', title: l10n.t('Show in the Editor'), arguments: [reduction.uri, options] };
  }

  private refreshNow(): void {
    const { run } = this.shown;
    const reduction = run instanceof Reduction ? run : undefined;
    if (reduction !== this.of) this.change(reduction);
    if (!this.view.visible || !reduction) return;
    if (this.stand) this.update(this.stand);
    else if (this.awaited !== reduction) void this.enter(reduction);
  }

  private change(reduction: Reduction | undefined): void {
    this.of = reduction;
    this.stand = this.awaited = undefined;
    this.view.message = undefined;
    this.view.description = reduction?.name;
    this.changed.fire(undefined);
  }

  private async enter(reduction: Reduction): Promise<void> {
    this.awaited = reduction;
    this.view.message = l10n.t('Reading elements…');
    const rows = await this.tableOf(reduction);
    if (this.of !== reduction || this.stand) return;
    this.view.message = rows ? undefined : unreadable(reduction);
    if (!rows) return;
    const leftovers = new Leftovers(rows, staying(reduction));
    this.stand = { reduction, outline: new Outline(rows, reduction.job.input.text), leftovers, said: new Map() };
    setState(this.stand);
    this.changed.fire(undefined);
  }

  /** Read in a thread of its own, so that neither the editor nor the search waits for it. */
  private tableOf(reduction: Reduction): Promise<ElementRows | undefined> {
    const known = this.tables.get(reduction);
    if (known) return known;
    const { input, assets } = reduction.job;
    const { text } = input;
    if (text.length > longestShown) return Promise.resolve(undefined);
    const job = { input, assets };
    const table = startThread<ElementRows | undefined>({ kind: 'elements', job }).outcome.catch(() => undefined);
    this.tables.set(reduction, table);
    return table;
  }

  private update(stand: Stand): void {
    setState(stand);
    const { outline, leftovers, said } = stand;
    const nodes = [...said].flatMap(([row, before]) => {
      const node = outline.known.get(row)!;
      const now = sayingOf(leftovers.mark(row), this.tokensOf(node));
      if (now === before) return [];
      said.set(row, now);
      return [node];
    });
    if (nodes.length > 0) this.changed.fire(this.leftOnly ? undefined : nodes);
  }
}

function unreadable({ job }: Reduction): string {
  return job.input.text.length > longestShown
    ? l10n.t('This file is too long to show its elements.')
    : l10n.t('The elements of this file cannot be read.');
}

function setState({ reduction, leftovers }: Stand): void {
  leftovers.setRemoved(reduction.removed);
  leftovers.settled = reduction.end?.ending === 'done';
}

/** Text that the reduction may not change. */
function staying({ job }: Reduction): Range[] {
  const { text, fixed, kept = [] } = job.input;
  if (!fixed) return [...kept];
  return [...kept, { start: 0, end: fixed.prefix }, { start: text.length - fixed.suffix, end: text.length }];
}

const sayingOf = (mark: Mark, tokens: string) => `${mark} ${tokens}`;

function iconOf(mark: Mark): vscode.ThemeIcon {
  if (mark === 'unknown') return new vscode.ThemeIcon('circle-outline');
  return mark === 'kept'
    ? new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'))
    : new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
}

function meaning(mark: Mark): string {
  if (mark === 'removed') return l10n.t('Removed');
  return mark === 'kept' ? l10n.t('Kept') : l10n.t('Undecided: the search may still remove it');
}

/** The scheme of addresses that only give a label its colour. */
const decorated = 'whittle-element';

function provideFileDecoration({ scheme, path }: vscode.Uri): vscode.FileDecoration | undefined {
  if (scheme !== decorated || path !== '/removed') return undefined;
  return { color: new vscode.ThemeColor('disabledForeground') };
}
