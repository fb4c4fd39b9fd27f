/** One reduction of one document: from the thread's events to what the window shows, and the result when it is there. */
import * as vscode from 'vscode';
import type { Finished } from '../reduction/events';
import type { Job } from '../reduction/job';
import type { WatchedEvent } from './messages';
import { startThread } from './thread';
import type { ReductionThread } from './thread';

/** Where it stands, for status bar and progress. */
export interface Figures {
  readonly tokensBefore: number;
  readonly tokens: number;
  readonly tests: number;
  /** Since the search began, ms. */
  readonly ms: number;
  readonly phase: string;
}

export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

export class Reduction implements vscode.Disposable {
  /** The document's text when the reduction began. */
  readonly originalText: string;
  /** The document was edited while it was being reduced, and the user was told. */
  outdated = false;
  result: ReductionResult | undefined;
  running = true;

  /** Rejects with `ReductionFailed`. */
  readonly ended: Promise<ReductionResult>;

  private readonly thread: ReductionThread;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;
  private figures: Figures = { tokensBefore: 0, tokens: 0, tests: 0, ms: 0, phase: '' };
  private began = 0;
  private finished: Finished | undefined;

  /** `markLength`: UTF-16 units of the file's byte order mark, which the document does not have. */
  constructor(
    readonly document: vscode.TextDocument,
    job: Job,
    readonly markLength: number,
  ) {
    this.originalText = document.getText();
    this.thread = startThread(job, (events) => this.watch(events));
    this.ended = this.toEnd();
  }

  get now(): Figures {
    return { ...this.figures, ms: this.began === 0 ? 0 : performance.now() - this.began };
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** The document as it is now: VS Code may have closed it and opened it anew. */
  async current(): Promise<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(this.uri);
  }

  /** Ends the search; the best result so far follows. */
  stop(): void {
    if (this.running) this.thread.stop();
  }

  dispose(): void {
    this.stop();
    this.changed.dispose();
  }

  private async toEnd(): Promise<ReductionResult> {
    try {
      const text = await this.thread.result;
      this.result = { finished: this.finished!, text: text.slice(this.markLength) };
      return this.result;
    } finally {
      this.running = false;
    }
  }

  private watch(events: readonly WatchedEvent[]): void {
    for (const event of events) {
      if (event.event === 'started')
        this.figures = { ...this.figures, tokensBefore: event.tokens, tokens: event.tokens };
      if (event.event === 'calibrated') this.began = performance.now();
      if (event.event === 'phase') this.figures = { ...this.figures, phase: event.label };
      if (event.event === 'candidate') this.figures = { ...this.figures, tests: event.tests };
      if (event.event === 'shrunk') this.figures = { ...this.figures, tokens: event.tokens };
      if (event.event === 'finished') this.finished = event;
    }
    this.changed.fire(events);
  }
}
