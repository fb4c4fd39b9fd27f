/** The thread of a run speaks the language of the window that has started it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FromRun, Given } from '../../../src/host/port';
import { jobWith } from '../../support/jobs';
import { isOneSentence, pseudoBundle } from '../../support/pseudo';

/** What a thread says of a file without text. */
async function saidWith(bundle: Given['bundle']): Promise<string> {
  const job = jobWith({ text: '', fileName: 'crash.js' });
  const worker = new Worker('./dist/worker.js', {
    workerData: { work: { kind: 'run', job }, speaker: 'terminal', bundle } satisfies Given,
  });
  const ended = once(worker, 'exit');
  const said: FromRun[] = [];
  worker.on('message', (message: FromRun) => said.push(message));
  await ended;
  const last = said.at(-1);
  assert.ok(last?.kind === 'error', JSON.stringify(said));
  return last.message;
}

describe('the thread of a run', () => {
  it('says what it has to say in the language of the window', async () => {
    const message = await saidWith(pseudoBundle);
    assert.ok(isOneSentence(message), message);
    assert.match(message, /crash\.js is empty/);
  });

  it('says it in English if there is no other', async () => {
    assert.equal(await saidWith(undefined), 'crash.js is empty: there is nothing to reduce.');
  });
});
