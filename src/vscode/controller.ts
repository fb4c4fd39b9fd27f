/** The way of a run in this window, from a question to its result. Commands ask here. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../oracle/processes/command';
import type { Job } from '../reduction/job';
import type { Range } from '../text/ranges';
import { DerivedTexts } from './results/derived';
import { Grey } from './editor/grey';
import { Differences } from './isolation/differences';
import { DocumentProblem, documentJob, isolationJob } from './runs/jobs';
import type { DocumentJob, Overrides, Pair } from './runs/jobs';
import type { Journals } from './resuming/journals';
import { tellLearned } from './oracles/learnedRules';
import type { ChosenOracle } from './oracles/taskOracle';
import type { WatchedEvent } from './thread/messages';
import { tellDoubts, tellEnd } from './results/notifications';
import { ProtectedParts } from './editor/protectedParts';
import { Isolation } from './runs/isolation';
import { Reduction } from './runs/reduction';
import { addHelp } from './results/remedies';
import type { Help } from './results/remedies';
import { Results } from './results/results';
import type { Named, Run } from './runs/run';
import { Runs } from './runs/runs';
import { telling } from './window/telling';

/** What a caller may watch of a run, or do otherwise. */
interface BeginOptions<R> {
  /** Also told what happens: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
  /** Told at once: it runs. */
  readonly onBegin?: (run: R) => void;
  /** Starts over with a remedy, if that is more than this run: a comparison. */
  readonly startOver?: (help: Help) => Promise<void>;
  /** Doubts about the test have been told already. */
  readonly doubtsTold?: boolean;
}

export interface StartOptions extends Overrides, Named, BeginOptions<Reduction> {
  /** Offsets of the only part that may change. */
  readonly selection?: Range;
}

export class Controller implements vscode.Disposable {
  readonly grey = new Grey((uri) => this.of(uri));
  readonly runs = new Runs();
  readonly protectedParts = new ProtectedParts();
  readonly texts = new DerivedTexts();
  readonly results = new Results(this.texts);
  readonly differences = new Differences(this.texts);

  constructor(
    /** Where the build has put thread and grammars. */
    readonly assets: string,
    private readonly journals: Journals,
  ) {}

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.runs.last(uri, Reduction);
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
    return journal && this.start(document, { ...made, job: { ...made.job, journal } }, options);
  }

  /** Goes on with an interrupted run, whose job this is. Throws `DocumentProblem` and `RunFailed`. */
  async resume(document: vscode.TextDocument, made: DocumentJob, options: StartOptions): Promise<Reduction> {
    const journal = await this.journals.placeToResume(document.uri, made.job);
    await show(document);
    return this.start(document, { ...made, job: { ...made.job, journal } }, options);
  }

  /** Reduces to the end. Without a journal the job cannot be resumed. Throws `DocumentProblem` and `RunFailed`. */
  start(document: vscode.TextDocument, made: DocumentJob, options: StartOptions): Promise<Reduction> {
    const { uri } = document;
    return this.begin(uri, this.of(uri), () => new Reduction(document, made, options), options);
  }

  /** Isolates to the end; the isolation then has its result. Throws `DocumentProblem` and `RunFailed`. */
  async isolate(pair: Pair, chosen: ChosenOracle): Promise<Isolation> {
    const { uri } = pair.failing;
    const made = await isolationJob(pair, chosen.oracle, chosen.overrides, this.assets);
    return this.begin(uri, this.runs.last(uri, Isolation), () => new Isolation(pair, made, chosen));
  }

  /** The same run from the start, but for this. Throws `DocumentProblem` and `RunFailed`. */
  async again<R extends Run>(run: R, change: Partial<Job>): Promise<R> {
    const document = await run.current();
    if (document.getText() !== run.originalText) {
      throw new DocumentProblem(l10n.t('The file has changed since the run began: start it again.'));
    }
    this.discard(run);
    await run.ended.catch(() => {});
    return this.begin(run.uri, undefined, () => run.anew(document, change) as R);
  }

  /** To its end. */
  private async begin<R extends Run>(
    uri: vscode.Uri,
    before: Run | undefined,
    make: () => R,
    options: BeginOptions<R> = {},
  ): Promise<R> {
    this.runs.requireIdle(uri);
    if (before) this.discard(before);
    const run = make();
    const { startOver = async ({ change }) => this.present(await this.again(run, change)) } = options;
    this.runs.add(run);
    options.onBegin?.(run);
    run.onEvents((events) => {
      if (run instanceof Reduction) this.tell(run, events);
      if (!options.doubtsTold) tellDoubts(run.name, events, (help) => telling(this, () => startOver(help)));
      options.onEvents?.(events);
    });
    try {
      await this.follow(run);
      return run;
    } catch (error) {
      if (this.runs.knows(run)) this.discard(run);
      addHelp(error, startOver);
      throw error;
    }
  }

  private tell(reduction: Reduction, events: readonly WatchedEvent[]): void {
    if (events.some((event) => event.event === 'shrunk' && event.removed)) this.grey.show(reduction);
    void tellLearned(reduction, events);
  }

  private async follow(run: Run): Promise<void> {
    if (!(run instanceof Reduction) || !run.job.journal) return this.runs.follow(run);
    void this.journals.begin(run);
    try {
      await this.runs.follow(run);
      if (run.end?.ending === 'done') await this.journals.remove(run.uri);
    } finally {
      // The next window finds the runs that the end of this one has stopped.
      if (!this.runs.closing) await this.journals.end(run);
    }
  }

  /** Shows what has come of a finished run, and what can be done with it. */
  async present(run: Run): Promise<void> {
    if (!this.runs.knows(run)) return;
    const isFound = run.extent !== undefined;
    if (!isFound) this.discard(run);
    else if (run instanceof Reduction) await this.results.showBeside(run);
    else if (run instanceof Isolation) await this.differences.show(run);
    if (isFound && !this.runs.knows(run)) return;
    const choice = await tellEnd(run);
    // The message may have stood there for long.
    if (choice && this.runs.knows(run)) await vscode.commands.executeCommand(choice.command, run.uri);
  }

  /** Makes this finished reduction the last one of its document again. Throws `DocumentProblem` while another one runs. */
  restore(reduction: Reduction): void {
    const { uri } = reduction;
    const last = this.of(uri);
    if (last === reduction) return;
    this.runs.requireIdle(uri);
    if (last) this.discard(last);
    this.runs.add(reduction);
    this.grey.show(reduction);
    this.runs.update();
  }

  /** Restores a reduction and shows its document with the result beside it. Throws `DocumentProblem`. */
  async presentAgain(reduction: Reduction): Promise<void> {
    this.restore(reduction);
    await vscode.window.showTextDocument(await reduction.current(), { preview: false });
    await this.present(reduction);
  }

  /** Discards the reduction of a document for good: there is nothing to be resumed either. */
  forget(uri: vscode.Uri): void {
    const reduction = this.of(uri);
    if (!reduction) return;
    this.discard(reduction);
    void reduction.ended.catch(() => {}).finally(() => this.journals.remove(reduction.uri));
  }

  /** Forgets a finished run and takes its grey away; a running one is stopped. */
  private discard(run: Run): void {
    run.dispose();
    this.runs.remove(run);
    if (run instanceof Reduction) {
      this.grey.clear(run.uri);
      void this.results.forget(run.uri);
    }
    this.runs.update();
  }

  dispose(): void {
    for (const part of [this.grey, this.runs, this.protectedParts, this.texts]) part.dispose();
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
