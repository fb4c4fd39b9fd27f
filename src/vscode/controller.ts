/** The reductions of this window: at most one a document, running or finished. Commands ask here; views are told from here. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import { grouped, sizes } from '../reduction/progress';
import type { Range } from '../text/ranges';
import { Fade } from './fade';
import { documentJob, DocumentProblem } from './jobs';
import type { Overrides } from './jobs';
import { Log } from './log';
import type { WatchedEvent } from './messages';
import { Reduction } from './reduction';
import type { ReductionResult } from './reduction';
import { originalUri, Results, resultUri } from './results';
import { StatusBar } from './statusBar';

export interface StartOptions extends Overrides {
  /** Offsets of the only part that may change. */
  readonly selection?: Range;
  /** Also told what happens: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
}

/** A run shorter than this needs no progress notification, ms. */
const shortRun = 1500;

export class Controller implements vscode.Disposable {
  readonly fade = new Fade();
  readonly statusBar = new StatusBar();
  readonly log = new Log();
  readonly results = new Results();
  private readonly reductions = new Map<string, Reduction>();
  private readonly edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) void this.edited(document);
  });

  constructor(private readonly assets: string) {}

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.reductions.get(originalUri(uri).toString());
  }

  get running(): Reduction[] {
    return [...this.reductions.values()].filter((reduction) => reduction.running);
  }

  /** Reduces a document to the end. Throws `DocumentProblem` and `ReductionFailed`. */
  async run(
    document: vscode.TextDocument,
    oracle: OracleCommand,
    options: StartOptions = {},
  ): Promise<ReductionResult> {
    const name = basename(document.uri.path);
    if (this.of(document.uri)?.running)
      throw new DocumentProblem(`${name} is being reduced already: stop that run first.`);
    this.discard(document.uri);
    const { job, markLength } = documentJob(document, oracle, options.selection, options, this.assets);
    const reduction = new Reduction(document, job, markLength);
    this.reductions.set(document.uri.toString(), reduction);
    reduction.onEvents((events) => {
      this.watch(reduction, events);
      options.onEvents?.(events);
    });
    this.statusBar.show(reduction);
    this.updateContext();
    try {
      showProgress(reduction);
      return await reduction.ended;
    } catch (error) {
      this.discard(document.uri);
      throw error;
    } finally {
      this.statusBar.showResult(reduction);
      this.updateContext();
    }
  }

  /** Shows the finished reduction of a document beside it, and what can be done with it. */
  async present(reduction: Reduction): Promise<void> {
    await this.results.showBeside(reduction);
    const { tokens, tests, confirmed, ending } = reduction.result!.finished;
    const name = basename(reduction.document.uri.path);
    const figures = `${name}: ${sizes(tokens.before, tokens.after)} in ${grouped(tests)} tests`;
    if (!confirmed && ending !== 'interrupted') {
      void vscode.window.showWarningMessage(
        `${figures}, but the property did not hold when the result was tested once more: the test is not reliable.`,
      );
      return;
    }
    const end = ending === 'interrupted' ? 'stopped' : 'confirmed';
    const choice = await vscode.window.showInformationMessage(`${figures}, ${end}.`, 'Apply', 'Show Diff', 'Discard');
    if (choice === 'Apply') await vscode.commands.executeCommand('whittle.applyResult', reduction.document.uri);
    if (choice === 'Show Diff') await vscode.commands.executeCommand('whittle.showDiff', reduction.document.uri);
    if (choice === 'Discard') await vscode.commands.executeCommand('whittle.discardResult', reduction.document.uri);
  }

  /** Forgets a finished reduction and takes its grey away; a running one is stopped. */
  discard(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    if (!reduction) return;
    reduction.dispose();
    this.reductions.delete(reduction.document.uri.toString());
    this.fade.clear(reduction.document.uri);
    this.results.forget(reduction.document.uri);
    if (this.running.length === 0) this.statusBar.hide();
    this.updateContext();
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
    for (const part of [this.edits, this.fade, this.statusBar, this.log, this.results]) part.dispose();
  }

  private watch(reduction: Reduction, events: readonly WatchedEvent[]): void {
    this.log.write(events);
    this.statusBar.show(reduction);
    const shrunk = events.findLast((event) => event.event === 'shrunk');
    if (!shrunk || reduction.outdated) return;
    this.fade.show(
      reduction.document,
      shrunk.removed.map((offset) => offset - reduction.markLength),
    );
  }

  /** An edited document no longer is the text that is being reduced: no grey, and the user decides. */
  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.of(document.uri);
    if (!reduction || reduction.document !== document) return;
    this.fade.clear(document.uri);
    if (!reduction.running || reduction.askedAboutEdit) return;
    reduction.askedAboutEdit = true;
    const choice = await vscode.window.showWarningMessage(
      `${basename(document.uri.path)} was edited while it is being reduced. The reduction goes on with the text as it was.`,
      'Stop the Reduction',
    );
    if (choice) reduction.stop();
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

/** A notification with Cancel, once a run has lasted a moment. */
function showProgress(reduction: Reduction): void {
  const ended = reduction.ended.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const title = `Reducing ${basename(reduction.document.uri.path)}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      const tell = () => {
        const { tokensBefore, tokens, tests } = reduction.now;
        progress.report({ message: `${sizes(tokensBefore, tokens)} · ${grouped(tests)} tests` });
      };
      const watching = reduction.onEvents(tell);
      cancelled.onCancellationRequested(() => reduction.stop());
      tell();
      return ended.finally(() => watching.dispose());
    });
  }, shortRun);
  void ended.finally(() => clearTimeout(timer));
}
