/** Words of a command line: how a shell takes them, and which word is meant by one that is hardly another. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nearest } from '../../options/values';
import { attempt, isDirectory, isExecutable, isFile } from '../../oracle/platform/files';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import type { Placement } from '../../oracle/places/place';
import { lineOf, type OracleCommand } from '../../oracle/processes/command';
import { openTester } from '../../oracle/tester';
import { findFolder } from '../../reduction/folder/findFolder';
import type { FoundFile } from '../../reduction/folder/listing';
import { onPath } from '../../runners/programs';
import { commandOf } from '../options';
import { warn } from '../printing';

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

/** The words with that settled. What is only proposed runs nothing, and of standard input nothing is known yet. */
export async function withRule(words: readonly string[], isProposed: boolean): Promise<string[]> {
  const at = words.indexOf(ifItFails);
  if (at < 0) return [...words];
  const [command, path] = words;
  const valueOf = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const input = command === 'dedupe' ? filesIn(path)[0] : path;
  const test = commandOf(valueOf('--test')!, words.includes('--stdin'));
  const place = valueOf('--place') ? overlay : copy;
  const holds = isProposed || input === '-' || (await failsOn(input, test, place));
  const [, , other] = words;
  if (!holds && command === 'isolate' && isFile(other) && (await failsOn(other, test, place))) {
    const swapped = words.map(
      (word) => ({ [path]: other, [other]: path, [ifItFails]: '--same-failure' })[word] ?? word,
    );
    warn(`The command fails on ${other}, and not on ${path}. If they are swapped:\n  whittle ${lineOf(swapped)}`);
  }
  return words.flatMap((word) => (word === ifItFails ? (holds ? ['--same-failure'] : []) : [word]));
}

/** As a candidate, which can do no harm; only if that is known within some seconds. */
async function failsOn(path: string, command: OracleCommand, place: Placement): Promise<boolean> {
  const file = resolve(path);
  const folder = isDirectory(file) ? await findFolder([file]) : undefined;
  const read = async ({ at, ...found }: FoundFile) => ({ ...found, bytes: await readFile(at) });
  const content = folder ? { files: await Promise.all(folder.files.map(read)) } : await readFile(file);
  const tester = await openTester(place, { fileName: basename(file), file, linked: folder?.linked });
  try {
    const { timedOut, status } = await tester.run({ command, content, timeoutMs: 10_000, signal: neverAborted });
    return !timedOut && status !== 0;
  } finally {
    tester.dispose();
  }
}

const neverAborted = new AbortController().signal;

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
