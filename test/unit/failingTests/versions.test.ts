/** Versions for reports, of the runners that are installed here. */
import assert from 'node:assert/strict';
import { versionsOf } from '../../../src/failingTests/versions';
import type { Recognised } from '../../../src/runners/recognise';

const found = (runner: string, command: string): Recognised => ({
  ...{ runner, command, label: runner, cwd: process.cwd(), sureness: 'sure' },
});
const { signal } = new AbortController();

describe('versions for reports', () => {
  it('are those of a package and of node', async () => {
    const [mocha, node, ...others] = await versionsOf(found('mocha', 'mocha a.js'), signal);
    assert.match(mocha, /^mocha \d+\.\d+\.\d+$/);
    assert.equal(node, `node ${process.version}`);
    assert.deepEqual(others, []);
  });

  it('are those of an interpreter', async () => {
    const [python, ...others] = await versionsOf(found('unittest', 'python3 -m unittest a'), signal);
    assert.match(python, /^Python 3\.\d+/);
    assert.deepEqual(others, []);
  });

  it('leave out what is not installed', async () => {
    assert.deepEqual(await versionsOf(found('unittest', './venv/bin/python -m unittest a'), signal), []);
  });
});
