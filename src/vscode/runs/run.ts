/** One run, on a document or on several files: its thread, its progress and its result. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import { Clock } from '../../reduction/clock';
import type { EndTold } from '../../reduction/events/events';
import type { JobChange } from '../../reduction/job';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { Batch, RunJob, Verb, WatchedEvent } from '../../host/port';
import { startThread } from '../thread';
import { Figures } from './figures';
import type { Made, Target } from './jobs';

/** Words about a run. */
export interface Doing {
  /** `Reducing crash.js` */
  readonly title: string;
  /** Why no other run may begin on the file. */
  readonly busy: string;
  /** Shown before there are figures. */
  readonly first: string;
}

/** The oracle: the name of a task, or a recipe for one. */
export type Named = Pick<ChosenOracle, 'recipe' | 'task' | 'learned' | 'edit' | 'onRule'>;

export abstract class Run<R = unknown, O = unknown> implements vscode.Disposable {
  abstract readonly doing: Doing;

  /** Sizes in words; undefined while nothing is known. */
  abstract readonly extent: string | undefined;

  result: R | undefined;
  running = true;
  paused = false;
  /** Why it has paused itself: one sentence with the remedy. */
  problem: string | undefined;

  /** The test is not reliable. */
  doubt: Doubt | undefined;

  /** Rejects with `RunFailed`. */
  readonly ended: Promise<R>;

  /** Committed so far, and before the run was resumed. */
  tests = 0;
  earlierTests = 0;
  phase = '';

  /** Unique. */
  readonly startedAt = performance.now();

  /** Of its commands, once they are settled. */
  rules: readonly SettledRule[] = [];

  /** Its files change while candidates are tested in their places. */
  readonly inPlace: boolean;

  private readonly thread;
  private readonly changed = new vscode.EventEmitter<readonly WatchedEvent[]>();
  /** Batches of events, at most 15 a second. */
  readonly onEvents = this.changed.event;
  readonly figures = new Figures();
  private readonly clock = new Clock();
  private told: EndTold | undefined;

  constructor(
    readonly uri: vscode.Uri,
    readonly made: Made,
    readonly named: Named,
  ) {
    this.inPlace = made.job.tests.place === inPlace.name;
    const onBatch = ({ events, files }: Batch) => {
      if (files) this.read(files);
      events.forEach((event) => this.watch(event));
      if (events.length > 0) this.changed.fire(events);
    };
    this.thread = made.elsewhere?.<O>(onBatch) ?? startThread<O>({ kind: 'run', job: this.job }, onBatch);
    this.ended = this.toEnd();
  }

  /** Set with the result. */
  abstract get end(): EndTold | undefined;

  get job(): RunJob {
    return this.made.job;
  }

  get name(): string {
    return basename(this.uri.path);
  }

  /** Does it work on this file? */
  covers(uri: vscode.Uri): boolean {
    return uri.toString() === this.uri.toString();
  }

  /** The documents of its files that VS Code has opened. */
  abstract get documents(): readonly vscode.TextDocument[];

  /** What it works on as it is now, for another run. Throws `Problem` if that is not the same. */
  abstract renewed(): Promise<Target>;

  /** The rule that was learned from the first failure, by this run or by one before it. */
  get learned(): SettledRule | undefined {
    return this.rules.find(({ learned }) => learned) ?? this.named.learned;
  }

  /** Time of the search, without pauses. */
  get ms(): number {
    return this.clock.ms;
  }

  /** The best result so far follows. */
  stop(): void {
    this.say('stop');
  }

  /** Tests that a running search expects to need still, if that can be said. */
  get testsExpected(): number | undefined {
    return this.running && !this.paused ? this.figures.testsExpected(this.tests) : undefined;
  }

  /** The time that those take at the pace so far. */
  get msExpected(): number | undefined {
    const tests = this.tests - this.earlierTests;
    return this.testsExpected === undefined || tests === 0 ? undefined : (this.testsExpected * this.ms) / tests;
  }

  /** The next tests will gain little: the result so far is worth a look. Once true, it stays so. */
  get isGoodEnough(): boolean {
    return this.figures.isGoodEnough;
  }

  say(kind: Verb): void {
    if (this.running) this.thread.tell({ kind });
  }

  dispose(): void {
    if (!this.made.elsewhere) this.stop();
    this.changed.dispose();
  }

  /** `told`: the last event. */
  protected abstract toResult(outcome: O, told: EndTold): R;

  /** Digests of several files, by their paths. */
  protected read(_files: NonNullable<Batch['files']>): void {}

  protected watch(event: WatchedEvent): void {
    if (event.event === 'calibrated') this.rules = event.rules;
    if (event.event === 'calibrated' && !this.paused) this.clock.start();
    if (event.event === 'paused') this.setPaused(true, event.problem);
    if (event.event === 'resumed') this.setPaused(false);
    if (event.event === 'resumed' && this.tests === 0) this.earlierTests = this.tests = event.tests;
    if (event.event === 'phase') this.phase = event.label;
    if (event.event === 'candidate') this.tests = event.tests;
    if (event.event === 'finished' || event.event === 'isolated') this.told = event;
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
      return (this.result = this.toResult(await this.thread.outcome, this.told!));
    } finally {
      this.running = false;
      this.clock.stop();
    }
  }
}

/** A change with which a run starts over. */
export interface Help {
  readonly title: string;
  readonly change: JobChange;
}

/** One sentence, and the remedy; `begin` starts the run over with it. */
export interface Doubt {
  readonly message: string;
  readonly help?: Help;
  readonly begin: () => unknown;
}
