import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doingUntilInterrupted } from '../../../src/cli/interrupting';
import { interruptible } from '../../../src/cli/run';
import { Interrupted } from '../../../src/reduction/controls';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();

describe('Ctrl-C', () => {
  const heed = () => {};
  // The test runner would end itself.
  let others: NodeJS.SignalsListener[] = [];
  before(() => {
    others = process.listeners('SIGINT');
    process.removeAllListeners('SIGINT').on('SIGINT', heed);
  });
  after(() => {
    process.off('SIGINT', heed);
    for (const other of others) process.on('SIGINT', other);
  });

  /** Work in whose middle a signal comes; again and again, until somebody is there who hears it. */
  function disturbed(signal = 'INT') {
    const [begun, over] = ['begun', 'over'].map((name) => join(directory.path, name));
    const until = (path: string) => `while [ ! -e '${path}' ]; do sleep 0.05`;
    const line = `${until(begun)}; done; ${until(over)}; kill -${signal} ${process.pid} || exit; done`;
    const child = spawn('sh', ['-c', line], { stdio: 'ignore' });
    const work = () => {
      writeFileSync(begun, '');
      // Ended from outside, or never: then the assertion fails.
      for (const end = performance.now() + 30_000; performance.now() < end;);
    };
    const ended = new Promise((done) => child.on('close', done));
    const calm = () => {
      writeFileSync(over, '');
      return ended;
    };
    return { work, calm };
  }

  it('ends work that lets no event in', async () => {
    const { work, calm } = disturbed();
    let stopped = 0;
    const doing = doingUntilInterrupted(() => stopped++);
    try {
      assert.throws(() => doing(work), Interrupted);
    } finally {
      await calm();
    }
    assert.equal(stopped, 1);
    assert.equal(process.listeners('SIGINT').includes(heed), true);
  });

  for (const signal of ['TERM', 'HUP', 'QUIT']) {
    it(`is not the only signal that does: SIG${signal}`, async function () {
      if (process.platform === 'win32') this.skip();
      process.on(`SIG${signal}`, heed);
      const { work, calm } = disturbed(signal);
      try {
        assert.throws(() => doingUntilInterrupted(() => {})(work), Interrupted);
      } finally {
        await calm();
        process.off(`SIG${signal}`, heed);
      }
    });
  }

  it('ends the work of a run, and the run', async () => {
    const { work, calm } = disturbed();
    let given: AbortSignal | undefined;
    const run = interruptible((signal, controls) => {
      given = signal;
      controls.doing(work);
      return Promise.resolve();
    });
    try {
      await assert.rejects(run, Interrupted);
    } finally {
      await calm();
    }
    assert.equal(given?.aborted, true);
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
