/** One run, on a document or on several files: what it is made of, its thread, its progress and its result. */
import { basename } from 'node:path';
import { foldersUp } from '../../oracle/places/roots';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { HostedRun } from '../../host/host';
import type {
  Batch,
  FileRemoval,
  FolderOutcome,
  IsolatedTexts,
  RunJob,
  Removal,
  Verb,
  WatchedEvent,
} from '../../host/port';
import type { Speaker } from '../../options/spelling';
import { type State, Progress } from '../../reduction/events/runState';
import type { About } from './head';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import type { FailureRule } from '../../oracle/judging/failureRule';
import type { Calibrated, EndTold } from '../../reduction/events/events';
import { has } from '../../runners/testFile';
import { digest } from '../../text/encoding';
import type { Named } from '../oracles/taskOracle';
import { startThread } from '../thread';

/** A document, or a folder. */
export interface Target {
  readonly uri: vscode.Uri;
}

/** What a run is made of. */
export interface Made<J extends RunJob = RunJob> {
  readonly job: J;
  /** Of an isolation: the address of the file that passes; unset for the empty file. */
  readonly passing?: string;
  readonly elsewhere?: Elsewhere;
  /** The window, if unset. */
  readonly speaker?: Speaker;
}

/** The part of a run's state that is kept on disk. */
export interface KeptState extends State {
  readonly about: About;
}

/** The run is under way in a terminal, and goes on without this window; or the history keeps it. */
export interface Elsewhere {
  start<O>(onBatch: (batch: Batch) => void): HostedRun<O>;
  /** Of a kept run: its end, and what is gone of its files. */
  readonly state?: KeptState;
  readonly removals?: readonly FileRemoval[];
}

/** What a thread ends with: byte order marks included. */
export type Outcome = string | IsolatedTexts | FolderOutcome;

export abstract class Run<J extends RunJob = RunJob, O extends object = object, E extends EndTold = EndTold>
  extends Progress
  implements vscode.Disposable
{
  /** For the callers of commands. */
  result: (O & { readonly finished: E }) | undefined;
  outcome: Outcome | undefined;

  about: About;

  /** Rejects with `RunFailed`. */
  readonly ended: Promise<this['result']>;

  /** Unique. */
  readonly startedAt = performance.now();

  /** Files that are not as they were, by their names in `paths`. */
  readonly removals = new Map<string, FileRemoval>();
  /** Of the texts that the run has begun with, by these names. */
  protected digests: Readonly<Record<string, string>> = {};
  private told: EndTold | undefined;
  private readonly thread;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;

  /** `paths`: the names of its files by their addresses: a path in the folder, or the name of the document. */
  constructor(
    readonly uri: vscode.Uri,
    readonly made: Made<J>,
    readonly named: Named,
    readonly paths: ReadonlyMap<string, string>,
  ) {
    super();
    this.about = { typed: named.recipe?.command, ...named.about };
    const { elsewhere } = made;
    Object.assign(this, elsewhere?.state);
    this.remove(elsewhere?.removals ?? []);
    const onBatch = ({ events, files }: Batch) => {
      if (files) this.digests = files;
      events.forEach((event) => this.watch(event));
      if (events.length > 0) this.changed.fire(events);
    };
    this.thread =
      elsewhere?.start<Outcome>(onBatch) ?? startThread<Outcome>({ kind: 'run', job: this.job }, onBatch, made.speaker);
    this.ended = this.toEnd();
  }

  get job(): J {
    return this.made.job;
  }

  /** Its tests run in no thread of this window. */
  get isElsewhere(): boolean {
    return this.made.elsewhere !== undefined;
  }

  /** What its tests say can be seen here. */
  get isWatchable(): boolean {
    return !this.isElsewhere && this.job.oracle.kind !== 'workers';
  }

  /** Shown before there are figures. */
  get first(): string {
    return [this.named.recipe?.runner, l10n.t('testing the original')].filter(Boolean).join(': ');
  }

  /** Its files change while candidates are tested in their places. */
  get inPlace(): boolean {
    return this.job.tests.place === inPlace.name;
  }

  get name(): string {
    return basename(this.uri.path);
  }

  /** Does it work on this file? */
  covers(uri: vscode.Uri): boolean {
    return uri.toString() === this.uri.toString() || this.paths.has(uri.toString());
  }

  /** The documents of its files that VS Code has opened. */
  get documents(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(({ uri }) => this.paths.has(uri.toString()));
  }

  /** What it works on as it is now, for another run. Throws `Problem` if that is not the same. */
  abstract renewed(): Promise<Target>;

  /** The rule that was learned from the first failure, by this run or by one before it, if the run can start over with another. */
  get learned(): SettledRule | undefined {
    if (this.made.elsewhere?.state) return undefined;
    return this.rules.find(({ learned }) => learned) ?? this.named.learned;
  }

  /** The best result so far follows. */
  stop(): void {
    this.say('stop');
  }

  say(kind: Verb): void {
    if (this.running) this.thread.tell({ kind });
  }

  dispose(): void {
    if (!this.isElsewhere) this.stop();
    this.changed.dispose();
  }

  /** What is gone of a document of its; undefined if that was edited since the run began. */
  removalIn(document: vscode.TextDocument): Removal | undefined {
    if (!this.isOriginal(document)) return undefined;
    const removal = this.removals.get(this.pathOf(document)!) ?? untouched;
    return removal.gone ? { removed: [{ start: 0, end: document.getText().length }], inserted: [] } : removal;
  }

  /** Is its text the one that the run has begun with? */
  isOriginal(document: vscode.TextDocument): boolean {
    const path = this.pathOf(document);
    return path !== undefined && this.wasRead(path, document.getText());
  }

  /** The same of a text without a byte order mark. */
  wasRead(path: string, text: string): boolean {
    return digest(text) === this.digests[path];
  }

  protected resultOf(outcome: Outcome): O {
    return outcome as O & object;
  }

  /** A batch of events has made these files smaller. */
  protected stepped(_changes: readonly FileRemoval[], _at: { readonly tests: number; readonly tokens: number }): void {}

  /** Where this failure is: the file, and the line if there is only one like it. */
  protected placeOf({ file }: FailureRule): string {
    return file;
  }

  /** The result is this. */
  protected finish(outcome: Outcome, end: EndTold): this['result'] {
    this.outcome = outcome;
    this.end = end;
    return (this.result = { ...this.resultOf(outcome), finished: end as E });
  }

  private watch(event: WatchedEvent): void {
    this.add(event);
    if (event.event === 'calibrated') this.about = { ...this.about, ...this.learnedFrom(event) };
    if (event.event === 'finished' || event.event === 'isolated') this.told = event;
    if (event.event !== 'accepted' || !event.changes) return;
    const changes = event.changes as readonly FileRemoval[];
    this.remove(changes);
    this.stepped(changes, event);
  }

  private learnedFrom({ rules, held, runs }: Calibrated): About {
    const { oracle, tests } = this.job;
    const failure = rules.flatMap(({ rule }) => rule.failure ?? [])[0];
    const place = failure && this.placeOf(failure);
    const folders = foldersUp(this.uri.fsPath);
    const git = oracle.kind === 'test' ? folders.some((folder) => has(folder, '.git')) : undefined;
    return { shown: { held, runs }, repeats: (tests.runs ?? (held < runs ? Infinity : 1)) > 1, place, git };
  }

  /** A file that git ignores was taken along: nobody could bring it back. */
  private remove(changes: readonly FileRemoval[]): void {
    const given = new Set(this.paths.values());
    for (const change of changes.filter(({ file }) => given.has(file))) {
      const isChanged = change.gone || change.removed.length + change.inserted.length > 0;
      if (isChanged) this.removals.set(change.file, change);
      else this.removals.delete(change.file);
    }
  }

  private pathOf({ uri }: vscode.TextDocument): string | undefined {
    return this.paths.get(uri.toString());
  }

  private async toEnd(): Promise<this['result']> {
    try {
      const outcome = await this.thread.outcome;
      return this.finish(outcome, (this.told ?? this.end)!);
    } finally {
      this.running = false;
      this.clock.stop();
    }
  }
}

const untouched: FileRemoval = { file: '', removed: [], inserted: [], gone: false };
