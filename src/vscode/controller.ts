/** The reductions of this window, running or finished: grey in the editor, results beside it. Commands ask here. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../oracle/processes/command';
import type { Job, JournalPlace } from '../reduction/job';
import type { Range } from '../text/ranges';
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
  /** Told at once: the reduction runs. */
  readonly onBegin?: (reduction: Reduction) => void;
  /** Starts over with a remedy, if that is more than this reduction: a comparison. */
  readonly startOver?: (help: Help) => Promise<void>;
  /** Doubts about the test have been told already. */
  readonly doubtsTold?: boolean;
}

export class Controller implements vscode.Disposable {
  readonly fade = new Fade();
  readonly folds = new RemovedFolds(this.fade);
  readonly runs = new Runs();
  readonly protectedParts = new ProtectedParts();
  readonly isolations: Isolations;
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
    return journal && this.start(document, withJournal(made, journal), options);
  }

  /** Goes on with an interrupted run, whose job this is. Throws `DocumentProblem` and `RunFailed`. */
  async resume(document: vscode.TextDocument, made: DocumentJob, options: StartOptions): Promise<Reduction> {
    const journal = await this.journals.placeToResume(document.uri, made.job);
    await show(document);
    return this.start(document, withJournal(made, journal), options);
  }

  /** Reduces to the end. Without a journal the job cannot be resumed. Throws `DocumentProblem` and `RunFailed`. */
  async start(
    document: vscode.TextDocument,
    { job, markLength }: DocumentJob,
    options: StartOptions,
  ): Promise<Reduction> {
    this.runs.requireIdle(document.uri);
    this.discard(document.uri);
    return this.begin(new Reduction(document, job, markLength, options.recipe, options.task), options);
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
  private async begin(reduction: Reduction, options: StartOptions = {}): Promise<Reduction> {
    const { startOver = (help) => this.help(reduction, help) } = options;
    this.runs.reductions.set(reduction.uri.toString(), reduction);
    options.onBegin?.(reduction);
    reduction.onEvents((events) => {
      if (events.some((event) => event.event === 'shrunk' && event.removed)) this.showFaded(reduction);
      void tellLearned(reduction, events);
      if (!options.doubtsTold) tellDoubts(reduction.name, events, (help) => telling(this, () => startOver(help)));
      options.onEvents?.(events);
    });
    try {
      await this.follow(reduction);
      return reduction;
    } catch (error) {
      if (this.of(reduction.uri) === reduction) this.discard(reduction.uri);
      addHelp(error, startOver);
      throw error;
    }
  }

  private async follow(reduction: Reduction): Promise<void> {
    if (!reduction.job.journal) return this.runs.follow(reduction);
    void this.journals.begin(reduction);
    try {
      await this.runs.follow(reduction);
      if (reduction.end?.ending === 'done') await this.journals.remove(reduction.uri);
    } finally {
      // The next window finds the runs that the end of this one has stopped.
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

  /** Makes this finished reduction the last one of its document again. Throws `DocumentProblem` while another one runs. */
  restore(reduction: Reduction): void {
    const { uri } = reduction;
    if (this.of(uri) === reduction) return;
    this.runs.requireIdle(uri);
    this.discard(uri);
    this.runs.reductions.set(uri.toString(), reduction);
    this.showFaded(reduction);
    this.runs.update();
  }

  /** Restores a reduction and shows its document with the result beside it. Throws `DocumentProblem`. */
  async presentAgain(reduction: Reduction): Promise<void> {
    this.restore(reduction);
    await vscode.window.showTextDocument(await reduction.current(), { preview: false });
    await this.present(reduction);
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
    for (const part of [this.edits, this.fade, this.runs, this.protectedParts, this.texts]) part.dispose();
  }

  /** Not on an edited text; nor on the candidate that the editor may show during a reduction in place. */
  private showFaded({ document, originalText, markLength, removed, inserted }: Reduction): void {
    if (document.getText() !== originalText) return;
    this.fade.show(
      document,
      removed.map((offset) => offset - markLength),
      inserted.map(({ at, text }) => ({ at: Math.max(0, at - markLength), text })),
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

function withJournal({ job, markLength }: DocumentJob, journal: JournalPlace): DocumentJob {
  return { job: { ...job, journal }, markLength };
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
