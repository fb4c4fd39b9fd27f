/** The reductions of this window: at most one a document, running or finished. Commands ask here; views are told from here. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import type { Range } from '../text/ranges';
import { Fade } from './fade';
import { documentJob, DocumentProblem } from './jobs';
import type { Overrides } from './jobs';
import { Log } from './log';
import type { WatchedEvent } from './messages';
import { showProgress, tellResult } from './notifications';
import { Reduction } from './reduction';
import { originalUri, Results, resultScheme, resultUri } from './results';
import { StatusBar } from './statusBar';

export interface StartOptions extends Overrides {
  /** Offsets of the only part that may change. */
  readonly selection?: Range;
  /** Also told what happens: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
}

export class Controller implements vscode.Disposable {
  readonly fade = new Fade();
  readonly statusBar = new StatusBar();
  readonly log = new Log();
  readonly results = new Results();
  private readonly reductions = new Map<string, Reduction>();
  private readonly edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) void this.edited(document);
  });

  private readonly editors = vscode.window.onDidChangeActiveTextEditor(() => this.updateStatus());

  constructor(private readonly assets: string) {}

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.reductions.get(originalUri(uri).toString());
  }

  get running(): Reduction[] {
    return [...this.reductions.values()].filter((reduction) => reduction.running);
  }

  /** Throws `DocumentProblem` if this document is being reduced. */
  requireIdle(uri: vscode.Uri): void {
    if (!this.of(uri)?.running) return;
    throw new DocumentProblem(`${basename(originalUri(uri).path)} is being reduced already: stop that run first.`);
  }

  /** Reduces a document to the end; the reduction then has its result. Throws `DocumentProblem` and `ReductionFailed`. */
  async run(document: vscode.TextDocument, oracle: OracleCommand, options: StartOptions = {}): Promise<Reduction> {
    this.requireIdle(document.uri);
    const { job, markLength } = await documentJob(document, oracle, options.selection, options, this.assets);
    await show(document);
    this.requireIdle(document.uri);
    this.discard(document.uri);
    const reduction = new Reduction(document, job, markLength);
    this.reductions.set(document.uri.toString(), reduction);
    reduction.onEvents((events) => {
      this.watch(reduction, events);
      options.onEvents?.(events);
    });
    this.updateViews();
    try {
      showProgress(reduction);
      await reduction.ended;
      return reduction;
    } catch (error) {
      if (this.of(document.uri) === reduction) this.discard(document.uri);
      throw error;
    } finally {
      this.updateViews();
    }
  }

  /** Shows the finished reduction of a document beside it, and what can be done with it. */
  async present(reduction: Reduction): Promise<void> {
    if (this.of(reduction.uri) !== reduction) return;
    await this.results.showBeside(reduction);
    const choice = await tellResult(reduction);
    // The message may have stood there for long.
    if (!choice || this.of(reduction.uri) !== reduction) return;
    await vscode.commands.executeCommand(choice.command, reduction.uri);
  }

  /** Forgets a finished reduction and takes its grey away; a running one is stopped. */
  discard(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    if (!reduction) return;
    reduction.dispose();
    this.reductions.delete(reduction.uri.toString());
    this.fade.clear(reduction.uri);
    void this.results.forget(reduction.uri);
    this.updateViews();
  }

  /** Stops every run and waits for what still runs, a moment at most. */
  async shutDown(): Promise<void> {
    const running = this.running;
    running.forEach((reduction) => reduction.stop());
    const ended = Promise.allSettled(running.map((reduction) => reduction.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
  }

  dispose(): void {
    for (const reduction of this.reductions.values()) reduction.dispose();
    for (const part of [this.edits, this.editors, this.fade, this.statusBar, this.log, this.results]) part.dispose();
  }

  private watch(reduction: Reduction, events: readonly WatchedEvent[]): void {
    this.log.write(basename(reduction.uri.path), events);
    this.updateStatus();
    const shrunk = events.findLast((event) => event.event === 'shrunk');
    if (!shrunk?.removed || reduction.outdated) return;
    this.fade.show(
      reduction.document,
      shrunk.removed.map((offset) => offset - reduction.markLength),
    );
  }

  /** An edited document no longer is the text that is being reduced: no grey, and the user decides. */
  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.of(document.uri);
    if (!reduction || document.uri.scheme === resultScheme || document.getText() === reduction.originalText) return;
    this.fade.clear(document.uri);
    if (!reduction.running || reduction.outdated) return;
    reduction.outdated = true;
    const choice = await vscode.window.showWarningMessage(
      `${basename(document.uri.path)} was edited while it is being reduced. The reduction goes on with the text as it was.`,
      'Stop the Reduction',
    );
    if (choice) reduction.stop();
  }

  private updateViews(): void {
    this.updateStatus();
    this.updateContext();
  }

  /** The reduction of the active editor comes first, then one that runs, then the last one. */
  private updateStatus(): void {
    const active = vscode.window.activeTextEditor?.document.uri;
    const all = [...this.reductions.values()];
    const ofActive = active && this.of(active);
    const shown = ofActive ?? this.running.at(-1) ?? all.at(-1);
    if (shown) this.statusBar.show(shown, shown !== ofActive || this.running.length > 1);
    else this.statusBar.hide();
  }

  private updateContext(): void {
    const paths = (some: Iterable<Reduction>) =>
      [...some].flatMap(({ document: { uri } }) => [uri.path, resultUri(uri).path]);
    const finished = [...this.reductions.values()].filter(({ result }) => result);
    void vscode.commands.executeCommand('setContext', 'whittle.runningPaths', paths(this.running));
    void vscode.commands.executeCommand('setContext', 'whittle.reducedPaths', paths(finished));
    void vscode.commands.executeCommand('setContext', 'whittle.running', this.running.length > 0);
  }
}

/** Grey text wants an editor to be seen in. */
async function show(document: vscode.TextDocument): Promise<void> {
  if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) return;
  try {
    await vscode.window.showTextDocument(document, { preview: false });
  } catch {
    // Another editor was opened meanwhile: the grey is there when this one is.
  }
}
