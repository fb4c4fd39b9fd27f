/** The reductions of this window, running or finished: grey in the editor, results beside it. Commands ask here. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import type { Range } from '../text/ranges';
import { DerivedTexts, originalUri, resultScheme } from './derived';
import { Fade } from './fade';
import { Isolations } from './isolations';
import { documentJob } from './jobs';
import type { Overrides } from './jobs';
import type { WatchedEvent } from './messages';
import { tellReduced } from './notifications';
import { Reduction } from './reduction';
import { Results } from './results';
import { Runs } from './runs';

export interface StartOptions extends Overrides {
  /** Offsets of the only part that may change. */
  readonly selection?: Range;
  /** Also told what happens: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
}

export class Controller implements vscode.Disposable {
  readonly fade = new Fade();
  readonly runs = new Runs();
  readonly isolations: Isolations;
  readonly results: Results;
  private readonly texts = new DerivedTexts();
  private readonly edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) void this.edited(document);
  });

  constructor(private readonly assets: string) {
    this.results = new Results(this.texts);
    this.isolations = new Isolations(this.runs, this.texts, assets);
  }

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.runs.reductions.get(originalUri(uri).toString());
  }

  /** Reduces a document to the end; the reduction then has its result. Throws `DocumentProblem` and `RunFailed`. */
  async run(document: vscode.TextDocument, oracle: OracleCommand, options: StartOptions = {}): Promise<Reduction> {
    this.runs.requireIdle(document.uri);
    const { job, markLength } = await documentJob(document, oracle, options.selection, options, this.assets);
    await show(document);
    this.runs.requireIdle(document.uri);
    this.discard(document.uri);
    const reduction = new Reduction(document, job, markLength);
    this.runs.reductions.set(document.uri.toString(), reduction);
    reduction.onEvents((events) => {
      this.watch(reduction, events);
      options.onEvents?.(events);
    });
    try {
      await this.runs.follow(reduction);
      return reduction;
    } catch (error) {
      if (this.of(document.uri) === reduction) this.discard(document.uri);
      throw error;
    }
  }

  /** Shows the finished reduction of a document beside it, and what can be done with it. */
  async present(reduction: Reduction): Promise<void> {
    if (this.of(reduction.uri) !== reduction) return;
    await this.results.showBeside(reduction);
    const choice = await tellReduced(reduction);
    // The message may have stood there for long.
    if (!choice || this.of(reduction.uri) !== reduction) return;
    await vscode.commands.executeCommand(choice.command, reduction.uri);
  }

  /** Forgets a finished reduction and takes its grey away; a running one is stopped. */
  discard(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    if (!reduction) return;
    reduction.dispose();
    this.runs.reductions.delete(reduction.uri.toString());
    this.fade.clear(reduction.uri);
    void this.results.forget(reduction.uri);
    this.runs.update();
  }

  dispose(): void {
    for (const part of [this.edits, this.fade, this.runs, this.texts]) part.dispose();
  }

  private watch(reduction: Reduction, events: readonly WatchedEvent[]): void {
    const shrunk = events.findLast((event) => event.event === 'shrunk');
    if (!shrunk?.removed || reduction.outdated) return;
    const { markLength } = reduction;
    this.fade.show(
      reduction.document,
      shrunk.removed.map((offset) => offset - markLength),
      (shrunk.inserted ?? []).map(({ at, text }) => ({ at: Math.max(0, at - markLength), text })),
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
