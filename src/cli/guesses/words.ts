/** Words of a command line: how a shell takes them, and which word is meant by one that is hardly another. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nearest } from '../../options/values';
import { attempt, isDirectory, isExecutable, isFile } from '../../oracle/platform/files';
import { lineOf } from '../../oracle/processes/command';
import { onPath } from '../../runners/programs';

/** The path of a file that is there with nearly this name. */
export function nearestPath(path: string): string | undefined {
  const name = nearest(
    basename(path),
    attempt(() => readdirSync(dirname(path)), []),
  );
  return name === undefined ? undefined : join(dirname(path), name);
}

/** The files of a directory, but for hidden ones; or the file itself. */
export function filesIn(path: string): string[] {
  if (!isDirectory(path)) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('.'));
  return names.map((name) => join(path, name)).filter((file) => isFile(file));
}

/** Stands for `--same-failure` if the command fails on the input as it is, and for nothing else. */
export const ifItFails = '--same-failure?';

/** Can a shell start it? */
export function isProgram(word: string): boolean {
  return /[\\/]/.test(word) ? isExecutable(word) : onPath(word) !== undefined;
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

/** Takes the words of a command after its first one, up to the candidate, if nobody has quoted them. */
export function unquoted(rest: string[]): string[] {
  const end = rest.findIndex((word) => word.startsWith('-'));
  const candidate = rest.slice(0, end < 0 ? undefined : end).lastIndexOf('{}');
  return rest.splice(0, candidate + 1);
}
