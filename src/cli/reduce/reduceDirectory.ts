/** `whittle reduce`, with a directory or several files: a directory out. */
import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Interrupted } from '../../reduction/controls';
import type { JobFile } from '../../reduction/subjects/fileSet';
import type { FilesJob } from '../../reduction/subjects/filesPlan';
import { compiled } from '../../reduction/kept';
import { reduceFiles, type FilesOutcome } from '../../reduction/reduceFiles';
import { JobError } from '../../reduction/jobError';
import { decode } from '../../text/encoding';
import { matchesOf } from '../../text/protected';
import { writtenSomewhere } from '../results/elsewhere';
import { PathError } from '../../reduction/ending/outputs';
import { isDirectory, readInput } from '../files';
import { findFiles, limits, type FoundFile, type FoundFiles } from './findFiles';
import { tellAbandoned } from '../results/bestSoFar';
import { outputDirectoryAt, writeOutputDirectory, type OutputDirectory } from './outputDirectory';
import { passesOf, reduceFile, type ReduceOptions } from './reduceFile';
import { exitCodeOf, runOf, runToEnd } from '../run';

export const severalFilesHelp = `Several files: {} is a directory that holds all of them, with their paths. Whole files are removed first, then each file
is reduced, again and again. Hidden files, links and node_modules are left out; binary files are removed whole or not at
all. The limits are ${limits.files} files and ${limits.bytes / 1024 ** 2} MiB.`;

/** One file or several. Returns the exit code. */
export function reduceInput(paths: readonly string[], options: ReduceOptions, assets: string): Promise<number> {
  const [first, ...more] = paths;
  if (more.length > 0 || isDirectory(first)) return reduceDirectory(paths, options, assets);
  return reduceFile({ ...options, file: first }, assets);
}

/** Returns the exit code. */
async function reduceDirectory(paths: readonly string[], options: ReduceOptions, assets: string): Promise<number> {
  const found = await findFiles(paths);
  await tellAbandoned(found.base);
  const job = await jobOf(found, options, assets);
  const output = await outputOf(paths, found, options);
  checkJournal(paths, options.journal);
  return await runToEnd(
    { ...options, input: found.base, name: basename(output.path) },
    ({ onEvent, signal, controls, offer }) => reduceFiles(job, onEvent, signal, controls, { onBest: offer }),
    (outcome) => conclude(outcome, output, options.json),
  );
}

function checkJournal(paths: readonly string[], journal: string | undefined): void {
  if (journal === undefined) return;
  const inside = paths.some((path) => !relative(path, journal).startsWith('..'));
  if (inside) throw new PathError('The journal would be one of the files that are reduced: choose another --journal.');
}

async function jobOf({ base, files, notice }: FoundFiles, options: ReduceOptions, assets: string): Promise<FilesJob> {
  const { file: _, ...run } = runOf(options, base, assets);
  const keep = options.keep.map(compiled);
  const given = await Promise.all(files.map((file) => fileOf(file, keep)));
  const idle = options.keep.find((_, at) => given.every((one) => one.idle[at]));
  if (idle !== undefined) {
    throw new JobError(
      `The text to keep, "${idle}", does not occur in any of the files: use a pattern that matches their text.`,
    );
  }
  return {
    ...run,
    name: basename(base),
    files: given.map(({ file }) => file),
    notice,
    search: options.search,
    passes: passesOf(options),
  };
}

interface GivenFile {
  readonly file: JobFile;
  /** Which patterns match nothing in it. */
  readonly idle: readonly boolean[];
}

async function fileOf({ at, path }: FoundFile, keep: readonly RegExp[]): Promise<GivenFile> {
  const bytes = await readInput(at);
  const decoded = decode(bytes);
  const binary = bytes.includes(0);
  const each = keep.map((pattern) => matchesOf(decoded.text, [pattern]).ranges);
  return { file: { path, ...decoded, binary, kept: each.flat() }, idle: each.map((ranges) => ranges.length === 0) };
}

async function outputOf(
  paths: readonly string[],
  { base, files }: FoundFiles,
  { output }: ReduceOptions,
): Promise<OutputDirectory> {
  const found = await Promise.all(files.map(async ({ at, path }) => [path, (await stat(at)).mode] as const));
  const isOne = paths.length === 1;
  const usual = join(isOne ? dirname(base) : base, `${basename(base)}.reduced`);
  return outputDirectoryAt(output ?? usual, new Map(found), isOne ? [base] : []);
}

async function conclude({ finished, content }: FilesOutcome, output: OutputDirectory, json: boolean): Promise<number> {
  const { ending, bytes, files } = finished;
  if (ending === 'interrupted' && bytes.after === bytes.before && files?.after === files?.before)
    throw new Interrupted();
  const written = await writtenSomewhere(output.path, content, () => writeOutputDirectory(output, content));
  if (!json) process.stdout.write(`${written.path}\n`);
  return exitCodeOf(finished, written);
}
