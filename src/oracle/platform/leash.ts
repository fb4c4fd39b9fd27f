/** Ends a program with this process, however that ends. */
import { traits } from './traits';

/** Between the two: if this process is killed, the program would go on, as it may not read its input. */
const leash = `const child = require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });
process.on('disconnect', () => process.kill(0, 'SIGKILL'));
child.on('error', ({ message }) => { console.error(message); process.exit(127); });
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));`;

/**
 * The words that start a program so; to be spawned with a channel (`ipc`), as the leader of a group. Windows ends no groups: there, the
 * words are those that are given.
 */
export function leashed(words: readonly string[]): [string, ...string[]] {
  const [program, ...args] = traits.hasGroups ? [process.execPath, '-e', leash, '--', ...words] : words;
  return [program, ...args];
}
