/** The program of a run's worker, so that whoever has started it only handles messages. */
import { parentPort, workerData } from 'node:worker_threads';
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

const port = parentPort!;
const controller = new AbortController();
const { signal } = controller;
const controls = new Controls();
const outbox = new Outbox((batch) => send({ kind: 'events', ...batch }));
const { work, bundle, terminal } = workerData as Given;
controls.attended = !terminal;
let isFinished = false;
const best = terminal?.best && new BestSoFar(terminal.best.input, terminal.best.name, tellKept);
const onBest = best?.offer;

/** A terminal gets each event at once, as plain data. */
const onEvent: Listener = (event) => {
  isFinished ||= event.event === 'finished';
  if (!terminal) return outbox.add(event);
  if (event.event !== 'accepted') return send({ kind: 'told', event });
  const { text: _, ...plain } = event;
  const changes = event.text ? undefined : event.changes.map(({ text: _text, ...change }) => change);
  send({ kind: 'told', event: { ...plain, ...(changes && { changes }) } });
};

port.on('message', (message: ToRun) => {
  if (message.kind === 'stop') stop();
  else if (message.kind === 'attend') controls.attended = true;
  else if (message.kind === 'keep') void keep();
  else if (message.kind === 'drop') void drop();
  else controls[message.kind]();
});

l10n.config({ contents: bundle ?? {} });
void outcomeOf(work)
  .then(
    (outcome): FromRun => ({ kind: 'result', outcome }),
    (error: Error): FromRun => {
      const { output, remedy } = error instanceof OracleError ? error : {};
      return { kind: 'error', message: error.message, output, remedy, isOracle: error instanceof OracleError };
    },
  )
  .then((last) => {
    outbox.close();
    send(last);
    if (!best) port.close();
  });

function outcomeOf(given: Work): Promise<unknown> {
  switch (given.kind) {
    case 'test':
      return testFolder(given.job, signal);
    case 'find':
      return findFolder(given.job.paths);
    case 'resumable':
      return isResumable(given.job, given.at);
    case 'changed':
      return filesThatMatter(given.job, given.at, signal);
    case 'fileAt':
      return fileAt(given.job.file, given.at, signal);
    case 'compare':
      return compare(given.job, given.contenders, { onEvent, signal, controls, round: given.round });
    case 'files':
      return reduceFiles(given.job, onEvent, signal, controls, { onBest }).then(({ content }) => content);
    case 'run':
      return isFolder(given.job)
        ? reduceFolder(given.job, onEvent, signal, controls, (files) => outbox.tellFiles(files))
        : textsOf(given.job);
  }
}

/** The text of a reduction, or both texts of an isolation. */
async function textsOf(job: DocumentRunJob): Promise<unknown> {
  if (isolates(job)) {
    const { encoding } = job.input;
    const { passing, failing } = await isolateAny(job, onEvent, signal, controls, {
      onBest: onBest && ((closest) => onBest(() => pairOf(closest()))),
    });
    return { passing: passing.toString(encoding), failing: failing.toString(encoding) };
  }
  const reduce = (listener: Listener) => reduceAny(job, listener, signal, controls, { onBest });
  const isWatchable = terminal && job.input.file !== undefined;
  const { text } = await (isWatchable ? watchable(job, { controls, stop }, onEvent, reduce) : reduce(onEvent));
  return render(text);
}

/** As files with the names that the results will have. */
function pairOf(pair: IsolatedPair): FileSet {
  const { passing, failing } = terminal!.names!;
  return {
    files: [
      { path: passing, bytes: pair.passing },
      { path: failing, bytes: pair.failing },
    ],
  };
}

/** The answer tells that no long work keeps the worker from hearing. */
function stop(): void {
  send({ kind: 'heard' });
  controller.abort();
}

function tellKept(path: string): void {
  if (!isFinished) onEvent({ event: 'notice', message: `The best result so far is kept in ${path}.` });
}

/** The last messages of a run whose best result is on disk: the result could not be written, or it was. */
async function keep(): Promise<void> {
  send({ kind: 'kept', path: await best?.keep() });
  port.close();
}

async function drop(): Promise<void> {
  await best?.drop();
  send({ kind: 'kept' });
  port.close();
}

function send(message: FromRun): void {
  port.postMessage(message);
}
