/** Whoever starts a worker: it is told of its end, and ends one that does not hear. The workers here are small programs of their own. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { start, type workers } from '../../../src/host/host';
import { OracleError } from '../../../src/oracle/calibration/calibrate';
import { Interrupted } from '../../../src/reduction/controls';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();

/** A thread, also where the tests of a process serve runs in their own. */
const begin: typeof workers.begin = (workerData) => new Worker(join(directory.path, 'worker.js'), { workerData });

/** A run whose worker executes this text, in which `port` is its port. */
function startedWith(text: string) {
  const program = `const { parentPort: port } = require('node:worker_threads');\n${text}`;
  writeFileSync(join(directory.path, 'worker.js'), program);
  const job = { paths: [], assets: directory.path };
  return start<string>(
    { work: { kind: 'find', job }, speaker: 'terminal', bundle: undefined, terminal: {} },
    undefined,
    undefined,
    begin,
  );
}

describe('the host of a run', () => {
  it('ends a worker that does not hear that it must stop', async () => {
    const { outcome, tell } = startedWith('for (;;);');
    tell({ kind: 'stop' });
    await assert.rejects(outcome, Interrupted);
  });

  it('waits for the result of one that hears it', async () => {
    const later = "setTimeout(() => (port.postMessage({ kind: 'result', outcome: 'left' }), port.close()), 4000)";
    const { outcome, tell } = startedWith(`port.on('message', () => (port.postMessage({ kind: 'heard' }), ${later}));`);
    tell({ kind: 'stop' });
    assert.equal(await outcome, 'left');
  });

  it('tells why there is no result, and what the oracle has said', async () => {
    await assert.rejects(startedWith('').outcome, { message: 'The run failed.' });
    await assert.rejects(startedWith("throw new Error('broken');").outcome, { message: 'The run failed: broken' });
    const error = "{ kind: 'error', message: 'no bug', output: 'fine', isOracle: true }";
    await assert.rejects(startedWith(`port.postMessage(${error});`).outcome, (found) => {
      return found instanceof OracleError && found.message === 'no bug' && found.output === 'fine';
    });
  });
});
