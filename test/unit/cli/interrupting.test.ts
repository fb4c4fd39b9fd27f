import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doingUntilInterrupted } from '../../../src/cli/interrupting';
import { Interrupted } from '../../../src/reduction/controls';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();

describe('Ctrl-C', () => {
  const heed = () => {};
  before(() => void process.on('SIGINT', heed));
  after(() => void process.off('SIGINT', heed));

  it('ends work that lets no event in', async () => {
    const begun = join(directory.path, 'begun');
    const line = `while [ ! -e '${begun}' ]; do sleep 0.02; done; kill -INT ${process.pid}`;
    const child = spawn('sh', ['-c', line], { stdio: 'ignore' });
    const ended = new Promise((done) => child.on('close', done));
    let stopped = 0;
    const doing = doingUntilInterrupted(() => stopped++);
    const work = () => {
      writeFileSync(begun, '');
      // Ended from outside, or never: then the assertion fails.
      for (const end = performance.now() + 30_000; performance.now() < end;);
    };
    assert.throws(() => doing(work), Interrupted);
    assert.equal(stopped, 1);
    assert.equal(process.listeners('SIGINT').includes(heed), true);
    await ended;
  });

  it('leaves results and errors of work as they are, also of work inside work', () => {
    const doing = doingUntilInterrupted(() => assert.fail());
    assert.equal(
      doing(() => doing(() => 3) + doing(() => 4)),
      7,
    );
    const error = new Error('its own');
    assert.throws(
      () =>
        doing(() => {
          throw error;
        }),
      error,
    );
  });
});
