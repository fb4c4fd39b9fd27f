/** One run on one document, reduction or isolation: its thread, how far it is, and the result when it is there. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Finished, Isolated } from '../reduction/events';
import type { Outcome, WatchedEvent, Work } from './messages';
import { startThread } from './thread';
import type { WorkerThread } from './thread';

/** What a run is doing, as its user reads it. */
export interface Doing {
  /** `Reducing`, before the file's name. */
  readonly active: string;
  /** `reduced`, after "is being". */
  readonly passive: string;
  /** While there are no figures yet. */
  readonly first: string;
}

/** The events that end a run. */
type Ended = Finished | Isolated;

export abstract class Run<W extends Work = Work, R = unknown> implements vscode.Disposable {
  abstract readonly doing: Doing;

  /** How far it is, or how far it came; undefined as long as nothing is known. */
  abstract readonly extent: string | undefined;

  result: R | undefined;
  running = true;

  /** Rejects with `RunFailed`. */
  readonly ended: Promise<R>;

  /** Committed so far. */
  tests = 0;
  phase = '';

  private readonly thread: WorkerThread<W>;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;
  private began = 0;

  constructor(
    readonly document: vscode.TextDocument,
    work: W,
  ) {
    this.thread = startThread(work, (events) => {
      events.forEach((event) => this.watch(event));
      this.changed.fire(events);
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

  /** Since the search began. */
  get ms(): number {
    return this.began === 0 ? 0 : performance.now() - this.began;
  }

  /** How it ended, once it has a result. */
  abstract get end(): Ended | undefined;

  /** Ends the search; the best result so far follows. */
  stop(): void {
    if (this.running) this.thread.stop();
  }

  dispose(): void {
    this.stop();
    this.changed.dispose();
  }

  /** The result, from what the thread gives and the events before it. */
  protected abstract toResult(outcome: Outcome<W>): R;

  protected watch(event: WatchedEvent): void {
    if (event.event === 'calibrated') this.began = performance.now();
    if (event.event === 'phase') this.phase = event.label;
    if (event.event === 'candidate') this.tests = event.tests;
  }

  private async toEnd(): Promise<R> {
    try {
      this.result = this.toResult(await this.thread.outcome);
      return this.result;
    } finally {
      this.running = false;
    }
  }
}
