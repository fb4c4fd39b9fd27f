/** The program of a run's worker, so that whoever has started it only handles messages. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type { FileSet } from '../oracle/content';
import { OracleError } from '../oracle/calibration/calibrate';
import { compare } from '../reduction/comparison/compare';
import { Controls } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import type { IsolatedPair } from '../reduction/isolate';
import { findFolder } from '../reduction/folder/findFolder';
import { reduceFiles } from '../reduction/reduceFiles';
import { fileAt, filesThatMatter } from '../failingTests/changed';
import { isolateAny } from '../failingTests/isolateTest';
import { testFolder } from '../failingTests/testFolder';
import { reduceAny } from '../failingTests/reduceTest';
import { render } from '../text/source';
import { BestSoFar } from './bestSoFar';
import { isResumable, reduceFolder } from './folder';
import { Outbox } from './outbox';
import { isFolder, isolates, type DocumentRunJob, type FromRun, type Given, type ToRun, type Work } from './port';
import { watchable } from './watchable';

/** Does the work of a run, which is told through the port. */
export class Serving {
  private readonly controller = new AbortController();
  private readonly controls = new Controls();
  private readonly outbox = new Outbox((batch) => this.send({ kind: 'events', ...batch }));
  private readonly best: BestSoFar | undefined;
  private isFinished = false;

  constructor(
    private readonly given: Given,
    private readonly port: MessagePort,
  ) {
    const { terminal } = given;
    this.controls.attended = !terminal;
    this.best = terminal?.best && new BestSoFar(terminal.best.input, terminal.best.name, (path) => this.tellKept(path));
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
    this.send(last);
    if (!this.best) this.port.close();
  }

  private hear({ kind }: ToRun): void {
    if (kind === 'stop') this.stop();
    else if (kind === 'attend') this.controls.attended = true;
    else if (kind === 'keep' || kind === 'drop') void this.end(kind);
    else this.controls[kind]();
  }

  /** A terminal gets each event at once, as plain data. */
  private readonly onEvent: Listener = (event) => {
    this.isFinished ||= event.event === 'finished';
    if (!this.given.terminal) return this.outbox.add(event);
    if (event.event !== 'accepted') return this.send({ kind: 'told', event });
    const { text: _, ...plain } = event;
    const changes = event.text ? undefined : event.changes.map(({ text: _text, ...change }) => change);
    this.send({ kind: 'told', event: { ...plain, ...(changes && { changes }) } });
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
      case 'compare':
        return compare(work.job, work.contenders, { onEvent, signal, controls, round: work.round });
      case 'files':
        return reduceFiles(work.job, onEvent, signal, controls, { onBest: this.best?.offer }).then(
          ({ content }) => content,
        );
      case 'run':
        return isFolder(work.job)
          ? reduceFolder(work.job, onEvent, signal, controls, (files) => outbox.tellFiles(files))
          : this.textsOf(work.job);
    }
  }

  /** The text of a reduction, or both texts of an isolation. */
  private async textsOf(job: DocumentRunJob): Promise<unknown> {
    const { onEvent, controls } = this;
    const { signal } = this.controller;
    const onBest = this.best?.offer;
    if (isolates(job)) {
      const { encoding } = job.input;
      const { passing, failing } = await isolateAny(job, onEvent, signal, controls, {
        onBest: onBest && ((closest) => onBest(() => this.pairOf(closest()))),
      });
      return { passing: passing.toString(encoding), failing: failing.toString(encoding) };
    }
    const reduce = (listener: Listener) => reduceAny(job, listener, signal, controls, { onBest });
    const isWatchable = this.given.terminal && job.input.file !== undefined;
    const control = { controls, stop: () => this.stop() };
    const { text } = await (isWatchable ? watchable(job, control, onEvent, reduce) : reduce(onEvent));
    return render(text);
  }

  /** As files with the names that the results will have. */
  private pairOf(pair: IsolatedPair): FileSet {
    const { passing, failing } = this.given.terminal!.names!;
    return {
      files: [
        { path: passing, bytes: pair.passing },
        { path: failing, bytes: pair.failing },
      ],
    };
  }

  /** The answer tells that no long work keeps the worker from hearing. */
  private stop(): void {
    this.send({ kind: 'heard' });
    this.controller.abort();
  }

  private tellKept(path: string): void {
    if (this.isFinished) return;
    this.onEvent({ event: 'notice', message: `The best result so far is kept in ${path}.` });
  }

  /** The last message of a run whose best result is on disk: the result could not be written, or it was. */
  private async end(how: 'keep' | 'drop'): Promise<void> {
    const path = how === 'keep' ? await this.best?.keep() : await this.best?.drop();
    this.send({ kind: 'kept', ...(path !== undefined && { path }) });
    this.port.close();
  }

  private send(message: FromRun): void {
    this.port.postMessage(message);
  }
}

if (parentPort) new Serving(workerData as Given, parentPort);
