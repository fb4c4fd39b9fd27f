/** One run on one document, reduction or isolation: its thread, how far it is, and the result when it is there. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { EndTold } from '../../reduction/events/events';
import { Clock } from '../../reduction/clock';
import { Figures } from './figures';
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

  private readonly thread: WorkerThread<W>;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;
  figures = new Figures();
  private readonly clock = new Clock();
  private readonly candidate = new vscode.EventEmitter<readonly number[]>();
  /** What of the text would go, were the candidate taken that is tested now: start, end, …; at most 15 a second, if `watchCandidates`. */
  readonly onCandidate = this.candidate.event;

  constructor(
    readonly document: vscode.TextDocument,
    private readonly work: W,
  ) {
    this.thread = startThread(work, ({ events, tried }) => {
      events.forEach((event) => this.watch(event));
      if (events.length > 0) this.changed.fire(events);
      if (tried) this.candidate.fire(tried);
    });
    this.ended = this.toEnd();
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** The file's base name. */
  get name(): string {
    return basename(this.uri.path);
  }

  /** How long the search has run, without pauses. */
  get ms(): number {
    return this.clock.ms;
  }

  /** What ends it if it does not end before: tests, and ms. */
  get budget(): { readonly maxTests?: number; readonly maxMs?: number } {
    return this.work.job;
  }

  watchCandidates(wanted: boolean): void {
    if (this.running) this.thread.watch(wanted);
  }

  /** How it ended, once it has a result. */
  abstract get end(): EndTold | undefined;

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
