/** Words of a command line: how a shell takes them, and which word is meant by one that is hardly another. */
import { spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { nearest } from '../../options/values';
import { lineOf } from '../../oracle/processes/command';

/** The path of a file that is there with nearly this name. */
export function nearestPath(path: string): string | undefined {
  try {
    const name = nearest(basename(path), readdirSync(dirname(path)));
    return name === undefined ? undefined : join(dirname(path), name);
  } catch {
    return undefined;
  }
}

/** Does the line fail on the unchanged file, where it is, or in the folder? Only if that is known within some seconds. */
export function failsOn(file: string, line: string, stdin: boolean): boolean {
  const command = line.replaceAll('{}', lineOf([resolve(file)]));
  const input = openSync(file, 'r');
  try {
    const stdio: ('ignore' | number)[] = [stdin ? input : 'ignore', 'ignore', 'ignore'];
    const cwd = command === line && statSync(file).isDirectory() ? file : undefined;
    const { status } = spawnSync(command, { shell: true, timeout: 10_000, stdio, cwd });
    return status !== null && status !== 0;
  } finally {
    closeSync(input);
  }
}

/** Can a shell start it? */
export function isProgram(word: string): boolean {
  if (/[\\/]/.test(word)) return isExecutable(word);
  const directories = (process.env.PATH ?? '').split(delimiter);
  const endings = ['', ...(process.env.PATHEXT ?? '').split(';')];
  return directories.some((one) => endings.some((ending) => isExecutable(join(one, word + ending))));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Does the line name a file of this directory, other than the input? */
export function startsHere(line: string, file: string): boolean {
  const words = line.split(/[\s"'=;|&<>()]+/).filter((word) => word !== '' && !word.startsWith('-'));
  return words.some((word) => !/^[/\\~]/.test(word) && existsSync(word) && resolve(word) !== resolve(file));
}

/** The line with absolute paths to the files of this directory that a command in a copy of the folder would not find. */
export function fromHere(line: string, folder: string): string {
  const isAway = (word: string) => !/^[-/\\~]/.test(word) && isFile(word) && !existsSync(join(folder, word));
  return line.replace(/[^\s"'=;|&<>()]+/g, (word) => (isAway(word) ? lineOf([resolve(word)]) : word));
}
