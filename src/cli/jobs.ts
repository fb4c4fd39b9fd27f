/** The jobs of a command line, which calls of agents have too: its inputs are read, nothing runs. */
import { basename, resolve } from 'node:path';
import type { TestJob } from '../failingTests/testRun';
import type { FolderJob } from '../host/port';
import { jobOptions, type Values } from '../options/values';
import { realPath, workedRoot } from '../oracle/places/roots';
import type { FoundFolder } from '../reduction/folder/findFolder';
import type { IsolationJob, Job } from '../reduction/job';
import { keptBy } from '../reduction/kept';
import { defaultSearch } from '../reduction/searches/searchValue';
import { decodeAll, type DecodedText } from '../text/encoding';
import { readInput } from './files';
import { oracleFrom, type Given } from './options';

/** The part of a job that does not depend on its input. Throws `RuleError`. */
function runOf(given: Given, assets: string) {
  const { place, root } = given;
  const { tests, ...others } = limitsOf(given, assets);
  const where = { place, root: root === undefined ? undefined : resolve(root) };
  return { ...others, oracle: oracleFrom(given), tests: { ...tests, ...where } };
}

/** Without the oracle. */
function limitsOf({ journal, ...values }: Values<'reduce'>, assets: string) {
  return { ...jobOptions(values), journal: journal === undefined ? undefined : { file: journal }, assets };
}

/** Throws `JobError`. */
function inputOf(file: string, { keep = [] }: Values<'test'>, decoded: DecodedText): TestJob['input'] {
  return { fileName: basename(file), file: resolve(file), ...decoded, kept: keptBy(keep, decoded.text, file) };
}

/** They run here, like the tests. */
function passesOf({ reduceWith }: Given): Job['passes'] {
  return reduceWith?.map((line) => ({ line, cwd: process.cwd() }));
}

export function fileJob(file: string, given: Given, decoded: DecodedText, assets: string): Job {
  return { input: inputOf(file, given, decoded), passes: passesOf(given), ...runOf(given, assets) };
}

export function testJob(file: string, given: Given<'test'>, decoded: DecodedText, assets: string): TestJob {
  const { test: titles = [], passesAt, runner, warm, root } = given;
  const { tests, ...run } = limitsOf(given, assets);
  return {
    ...run,
    input: inputOf(file, given, decoded),
    oracle: { kind: 'test', titles, passesAt, runner, warm },
    tests: { ...tests, root: root === undefined ? workedRoot(realPath(file), process.cwd()) : resolve(root) },
  };
}

/** `more`: what is known of its files. */
export function folderJob(
  found: FoundFolder,
  given: Given,
  assets: string,
  more: Partial<FolderJob['input']> = {},
): FolderJob {
  const { keep = [] } = given;
  return {
    ...{ ...runOf(given, assets), passes: passesOf(given) },
    input: { paths: [found.base], found, open: {}, keep, ...more },
  };
}

/** `passing`: an empty file if unset. */
export async function isolationJob(
  files: { readonly failing: string; readonly passing?: string },
  given: Given<'isolate'>,
  assets: string,
): Promise<IsolationJob> {
  const failing = await readInput(files.failing);
  const passing = files.passing === undefined ? Buffer.alloc(0) : await readInput(files.passing);
  const { texts, encoding } = decodeAll([failing, passing]);
  return {
    input: {
      fileName: basename(files.failing),
      file: resolve(files.failing),
      ...{ text: texts[0], passing: texts[1], encoding, unit: given.unit },
    },
    ...runOf(given, assets),
    search: given.filter === false ? `${defaultSearch}+filter=off` : undefined,
  };
}
