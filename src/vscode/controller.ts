/** The reductions of this window, running or finished: grey in the editor, results beside it. Commands ask here. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../oracle/processes/command';
import type { Job, JournalPlace } from '../reduction/job';
import type { Range } from '../text/ranges';
import { Comparisons } from './comparison/comparisons';
import { DerivedTexts, originalUri, resultScheme } from './results/derived';
import { Fade } from './editor/fade';
import { RemovedFolds } from './editor/removedFolds';
import { Isolations } from './isolation/isolations';
import { DocumentProblem, documentJob } from './runs/jobs';
import type { DocumentJob } from './runs/jobs';
import type { Journals } from './resuming/journals';
import type { Overrides } from './runs/jobs';
import { tellLearned } from './oracles/learnedRules';
import type { WatchedEvent } from './thread/messages';
import { tellDoubts, tellReduced } from './results/notifications';
import { ProtectedParts } from './editor/protectedParts';
import type { Recipe } from './oracles/recipe';
import { Reduction } from './runs/reduction';
import { addHelp } from './results/remedies';
import type { Help } from './results/remedies';
import { Results } from './results/results';
import { Runs } from './runs/runs';
import { telling } from './window/telling';

export interface StartOptions extends Overrides {
  /** Offsets of the only part that may change. */
  readonly selection?: Range;
  /** What a task would say of the oracle, if it is none yet. */
  readonly recipe?: Recipe;
  /** The name of the task that the oracle is. */
  readonly task?: string;
  /** Also told what happens: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
}

export class Controller implements vscode.Disposable {
  readonly fade = new Fade();
  readonly folds = new RemovedFolds(this.fade);
  readonly runs = new Runs();
  readonly protectedParts = new ProtectedParts();
  readonly isolations: Isolations;
  readonly comparisons: Comparisons;
  readonly results: Results;
  readonly texts = new DerivedTexts();
  private readonly edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) void this.edited(document);
  });

  constructor(
    /** Where the build has put thread and grammars. */
    readonly assets: string,
    private readonly journals: Journals,
  ) {
    this.results = new Results(this.texts);
    this.isolations = new Isolations(this.runs, this.texts, assets);
    this.comparisons = new Comparisons(this.runs, this.protectedParts, assets);
  }

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.runs.reductions.get(originalUri(uri).toString());
  }

  /**
   * Reduces a document to the end; the reduction then has its result. Undefined if the user, asked whether to resume an earlier
   * one, wants neither. Throws `DocumentProblem` and `RunFailed`.
   */
  async run(
    document: vscode.TextDocument,
    oracle: OracleCommand,
    options: StartOptions = {},
  ): Promise<Reduction | undefined> {
    this.runs.requireIdle(document.uri);
    const limits = { selection: options.selection, kept: this.protectedParts.of(document.uri) };
    const made = await documentJob(document, oracle, limits, options, this.assets);
    await show(document);
    const journal = await this.journals.placeFor(document.uri, made.job);
    return journal && this.start(document, made, journal, options);
  }

  /** Goes on with an interrupted run, whose job this is. Throws `DocumentProblem` and `RunFailed`. */
  async resume(document: vscode.TextDocument, made: DocumentJob, options: StartOptions): Promise<Reduction> {
    const journal = await this.journals.placeToResume(document.uri, made.job);
    await show(document);
    return this.start(document, made, journal, options);
  }

  private start(
    document: vscode.TextDocument,
    { job, markLength }: DocumentJob,
    journal: JournalPlace,
    { recipe, task, onEvents }: StartOptions,
  ): Promise<Reduction> {
    this.runs.requireIdle(document.uri);
    this.discard(document.uri);
    return this.begin(new Reduction(document, { ...job, journal }, markLength, recipe, task), onEvents);
  }

  /** The same reduction from the start, but for this. Throws `DocumentProblem` and `RunFailed`. */
  async again(reduction: Reduction, change: Partial<Job>): Promise<Reduction> {
    const document = await reduction.current();
    if (document.getText() !== reduction.originalText) {
      throw new DocumentProblem(l10n.t('The file has changed since the reduction began: reduce it again.'));
    }
    const { job, markLength, recipe, task } = reduction;
    this.discard(document.uri);
    await reduction.ended.catch(() => {});
    const journal = job.journal && { ...job.journal, fresh: true };
    return this.begin(new Reduction(document, { ...job, ...change, journal }, markLength, recipe, task));
  }

  /** Begins anew with what helps, and shows what comes of it. Throws `DocumentProblem` and `RunFailed`. */
  private async help(reduction: Reduction, { change }: Help): Promise<void> {
    await this.present(await this.again(reduction, change));
  }

  /** To its end. */
  private async begin(reduction: Reduction, onEvents?: StartOptions['onEvents']): Promise<Reduction> {
    const { uri } = reduction;
    this.runs.reductions.set(uri.toString(), reduction);
    reduction.onEvents((events) => {
      this.watch(reduction, events);
      void tellLearned(reduction, events);
      tellDoubts(reduction.name, events, (help) => telling(this, () => this.help(reduction, help)));
      onEvents?.(events);
    });
    void this.journals.begin(reduction);
    try {
      await this.runs.follow(reduction);
      if (reduction.end?.ending === 'done') await this.journals.remove(uri);
      return reduction;
    } catch (error) {
      if (this.of(uri) === reduction) this.discard(uri);
      addHelp(error, (help) => this.help(reduction, help));
      throw error;
    } finally {
      // What the window's own end has stopped is to be found again.
      if (!this.runs.closing) await this.journals.end(reduction);
    }
  }

  /** Shows the finished reduction of a document beside it, and what can be done with it. */
  async present(reduction: Reduction): Promise<void> {
    if (this.of(reduction.uri) !== reduction) return;
    await this.results.showBeside(reduction);
    if (this.of(reduction.uri) !== reduction) return;
    const choice = await tellReduced(reduction);
    // The message may have stood there for long.
    if (!choice || this.of(reduction.uri) !== reduction) return;
    await vscode.commands.executeCommand(choice.command, reduction.uri);
  }

  /** The same as `discard`, for good: there is nothing to be resumed either. */
  forget(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    this.discard(uri);
    if (reduction) void reduction.ended.catch(() => {}).finally(() => this.journals.remove(reduction.uri));
  }

  /** Forgets a finished reduction and takes its grey away; a running one is stopped. */
  discard(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    if (!reduction) return;
    reduction.dispose();
    this.runs.reductions.delete(reduction.uri.toString());
    this.fade.clear(reduction.uri);
    void this.folds.unfold(reduction.uri);
    void this.results.forget(reduction.uri);
    this.runs.update();
  }

  dispose(): void {
    for (const part of [this.edits, this.fade, this.comparisons, this.runs, this.protectedParts, this.texts])
      part.dispose();
  }

  private watch(reduction: Reduction, events: readonly WatchedEvent[]): void {
    const shrunk = events.findLast((event) => event.event === 'shrunk');
    if (!shrunk?.removed || reduction.outdated) return;
    // In place the editor may show the candidate that is tested now.
    if (reduction.inPlace && reduction.document.getText() !== reduction.originalText) return;
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
    if (!reduction.running || reduction.outdated || reduction.inPlace) return;
    reduction.outdated = true;
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', reduction.name),
      l10n.t('Stop Reduction'),
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
