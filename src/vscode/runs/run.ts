/** One run on one document, reduction or isolation: its thread, how far it is, and the result when it is there. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { EndTold } from '../../reduction/events/events';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { Clock } from '../../reduction/clock';
import type { ChosenOracle } from '../oracles/taskOracle';
import { Figures } from './figures';
import { DocumentProblem } from './jobs';
import type { DocumentJob } from './jobs';
import type { Outcome, RunWork, Verb, WatchedEvent } from '../thread/messages';
import { startThread } from '../thread/thread';
import type { WorkerThread } from '../thread/thread';

/** What a run is doing, as its user reads it. */
export interface Doing {
  /** `Reducing crash.js` */
  readonly title: string;
  /** Why no other run may begin on the file: one sentence with the remedy. */
  readonly busy: string;
  /** While there are no figures yet. */
  readonly first: string;
}

/** How the oracle was named: by the name of a task, or by a recipe for one. */
export type Named = Pick<ChosenOracle, 'recipe' | 'task'>;

export abstract class Run<W extends RunWork = RunWork, R = unknown> implements vscode.Disposable {
  abstract readonly doing: Doing;

  /** How far it is, or how far it came; undefined as long as nothing is known. */
  abstract readonly extent: string | undefined;

  result: R | undefined;
  running = true;
  paused = false;
  /** Why it has paused itself: one sentence with the remedy. */
  problem: string | undefined;

  /** Rejects with `RunFailed`. */
  readonly ended: Promise<R>;

  /** Committed so far; and before an earlier run was resumed. */
  tests = 0;
  earlierTests = 0;
  phase = '';

  /** When it was started: no two are the same. */
  readonly startedAt = performance.now();

  /** The document's text when the run began. */
  readonly originalText: string;
  /** Does the file change as candidates are tested in its place? */
  readonly inPlace: boolean;
  /** What its commands are judged by, once that is known. */
  rules: readonly SettledRule[] = [];

  private readonly thread: WorkerThread<W>;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;
  readonly figures = new Figures();
  private readonly clock = new Clock();
  private readonly candidate = new vscode.EventEmitter<readonly number[]>();
  /** What of the text would go, were the candidate taken that is tested now: start, end, …; at most 15 a second, if `watchCandidates`. */
  readonly onCandidate = this.candidate.event;

  constructor(
    readonly document: vscode.TextDocument,
    readonly made: DocumentJob<W['job']>,
    readonly named: Named,
    work: W,
  ) {
    const { job } = work;
    this.originalText = job.text.slice(made.markLength);
    this.inPlace = job.place === inPlace.name;
    this.thread = startThread(work, ({ events, tried }) => {
      events.forEach((event) => this.watch(event));
      if (events.length > 0) this.changed.fire(events);
      if (tried) this.candidate.fire(tried);
    });
    this.ended = this.toEnd();
  }

  /** The same run from its start, but for this; `document` is that of the run as it is now. */
  abstract anew(document: vscode.TextDocument, change: Partial<W['job']>): Run<W, R>;

  /** How it ended, once it has a result. */
  abstract get end(): EndTold | undefined;

  get job(): W['job'] {
    return this.made.job;
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** The file's base name. */
  get name(): string {
    return basename(this.uri.path);
  }

  /** Is the document another one than when the run began? */
  get outdated(): boolean {
    return this.document.getText() !== this.originalText;
  }

  /** The document as it is now: VS Code may have closed it and opened it anew. Throws `DocumentProblem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    try {
      if (!this.document.isUntitled) await vscode.workspace.fs.stat(this.uri);
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      throw new DocumentProblem(
        l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
      );
    }
  }

  /** How long the search has run, without pauses. */
  get ms(): number {
    return this.clock.ms;
  }

  watchCandidates(wanted: boolean): void {
    if (this.running) this.thread.watch(wanted);
  }

  /** Ends the search; the best result so far follows. */
  stop(): void {
    this.say('stop');
  }

  say(verb: Verb): void {
    if (this.running) this.thread.say(verb);
  }

  dispose(): void {
    this.stop();
    this.changed.dispose();
    this.candidate.dispose();
  }

  /** The result, from what the thread gives and the events before it. */
  protected abstract toResult(outcome: Outcome<W>): R;

  protected watch(event: WatchedEvent): void {
    if (event.event === 'calibrated') this.rules = event.rules;
    if (event.event === 'calibrated' && !this.paused) this.clock.start();
    if (event.event === 'paused') this.setPaused(true, event.problem);
    if (event.event === 'resumed') this.setPaused(false);
    if (event.event === 'resumed' && this.tests === 0) this.earlierTests = this.tests = event.tests;
    if (event.event === 'phase') this.phase = event.label;
    if (event.event === 'candidate') this.tests = event.tests;
    this.figures.add(event, this.ms);
  }

  private setPaused(paused: boolean, problem?: string): void {
    this.paused = paused;
    this.problem = problem;
    if (paused) this.clock.stop();
    else if (this.figures.calibrated) this.clock.start();
  }

  private async toEnd(): Promise<R> {
    try {
      this.result = this.toResult(await this.thread.outcome);
      return this.result;
    } finally {
      this.running = false;
      this.clock.stop();
    }
  }
}
