/** The thread in which a reduction or an isolation runs, so that the extension host only sees batches of events. */
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { OracleError } from '../../oracle/calibration/calibrate';
import { Controls } from '../../reduction/controls';
import { isolate } from '../../reduction/isolate';
import { reduceAny } from '../../failingTests/reduceTest';
import { render } from '../../text/source';
import type { FromWorker, Given, Outcome, ToWorker, Work } from './messages';
import { elementRows } from './elementRows';
import { Outbox } from './outbox';

const port = parentPort!;
const controller = new AbortController();
const controls = new Controls();
controls.attended = true;
const outbox = new Outbox((batch) => send({ kind: 'events', ...batch }));

port.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') controller.abort();
  else if (message.kind === 'watch') outbox.tellCandidates(message.candidates);
  else controls[message.kind]();
});

const { work: task, bundle } = workerData as Given;
l10n.config({ contents: bundle ?? {} });
void work(task);

async function work(given: Work): Promise<void> {
  try {
    const outcome = await done(given);
    outbox.close();
    send({ kind: 'result', outcome });
  } catch (error) {
    outbox.close();
    const { output, remedy } = error instanceof OracleError ? error : {};
    send({ kind: 'error', message: (error as Error).message, output, remedy });
  } finally {
    port.close();
  }
}

async function done(given: Work): Promise<Outcome<Work>> {
  const { kind, job } = given;
  const onEvent = outbox.add.bind(outbox);
  const onTest = outbox.testing.bind(outbox);
  if (kind === 'reduce') return render((await reduceAny(job, onEvent, controller.signal, controls, { onTest })).text);
  if (kind === 'elements') return elementRows(job);
  const { passing, failing } = await isolate(job, onEvent, controller.signal, controls, {
    onTest: ({ candidate, known }) => onTest(candidate, known().failing),
  });
  return { passing: passing.toString(job.encoding), failing: failing.toString(job.encoding) };
}

function send(message: FromWorker<Work>): void {
  port.postMessage(message);
}
