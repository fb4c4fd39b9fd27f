/** At the end of all suites, in whatever order they ran: none of our commands was left out. */
import assert from 'node:assert/strict';
import manifest from '../../package.json';
import { everything } from '../support/everything';
import { executed } from './executed';

after('every command was run', () => {
  // A part of the suites, or of the tests of each, need not run them all.
  if (!everything || process.env.MOCHA_GREP) return;
  const left = manifest.contributes.commands.map(({ command }) => command).filter((name) => !executed.has(name));
  assert.deepEqual(left, [], 'commands that no suite has run');
});
