/** The name of an oracle on this machine, under which its outputs are shared: the command, and the contents of its programs. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { described, type OracleCommand } from '../../oracle/processes/command';
import { oracleIdentity } from '../../oracle/oracle';

/** Of larger programs, size and time must do, bytes. */
const largest = 16 * 1024 ** 2;

/**
 * Equal only if the same words name the same files in directories of the same path, and `more` is the same. Rules are no part of it:
 * outputs are kept, not verdicts.
 */
export function fingerprint(command: OracleCommand, cwd: string, more: string): string {
  const hash = createHash('sha1').update(JSON.stringify([oracleIdentity({ command }), more]));
  for (const word of described(command).split(/[\s'"`;|&<>(){}=]+/)) {
    const path = word && fileNamed(word, cwd);
    if (path) hash.update(`\0${word}\0${contentsOf(path)}`);
  }
  return hash.digest('hex');
}

function fileNamed(word: string, cwd: string): string | undefined {
  const folders = word.includes('/') ? [cwd] : [cwd, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => resolve(folder, word)).find(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function contentsOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return size > largest ? `${size} ${mtimeMs}` : createHash('sha1').update(readFileSync(path)).digest('hex');
}
