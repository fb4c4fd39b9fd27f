/** The thread of a run, so that the extension host only handles batches of events. */
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { OracleError } from '../../oracle/calibration/calibrate';
import { Controls } from '../../reduction/controls';
import { findFolder, type FoundFolder } from '../../reduction/folder/findFolder';
import { fileAt, filesThatMatter, type FileAt } from '../../failingTests/changed';
import { isolateAny } from '../../failingTests/isolateTest';
import { testFolder, type TestFolder } from '../../failingTests/testFolder';
import { reduceAny } from '../../failingTests/reduceTest';
import { render } from '../../text/source';
import {
  isFolder,
  isolates,
  type FolderOutcome,
  type FromRun,
  type Given,
  type IsolatedTexts,
  type RunJob,
  type ToRun,
  type Work,
} from './messages';
import { isResumable, reduceFolder } from './folder';
import { Outbox } from '../../reduction/watching/outbox';

const port = parentPort!;
const controller = new AbortController();
const controls = new Controls();
controls.attended = true;
const outbox = new Outbox((batch) => send({ kind: 'events', ...batch }));

port.on('message', (message: ToRun) => {
  if (message.kind === 'stop') controller.abort();
  else controls[message.kind]();
});

const { work, bundle } = workerData as Given;
l10n.config({ contents: bundle ?? {} });
void done(work)
  .then(
    (outcome): FromRun => ({ kind: 'result', outcome }),
    (error: Error): FromRun => {
      const { output, remedy } = error instanceof OracleError ? error : {};
      return { kind: 'error', message: error.message, output, remedy };
    },
  )
  .then((last) => {
    outbox.close();
    send(last);
    port.close();
  });

function done(
  work: Work,
): Promise<Outcome | FileAt | FoundFolder | TestFolder | readonly string[] | boolean | undefined> {
  if (work.kind === 'test') return testFolder(work.job, controller.signal);
  if (work.kind === 'find') return findFolder(work.job.paths);
  if (work.kind === 'resumable') return isResumable(work.job, work.at);
  if (work.kind === 'changed') return filesThatMatter(work.job, work.at, controller.signal);
  if (work.kind === 'fileAt') return fileAt(work.job.file, work.at, controller.signal);
  return resultOf(work.job);
}

type Outcome = string | IsolatedTexts | FolderOutcome;

async function resultOf(job: RunJob): Promise<Outcome> {
  const onEvent = outbox.add.bind(outbox);
  if (isFolder(job)) {
    return reduceFolder(job, onEvent, controller.signal, controls, (files) => outbox.tellFiles(files));
  }
  if (!isolates(job)) {
    return render((await reduceAny(job, onEvent, controller.signal, controls)).text);
  }
  const { encoding } = job.input;
  const { passing, failing } = await isolateAny(job, onEvent, controller.signal, controls);
  return { passing: passing.toString(encoding), failing: failing.toString(encoding) };
}

function send(message: FromRun): void {
  port.postMessage(message);
}
