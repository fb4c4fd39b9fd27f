/** `whittle reduce` and `whittle test`: a file in, a file out; a directory or several files in, a directory out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BestSoFar } from '../host/bestSoFar';
import type { Content, FileSet } from '../oracle/content';
import { within } from '../oracle/places/roots';
import {
  named,
  outputAt,
  outputDirectoryAt,
  PathError,
  writeKeeping,
  writeOutput,
  writeOutputDirectory,
} from '../reduction/ending/outputs';
import type { Finished } from '../reduction/events/events';
import { findFolder, usualOutput } from '../reduction/folder/findFolder';
import type { Job } from '../reduction/job';
import { defaultSearch } from '../reduction/searches/searchValue';
import { type DecodedText, decode, encode } from '../text/encoding';
import type { Values } from '../options/values';
import { tellResult } from './ending';
import { isDirectory, readInput, requireOwnJournal, writtenSomewhere } from './files';
import { fileJob, folderJob, testJob } from './jobs';
import type { Given } from './options';
import { show, streams, warn } from './printing';
import { exitCodeOf, runToEnd, tellLeft } from './run';

/** One file or several. Returns the exit code. */
export function reduceInput(paths: readonly string[], { effort, ...options }: Given, assets: string): Promise<number> {
  const { search = defaultSearch } = options;
  const given = effort ? { ...options, search: `${search}+effort=${effort}` } : options;
  const [first, ...more] = paths;
  if (first === '-' && more.length === 0) return reduceStandardInput(given, assets);
  if (more.length > 0 || isDirectory(first)) return reduceDirectory(paths, given, assets);
  return reduceFile(first, given, (decoded) => fileJob(first, given, decoded, assets));
}

/** The text that is piped to this process, as a file. Its result goes to this directory. */
async function reduceStandardInput(given: Given, assets: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-input-'));
  try {
    const file = join(directory, 'stdin.txt');
    writeFileSync(file, await buffer(streams().stdin));
    const withOutput = { ...given, output: given.output ?? 'stdin.reduced.txt' };
    return await reduceFile(file, withOutput, (decoded) => fileJob(file, withOutput, decoded, assets));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns the exit code. */
export function testFile(file: string, given: Given<'test'>, assets: string): Promise<number> {
  return reduceFile(file, given, (decoded) => testJob(file, given, decoded, assets));
}

/** By the job that `of` makes of its text. */
async function reduceFile(
  file: string,
  given: Values<'test'> & Partial<Pick<Given, 'tests'>>,
  of: (decoded: DecodedText) => Job,
): Promise<number> {
  await tellLeft(file, warn);
  const decoded = decode(await readInput(file));
  const output = await outputAt(given.output ?? named(file, 'reduced'), [file]);
  requireOwnJournal(given.journal, [output.path]);
  const write = (bytes: Buffer) =>
    given.output === undefined ? writeKeeping(output, bytes, warn) : writeOutput(output, bytes);
  return await runToEnd(
    { ...given, input: file, name: basename(output.path) },
    (hosting) => hosting.run<string, Finished>({ kind: 'run', job: of(decoded) }),
    ({ outcome, end }, best) => conclude(end, output.path, encode(outcome, decoded.encoding), best, write, given),
  );
}

/** Returns the exit code. */
async function reduceDirectory(paths: readonly string[], given: Given, assets: string): Promise<number> {
  const found = await findFolder(paths);
  const { base, whole } = found;
  await tellLeft(base, warn);
  const job = folderJob(found, given, assets);
  const output = await outputDirectoryAt(given.output ?? usualOutput(found), whole ? [base] : []);
  const { journal } = given;
  if (journal !== undefined && paths.some((path) => within(path, journal) !== undefined)) {
    throw new PathError('The journal would be one of the files that are reduced: choose another --journal.');
  }
  const write = (content: FileSet) => writeOutputDirectory(output, content);
  return await runToEnd(
    { ...given, input: base, name: basename(output.path) },
    (hosting) => hosting.run<FileSet, Finished>({ kind: 'run', job }),
    ({ outcome, end }, best) => conclude(end, output.path, outcome, best, write, given),
  );
}

async function conclude<C extends Content>(
  finished: Finished,
  path: string,
  content: C,
  best: BestSoFar,
  write: (content: C) => Promise<void>,
  { json, quiet, tests }: Values<'test'> & Partial<Pick<Given, 'tests'>>,
): Promise<number> {
  const written = await writtenSomewhere(path, content, best, () => write(content));
  if (!json && !quiet) tellResult(content, written.path, finished, tests);
  if (!json) show(`${written.path}\n`);
  return exitCodeOf(finished, written);
}
