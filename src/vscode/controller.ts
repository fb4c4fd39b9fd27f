/** The way of a run in this window, from its question to its result. Commands call this. */
import * as vscode from 'vscode';
import type { DocumentRunJob, WatchedEvent } from '../host/port';
import { changed, type JobChange } from '../reduction/job';
import type { Range } from '../text/ranges';
import { Results } from './results/results';
import { Grey } from './editor/grey';
import { ProtectedParts } from './editor/parts';
import { makeVisible } from './window/addresses';
import { documentJob, isolationJob } from './runs/jobs';
import { History } from './history/history';
import { askForRule, changeTo } from './oracles/ruleQuestion';
import type { AskedOracle, ChosenOracle, Named } from './oracles/taskOracle';
import { addHelp, tellEnd } from './results/notifications';
import { FolderReduction, Isolation, Reduction, isReducing, type Reducing } from './runs/kinds';
import type { Made, Target, Run } from './runs/run';
import { Runs, type KindOfRun } from './runs/runs';
import { Owner } from './window/owner';
import { telling } from './window/problems';

export interface StartOptions {
  /** Also receives the events: a task's terminal. */
  readonly onEvents?: (events: readonly WatchedEvent[]) => void;
  /** Of a comparison, which shows its results itself: called at once. */
  readonly compared?: (reduction: Reduction) => void;
  /** Something else follows, which shows what was found. */
  readonly isQuiet?: boolean;
}

export class Controller extends Owner {
  readonly runs = this.own(new Runs());
  readonly protectedParts = this.own(new ProtectedParts());
  readonly grey = this.own(new Grey(this.protectedParts, (uri) => this.reducing(uri)));
  readonly results = this.own(new Results());

  readonly history: History;

  /** `storage`: the extension's folder; `memory`: has the last answers of the user. */
  constructor(
    storage: vscode.Uri,
    readonly memory: vscode.Memento,
  ) {
    super();
    this.history = this.own(new History(this.runs, storage));
  }

  /** The reduction of this document, or of the document that this result was made from. */
  of(uri: vscode.Uri): Reduction | undefined {
    return this.runs.last(uri, Reduction);
  }

  /** Whose removals are shown in this document: those of the run that began last. */
  reducing(uri: vscode.Uri): Reducing | undefined {
    return this.runs.of(uri).findLast(isReducing);
  }

  /** What would run: `kept` parts of the document included. Throws `Problem` and `JobError`. */
  jobFor(document: vscode.TextDocument, asked: AskedOracle, selection?: Range): Promise<Made<DocumentRunJob>> {
    return documentJob(document, asked, this.protectedParts.of(document.uri), selection);
  }

  /** `run` for a reduction. */
  async reduce(document: vscode.TextDocument, chosen: ChosenOracle, options?: StartOptions, selection?: Range) {
    this.runs.requireIdle(document.uri);
    return this.run(Reduction, document, await this.jobFor(document, chosen, selection), chosen, options);
  }

  /** `run` for an isolation; `passing`: undefined stands for the empty file. */
  async isolate(failing: vscode.TextDocument, passing: vscode.TextDocument | undefined, chosen: ChosenOracle) {
    return this.run(Isolation, failing, await isolationJob(failing, passing, chosen), chosen);
  }

  /**
   * Runs to the end with a journal, presents the run and gives its result. Undefined if the user, asked whether to resume an earlier
   * run, cancels. Throws `Problem` and `RunFailed`.
   */
  async run<R extends Run>(Kind: KindOfRun<R>, target: Target, made: Made, named: Named, options?: StartOptions) {
    if ('languageId' in target) await makeVisible(target as vscode.TextDocument);
    const job = named.resumes?.jobOf(made.job) ?? made.job;
    const journal = await this.history.placeFor(target.uri, job, named.resumes);
    if (!journal) return undefined;
    const run = await this.begin(Kind, target, { ...made, job: { ...job, journal } }, named, options);
    if (!options?.isQuiet) this.presented(run);
    return run.result as R['result'];
  }

  /** Presents the same run from the start, with this change, and gives its result. */
  async again<R extends Run>(run: R, change: JobChange): Promise<R['result']> {
    const target = await run.renewed();
    run.stop();
    this.discard(run);
    await run.ended.catch(() => {});
    const { journal } = run.job;
    const job = changed(run.job, { ...change, journal: journal && { ...journal, fresh: true } });
    const named = { ...run.named, learned: run.learned, onRule: undefined };
    const made = { ...run.made, elsewhere: undefined, speaker: undefined, job };
    return this.presented(await this.begin(run.constructor as KindOfRun<R>, target, made, named));
  }

  /** Presents a run in the background; gives its result. `opens`: see `present`. */
  presented<R extends Run>(run: R, opens?: boolean): R['result'] {
    void telling(this, () => this.present(run, opens));
    return run.result;
  }

  /** Runs to the end; without a journal the job cannot be resumed. Throws `Problem` and `RunFailed`. */
  async begin<R extends Run>(
    Kind: KindOfRun<R>,
    target: Target,
    made: Made,
    named: Named,
    options: StartOptions = {},
  ): Promise<R> {
    this.runs.requireIdle(target.uri);
    const before = this.runs.last(target.uri, Kind);
    if (before) this.discard(before);
    const run = new Kind(target as never, made as never, named);
    const startOver = options.compared ? undefined : (change: JobChange) => this.again(run, change);
    run.onEvents((events) => {
      if (isReducing(run) && events.some(({ event }) => event === 'accepted')) this.grey.show(run);
      options.onEvents?.(events);
    });
    this.runs.add(run);
    // The user has just chosen the command.
    if (isReducing(run) && named.onRule && !options.compared) void telling(this, () => this.settleRule(run));
    const show = options.compared ?? ((reduction) => this.results.polish(reduction));
    if (run instanceof Reduction) show(run);
    try {
      await this.history.follow(run);
      return run;
    } catch (error) {
      if (this.runs.knows(run)) this.discard(run);
      addHelp(error, run, startOver);
      throw error;
    }
  }

  /** Asks what to look for, if there are more than `least` choices, and restarts the run if that is another rule. */
  async settleRule(run: Reducing, least?: number): Promise<Reducing['result']> {
    const answer = await askForRule(run, least);
    if (answer) await run.named.onRule?.(answer);
    const change = answer && this.runs.knows(run) ? changeTo(answer, run) : undefined;
    return change && this.again<Reducing>(run, change);
  }

  /** Shows a finished run and its actions. `opens`: a diff takes the focus. */
  async present(run: Run, opens = true): Promise<void> {
    if (!this.runs.knows(run)) return;
    const isFound = run.extent !== undefined;
    if (!isFound) this.discard(run);
    else if (run instanceof Reduction) {
      await this.results.present(run);
      this.grey.reveal(run);
    } else if (run instanceof Isolation && opens)
      await this.results.showDifference(run.uri, run.document.languageId, run.result!);
    if (isFound && !this.runs.knows(run)) return;
    const choice = await tellEnd(run);
    // The message may have stood there for long.
    if (choice && this.runs.knows(run)) await vscode.commands.executeCommand(choice.command, run.uri);
  }

  /** Makes this finished reduction the last one of its document again. Throws `Problem` while another one runs. */
  restore(reduction: Reduction): void {
    const last = this.of(reduction.uri);
    if (last === reduction) return;
    this.runs.requireIdle(reduction.uri);
    if (last) this.discard(last);
    this.runs.add(reduction);
    this.grey.show(reduction);
    this.runs.update();
  }

  /** Restores a reduction and shows its document with the result beside it. Throws `Problem`. */
  async presentAgain(reduction: Reduction): Promise<void> {
    this.restore(reduction);
    await vscode.window.showTextDocument(await reduction.current(), { preview: false });
    this.presented(reduction);
  }

  /** The result takes the place of the original; if that is undone in a document, the actions are there again. Throws `Problem`. */
  async apply(run: Reducing): Promise<boolean> {
    if (run instanceof Reduction) await run.current();
    const applied = await this.results.apply(run);
    if (applied && run instanceof FolderReduction) this.forget(run.uri);
    else if (applied) {
      void this.results.forget(run.uri);
      void this.history.forget(run);
      this.runs.update();
    }
    return applied;
  }

  /** Discards the reduction of a document or a folder, and its journal. */
  forget(uri: vscode.Uri): void {
    const reduction = this.reducing(uri);
    if (!reduction) return;
    this.discard(reduction);
    void reduction.ended.catch(() => {}).finally(() => this.history.forget(reduction));
  }

  /** A running run is stopped. */
  private discard(run: Run): void {
    run.dispose();
    this.runs.remove(run);
    if (isReducing(run)) this.grey.clear(run);
    if (run instanceof Reduction) void this.results.forget(run.uri);
    this.runs.update();
  }
}
