/** The work of a command line, which calls of agents have too: its inputs are read, and nothing runs but what finds the files of a test. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { TestFolder } from '../failingTests/testFolder';
import type { TestJob } from '../failingTests/testRun';
import type { Done, Hosting } from '../host/host';
import type { FolderJob, IsolatedTexts, RunJob, Work } from '../host/port';
import { reduceAndExplain } from '../host/why';
import { jobOptions } from '../options/values';
import type { Content, FileSet } from '../oracle/content';
import { realPath } from '../oracle/places/roots';
import { isDirectory } from '../oracle/platform/files';
import { PathError, requireFile } from '../reduction/ending/outputs';
import { findFolder, type FoundFolder } from '../reduction/folder/findFolder';
import { inputProblem } from '../reduction/folder/listing';
import type { IsolationJob, Job, JobOracle, JournalPlace } from '../reduction/job';
import { keptIn } from '../reduction/kept';
import { defaultSearch } from '../reduction/searches/searchValue';
import type { Reproducing } from '../reproduction/command';
import type { Reproduction } from '../reproduction/exportReproduction';
import { testRoot } from '../runners/recognise';
import { likelyOf } from '../runners/testFile';
import { languageNamed } from '../syntax/languages';
import { decode, decodeAll, plainEncoding, type DecodedText, type Encoding } from '../text/encoding';
import { oracleFrom, type Given } from './options';
import { warn } from './printing';

/** Commands that end with a written result. */
export type Reducing = 'reduce' | 'test' | 'why' | 'isolate' | 'repro';

export type RunWork = Extract<Work, { readonly kind: 'run' }>;

export type Outcome = string | IsolatedTexts | FileSet | Reproduction;

interface Around {
  readonly assets: string;
  readonly journal?: JournalPlace;
  /** Of a reproduction: where it goes, and what finds the files of its test. */
  readonly repro?: { readonly to: string; readonly hosting: Hosting };
}

/** Throws `PathError`, `JobError`, `RuleError`, and of a test `OracleError`: it passes, is not found, does not end. */
export async function workOf(command: Reducing, paths: readonly string[], given: Given, around: Around) {
  const { job, ...place } = await sourceOf(command, paths, given, around);
  const { journal, repro } = around;
  const { reduceArgs, withSecrets } = given;
  const reproduces = repro && { ...place, to: repro.to, reduceArgs, withSecrets };
  const work: RunWork = { kind: 'run', job: { ...job, journal }, reproduces };
  return work;
}

/** Does the work. `contents`: what is still to be written. `page`: why a test fails, if that is wanted. */
export async function carriedOut(work: RunWork, hosting: Hosting, tellsWhy = false) {
  const done: Done<Outcome> & { readonly page?: string } = tellsWhy
    ? await reduceAndExplain(work.job as TestJob, hosting)
    : await hosting.run<Outcome>(work);
  return { ...done, contents: contentsOf(done.outcome, work) };
}

/** Of an isolation first the one that fails; none of a reproduction. */
function contentsOf(outcome: Outcome, { job: { input } }: RunWork): Content[] {
  if (typeof outcome === 'object' && 'ran' in outcome) return [];
  if (typeof outcome === 'object' && 'files' in outcome) return [outcome];
  const texts = typeof outcome === 'string' ? [outcome] : [outcome.failing, outcome.passing];
  return texts.map((text) => Buffer.from(text, plainEncoding((input as { readonly encoding: Encoding }).encoding)));
}

interface Source extends Pick<Reproducing, 'base' | 'file' | 'linked'> {
  readonly job: RunJob;
}

async function sourceOf(command: Reducing, paths: readonly string[], given: Given, around: Around): Promise<Source> {
  const [file] = paths;
  const { assets, repro } = around;
  // Several files become a folder, too.
  if (/^re(?:duce|pro)$/.test(command) && (paths.length > 1 || isDirectory(file))) {
    const found = await findFolder(paths);
    return { job: folderJob(found, given, oracleFrom(given), assets), base: found.base, linked: found.linked };
  }
  if (repro && given.tests.length === 0) return testFolder(file, given, assets, repro.hosting);
  const place = { base: dirname(resolve(file)), file: basename(file) };
  if (command === 'isolate') return { job: await isolationJob(paths, given, assets), ...place };
  const jobOf = command === 'test' || command === 'why' ? testJob : fileJob;
  return { job: jobOf(file, given, decode(await readInput(file), !given.reduceWith), assets), ...place };
}

/** A failing test: the files that it loads, and the command and rule of its runner. */
async function testFolder(path: string, given: Given, assets: string, hosting: Hosting): Promise<Source> {
  const about = testJob(path, { ...given, keep: undefined }, decode(await readInput(path)), assets);
  const { outcome: test } = await hosting.run<TestFolder>({ kind: 'test', job: about });
  const found = await findFolder([test.base]);
  const all = found.files.map((one) => one.path);
  const likely = likelyOf(test, all);
  if (!given.json) warn(`The test loads ${likely.length} of ${all.length} files.`);
  const { search = defaultSearch } = given;
  const own = { ...given, search: search === defaultSearch ? test.search : search };
  const open = { [test.test]: { kept: test.kept } };
  const job = folderJob(found, own, { kind: 'command', commands: [test] }, assets, { likely, open });
  return { job, base: found.base, linked: found.linked };
}

export function fileJob(file: string, given: Given, decoded: DecodedText, assets: string): Job {
  return { input: inputOf(file, given, decoded), ...runOf(given, oracleFrom(given), assets) };
}

export function testJob(file: string, given: Given, decoded: DecodedText, assets: string): TestJob {
  const { test: titles = [], passesAt, build, runner, warm, cwd = process.cwd() } = given;
  const root = given.root ?? testRoot(realPath(file), decoded.text, cwd);
  const oracle = { kind: 'test', titles, passesAt, build, runner, warm } as const;
  return { input: inputOf(file, given, decoded), ...runOf({ ...given, root }, oracle, assets) };
}

/** `more`: what is known of its files. */
function folderJob(
  found: FoundFolder,
  given: Given,
  oracle: JobOracle,
  assets: string,
  more: Partial<FolderJob['input']> = {},
): FolderJob {
  const { keep = [] } = given;
  return { input: { paths: [found.base], found, open: {}, keep, ...more }, ...runOf(given, oracle, assets) };
}

/** `passing`: an empty file if unset. */
async function isolationJob([file, passing]: readonly string[], given: Given, assets: string): Promise<IsolationJob> {
  const both = [await readInput(file), passing === undefined ? Buffer.alloc(0) : await readInput(passing)];
  const { texts, encoding } = decodeAll(both);
  const input = { ...inputOf(file, {}, { text: texts[0], encoding }), passing: texts[1], unit: given.unit };
  const search = given.filter === false ? `${defaultSearch}+filter=off` : undefined;
  return { input, ...runOf(given, oracleFrom(given), assets), search };
}

/** The part of a job that does not depend on its input. */
function runOf<O extends JobOracle>(given: Given, oracle: O, assets: string) {
  const { place, root, reduceWith } = given;
  const { tests, ...others } = jobOptions(given);
  // They run here, like the tests.
  const passes = reduceWith?.map((line) => ({ line, cwd: process.cwd() }));
  const where = { place, root: root === undefined ? undefined : resolve(root) };
  return { ...others, oracle, passes, assets, tests: { ...tests, ...where } };
}

/** Throws `JobError`. */
function inputOf(file: string, given: Pick<Given, 'keep' | 'language'>, decoded: DecodedText): TestJob['input'] {
  const { keep = [], language } = given;
  const languageId = language && languageNamed(language).languageIds[0];
  const own = { fileName: basename(file), file: resolve(file), languageId };
  return { ...own, ...decoded, kept: keptIn(keep, [decoded.text], file)[0] };
}

/** The limit of JavaScript strings. */
const largest = 512 * 1024 * 1024;

/** Throws `PathError`. */
export async function readInput(path: string): Promise<Buffer> {
  try {
    const { size } = await requireFile(path, 'give the path of a file');
    if (size > largest) throw new PathError(`${path} is too large: at most 512 MiB can be reduced.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof PathError) throw error;
    throw new PathError(inputProblem(path, (error as NodeJS.ErrnoException).code));
  }
}
