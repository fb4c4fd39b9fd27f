/** Does the work of a run, in a worker, so that whoever has started it only handles messages. */
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { type Content, isFileSet } from '../oracle/content';
import { spelled } from '../options/spelling';
import { OracleError } from '../oracle/calibration/calibrate';
import { compare } from '../reduction/comparison/compare';
import { Controls } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import { findFolder } from '../reduction/folder/findFolder';
import { type AnyJob, isolates } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import { fileAt, whyFails } from '../failingTests/changed';
import { smallestOrder } from '../failingTests/order';
import { prepare } from '../failingTests/reduceTest';
import { testFolder } from '../failingTests/testFolder';
import { type Reducing, digestsOf, filesJobOf, isResumable, reproduce, writtenFolder } from './folder';
import type { workers } from './host';
import { Outbox, plain } from './outbox';
import type { Reproducing } from '../reproduction/command';
import { type FromRun, type Given, type RunJob, type ToRun, type Work, isFolder } from './port';
import { versionsOf } from '../runners/programs';
import { tryText } from './tryText';
import { Windows } from './watchable';
import type { Signal } from '../oracle/functions/propertyFunction';
import { plainEncoding } from '../text/encoding';

/** Between two best results, ms. */
const bestGapMs = 3000;

/** Fields that are sentences, or have some. */
const toldFields = ['message', 'problem', 'notice', 'row'];

export class Serving {
  private readonly controller = new AbortController();
  private readonly controls = new Controls();
  private readonly outbox = new Outbox((batch) => this.send({ kind: 'events', ...batch }));
  private readonly best: Best | undefined;
  private windows: Windows | undefined;

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
      (outcome): FromRun => ({ kind: 'result', outcome: this.told(outcome) }),
      (error: Error): FromRun => {
        const isOracle = error instanceof OracleError;
        const { output, remedy } = isOracle ? error : {};
        return { kind: 'error', message: spelled(error.message, this.given.speaker), output, remedy, isOracle };
      },
    );
    await this.windows?.end(last);
    this.outbox.close();
    this.best?.end(last.kind === 'error');
    this.send(last);
    this.port.close();
  }

  hear({ kind }: ToRun): void {
    if (kind === 'stop') {
      // The answer tells that no long work keeps the worker from hearing.
      this.send({ kind: 'heard' });
      this.controller.abort();
    } else if (kind === 'best') this.best?.flush();
    else this.controls[kind]();
  }

  private readonly onEvent: Listener = (given) => {
    const event = this.told(given);
    this.windows?.add(event);
    if (this.given.terminal) this.send({ kind: 'events', events: [plain(event)] });
    else this.outbox.add(event);
  };

  private outcomeOf(work: Work): Promise<unknown> {
    const { onEvent, controls } = this;
    const { signal } = this.controller;
    switch (work.kind) {
      case 'test':
        return testFolder(work.job, signal);
      case 'find':
        return findFolder(work.job.paths);
      case 'resumable':
        return isResumable(work.job, work.at);
      case 'fileAt':
        return fileAt(work.job.file, work.at, signal);
      case 'versions':
        return versionsOf(work.job.line, work.job.cwd, signal);
      case 'try':
        return tryText(work.job, work.text, onEvent, signal);
      case 'compare':
        return compare(work.job, work.contenders, { onEvent, signal, controls, round: work.round });
      case 'why':
        return whyFails(work.job, work.small, signal);
      case 'order':
        return smallestOrder(work.job, onEvent, signal, controls);
      case 'run':
        return this.run(work.job, work.reproduces);
    }
  }

  private async run(job: RunJob, reproduces?: Reproducing): Promise<unknown> {
    const { onEvent, controls, best } = this;
    const { signal } = this.controller;
    const { terminal } = this.given;
    const files = isFolder(job) ? await filesJobOf(job) : undefined;
    if (files && !terminal) this.outbox.tellFiles(digestsOf(files));
    if (!isFolder(job) && !isolates(job) && terminal && job.input.file !== undefined) {
      this.windows = new Windows(job, (message) => this.hear(message));
      await this.windows.listen();
    }
    const start: Reducing = async (listener) => {
      const watching = { onBest: best?.offer, prepare };
      const found = await reduce(files ?? (job as AnyJob), listener, signal, controls, watching);
      await this.windows?.end({ kind: 'result', outcome: textOf(found.content, job) });
      return found;
    };
    if (isFolder(job) && !terminal) return writtenFolder(job, start, onEvent, signal);
    if (reproduces) return reproduce(job.oracle, reproduces, start, onEvent, signal);
    const { content, passing } = await start(onEvent);
    return passing ? { passing: textOf(passing, job), failing: textOf(content, job) } : textOf(content, job);
  }

  /** With the sentences of an event, of rows, or of an outcome, in the words of those who have started the run. */
  private told<T>(given: T): T {
    if (Array.isArray(given)) return given.map((one) => this.told<unknown>(one)) as T;
    if (typeof given !== 'object' || given === null) return given;
    const { speaker } = this.given;
    const told = (value: unknown) => (typeof value === 'string' ? spelled(value, speaker) : this.told(value));
    const all = Object.entries(given).flatMap(([key, value]) => (toldFields.includes(key) ? [[key, told(value)]] : []));
    return all.length === 0 ? given : { ...given, ...(Object.fromEntries(all) as Partial<T>) };
  }

  private send(message: FromRun): void {
    this.port.postMessage(message);
  }
}

/** Byte order mark included; the files of a folder are told as they are. */
function textOf(content: Content, { input }: RunJob): unknown {
  return isFileSet(content) || !('encoding' in input)
    ? content
    : Buffer.from(content).toString(plainEncoding(input.encoding));
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

/** Does the work in this thread, where it may ask functions. It hears messages between two tests, the signal at once, and cannot be terminated. */
export function serveHere(given: Given, signal?: Signal): ReturnType<typeof workers.begin> {
  const { port1, port2 } = new MessageChannel();
  const serving = new Serving(given, port2);
  const stop = () => serving.hear({ kind: 'stop' });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  port1.on('close', () => {
    signal?.removeEventListener('abort', stop);
    port1.emit('exit', 0);
  });
  return Object.assign(port1 as Pick<Worker, 'on' | 'postMessage'> & MessagePort, {
    terminate: () => Promise.resolve(0),
  });
}
