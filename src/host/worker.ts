/** Does the work of a run, in a worker, so that whoever has started it only handles messages. */
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type { Content, FileSet } from '../oracle/content';
import { OracleError } from '../oracle/calibration/calibrate';
import { compare } from '../reduction/comparison/compare';
import { Controls } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import { findFolder } from '../reduction/folder/findFolder';
import type { IsolationJob, Job } from '../reduction/job';
import { reduceFiles } from '../reduction/reduceFiles';
import type { Reproduction } from '../reproduction/exportReproduction';
import { fileAt, filesThatMatter } from '../failingTests/changed';
import { isolateAny, reduceAny } from '../failingTests/reduceTest';
import { testFolder } from '../failingTests/testFolder';
import { render } from '../text/source';
import { filesJobOf, isResumable, reduceFolder, reproduce } from './folder';
import type { workers } from './host';
import { Outbox, plain } from './outbox';
import {
  isFolder,
  isolates,
  type FolderJob,
  type FromRun,
  type Given,
  type IsolatedTexts,
  type Reproducing,
  type ToRun,
  type Work,
} from './port';
import { tryText } from './tryText';
import { watchable } from './watchable';

/** Between two best results, ms. */
const bestGapMs = 3000;

/** What comes of it is told through the port. */
export class Serving {
  private readonly controller = new AbortController();
  private readonly controls = new Controls();
  private readonly outbox = new Outbox((batch) => this.send({ kind: 'events', ...batch }));
  private readonly best: Best | undefined;

  constructor(
    private readonly given: Given,
    private readonly port: MessagePort,
  ) {
    const { terminal } = given;
    this.controls.attended = terminal?.isAttended ?? true;
    this.best = terminal?.keepsBest ? new Best((content) => this.send({ kind: 'best', content })) : undefined;
    port.on('message', (message: ToRun) => this.hear(message));
    l10n.config({ contents: given.bundle ?? {} });
    void this.serve();
  }

  private async serve(): Promise<void> {
    const last = await this.outcomeOf(this.given.work).then(
      (outcome): FromRun => ({ kind: 'result', outcome }),
      (error: Error): FromRun => {
        const { output, remedy } = error instanceof OracleError ? error : {};
        return { kind: 'error', message: error.message, output, remedy, isOracle: error instanceof OracleError };
      },
    );
    this.outbox.close();
    this.best?.end(last.kind === 'error');
    this.send(last);
    this.port.close();
  }

  private hear({ kind }: ToRun): void {
    if (kind === 'stop') this.stop();
    else if (kind === 'best') this.best?.flush();
    else this.controls[kind]();
  }

  private readonly onEvent: Listener = (event) => {
    if (this.given.terminal) this.send({ kind: 'events', events: [plain(event)] });
    else this.outbox.add(event);
  };

  private outcomeOf(work: Work): Promise<unknown> {
    const { onEvent, controls, outbox } = this;
    const { signal } = this.controller;
    switch (work.kind) {
      case 'test':
        return testFolder(work.job, signal);
      case 'find':
        return findFolder(work.job.paths);
      case 'resumable':
        return isResumable(work.job, work.at);
      case 'changed':
        return filesThatMatter(work.job, work.at, signal);
      case 'fileAt':
        return fileAt(work.job.file, work.at, signal);
      case 'try':
        return tryText(work.job, work.text, onEvent, signal);
      case 'compare':
        return compare(work.job, work.contenders, { onEvent, signal, controls, round: work.round });
      case 'run': {
        const { job, reproduces } = work;
        if (isFolder(job) && this.given.terminal) return this.filesOf(job, reproduces);
        if (isFolder(job)) return reduceFolder(job, onEvent, signal, controls, (files) => outbox.tellFiles(files));
        return isolates(job) ? this.pairOf(job) : this.textOf(job, reproduces);
      }
    }
  }

  private async filesOf(job: FolderJob, reproduces?: Reproducing): Promise<Reproduction | FileSet> {
    const { onEvent, controls, best } = this;
    const { signal } = this.controller;
    const files = await filesJobOf(job);
    const reduce = (listener: Listener) => reduceFiles(files, listener, signal, controls, { onBest: best?.offer });
    if (reproduces) return reproduce(job.oracle, reproduces, reduce, onEvent, signal);
    return (await reduce(onEvent)).content;
  }

  private async pairOf(job: IsolationJob): Promise<IsolatedTexts> {
    const { encoding } = job.input;
    const { passing, failing } = await isolateAny(job, this.onEvent, this.controller.signal, this.controls, {
      onBest: this.best?.offer,
    });
    return { passing: passing.toString(encoding), failing: failing.toString(encoding) };
  }

  private async textOf(job: Job, reproduces?: Reproducing): Promise<Reproduction | string> {
    const { onEvent, controls, best } = this;
    const { signal } = this.controller;
    const reduce = (listener: Listener) => reduceAny(job, listener, signal, controls, { onBest: best?.offer });
    const control = { controls, stop: () => this.stop() };
    const isWatchable = this.given.terminal && job.input.file !== undefined;
    const shown = (listener: Listener) => (isWatchable ? watchable(job, control, listener, reduce) : reduce(listener));
    if (!reproduces) return render((await shown(onEvent)).text);
    const asFiles = async (listener: Listener) => {
      const { finished, bytes } = await shown(listener);
      return { finished, content: { files: [{ path: job.input.fileName, bytes }] } };
    };
    return reproduce(job.oracle, reproduces, asFiles, onEvent, signal);
  }

  /** The answer tells that no long work keeps the worker from hearing. */
  private stop(): void {
    this.send({ kind: 'heard' });
    this.controller.abort();
  }

  private send(message: FromRun): void {
    this.port.postMessage(message);
  }
}

/** The best result so far: sent every few seconds, as it may be large. */
class Best {
  private latest: (() => Content) | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly post: (content: Content) => void) {}

  readonly offer = (contentOf: () => Content): void => {
    this.latest = contentOf;
    this.timer ??= setTimeout(() => this.flush(), bestGapMs).unref();
  };

  /** The result follows, unless the run has failed. */
  end(hasFailed: boolean): void {
    clearTimeout(this.timer);
    if (hasFailed) this.flush();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.latest) this.post(this.latest());
    this.latest = undefined;
  }
}

/** Does the work in this thread, where it may ask functions. It hears messages between two tests, and cannot be terminated. */
export function serveHere(given: Given): ReturnType<typeof workers.begin> {
  const { port1, port2 } = new MessageChannel();
  new Serving(given, port2);
  port1.on('close', () => port1.emit('exit', 0));
  return Object.assign(port1 as Pick<Worker, 'on' | 'postMessage'> & MessagePort, {
    terminate: () => Promise.resolve(0),
  });
}
