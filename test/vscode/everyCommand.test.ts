/** Runs last: no command of ours was left out by the suites before. */
import assert from 'node:assert/strict';
import manifest from '../../package.json';
import { executed } from './executed';

describe('The suites', () => {
  it('have run every command', () => {
    const left = manifest.contributes.commands.filter(({ command }) => !executed.has(command));
    assert.deepEqual(
      left.map(({ command }) => command),
      [],
    );
  });
});
