/** `whittle repro`: a directory, files or a failing test in, a folder out that others can run. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { testFolder } from '../failingTests/testFolder';
import { likelyOf } from '../runners/testFile';
import type { SettledRule } from '../oracle/calibration/calibrateProperty';
import type { FileSet } from '../oracle/content';
import { type Linked } from '../oracle/places/place';
import { realPath, workedRoot } from '../oracle/places/roots';
import { Interrupted } from '../reduction/controls';
import { outputDirectoryAt } from '../reduction/ending/outputs';
import type { Finished, Listener } from '../reduction/events/events';
import { findFolder } from '../reduction/folder/findFolder';
import type { JobOracle } from '../reduction/job';
import { JobError } from '../reduction/jobError';
import type { FilesJob } from '../reduction/subjects/filesPlan';
import { defaultSearch } from '../reduction/searches/searchValue';
import { wordsOf } from '../reproduction/arguments';
import { reproductionCommands } from '../reproduction/command';
import { type Reproduction, exportReproduction } from '../reproduction/exportReproduction';
import { decode, encode } from '../text/encoding';
import { isDirectory, readInput } from './files';
import type { Hosting } from './hosting';
import { show, warn } from './printing';
import { jobOf } from './reduceDirectory';
import type { Given } from './options';
import { fileJob } from './reduceFile';
import { exitCodeOf, exitCodes, limitsOf, runToEnd, tellAbandoned } from './run';

/** Returns the exit code. */
export async function reproduce(paths: readonly string[], options: Given<'repro'>, assets: string): Promise<number> {
  const [first] = paths;
  const usual = `${basename(resolve(first), isDirectory(first) ? '' : extname(first))}.repro`;
  const wanted = options.output ?? join(dirname(resolve(first)), usual);
  const { path: to } = await outputDirectoryAt(
    wanted,
    paths.filter(isDirectory).map((path) => resolve(path)),
  );
  await tellAbandoned(first);
  return await runToEnd(
    { ...options, input: first, name: basename(to) },
    async (run) => {
      const source = await sourceOf(paths, options, assets, run);
      if (options.reduceArgs) {
        const commands = reproductionCommands(source.oracle, source, []);
        if (commands.length > 1) throw new JobError('--reduce-args is for one --test: leave the others out.');
        wordsOf(commands[0].line, new Set());
      }
      const rules: SettledRule[] = [];
      const onEvent: Listener = (event) => {
        if (event.event === 'calibrated') rules.push(...event.rules);
        run.onEvent(event);
      };
      const { finished, content } = await source.reduced(run, onEvent);
      const { bytes, files } = finished;
      if (finished.ending === 'interrupted' && bytes.after === bytes.before && files?.after === files?.before)
        throw new Interrupted();
      const { reduceArgs, withSecrets } = options;
      const known = { rules, finished, to, reduceArgs, withSecrets };
      return { finished, made: await made(source, content, known, run.signal) };
    },
    ({ finished, made }) => Promise.resolve(conclude(finished, made, options.json)),
  );
}

async function sourceOf(
  paths: readonly string[],
  options: Given<'repro'>,
  assets: string,
  run: Hosting,
): Promise<Source> {
  const [first, ...more] = paths;
  if (more.length === 0 && !isDirectory(first)) {
    return options.tests.length > 0 ? fileSource(first, options, assets) : testSource(first, options, assets, run);
  }
  const found = await findFolder(paths);
  const job = await jobOf(found, options, assets);
  return {
    base: found.base,
    oracle: job.oracle,
    linked: found.linked,
    reduced: filesReduced(job),
  };
}

async function fileSource(path: string, options: Given<'repro'>, assets: string): Promise<Source> {
  const [base, file] = [dirname(resolve(path)), basename(path)];
  const job = fileJob(path, options, decode(await readInput(path)), assets);
  return {
    ...{ base, file, oracle: job.oracle },
    async reduced(hosting, onEvent) {
      const { outcome, end } = await hosting.run<string, Finished>({ kind: 'run', job }, onEvent);
      return { finished: end, content: { files: [{ path: file, bytes: encode(outcome, job.input.encoding) }] } };
    },
  };
}

interface Known {
  readonly reduceArgs?: boolean;
  readonly withSecrets?: boolean;
  /** The rules of the commands. */
  readonly rules: readonly SettledRule[];
  readonly finished: Finished;
  readonly to: string;
}

function made(
  { base, file, oracle, linked }: Source,
  content: FileSet,
  { rules, finished: { output = '' }, ...known }: Known,
  signal: AbortSignal,
): Promise<Reproduction> {
  const commands = reproductionCommands(
    oracle,
    { base, file },
    rules.map(({ rule }) => rule),
  );
  return exportReproduction({ content, base, commands, linked, output, ...known }, signal);
}

function conclude(finished: Finished, { path, ran, notice, whole }: Reproduction, json = false): number {
  if (notice !== undefined) warn(whole ? `${notice} Or run again with --with-secrets.` : notice);
  if (!json) show(`${path}\n`);
  const code = exitCodeOf(finished, { path });
  return code === exitCodes.reduced && ran === 'differs' ? exitCodes.doesNotHold : code;
}

/** Something to be reduced. */
interface Source {
  /** The directory of its files, absolute. */
  readonly base: string;
  /** Of a single file: its name. */
  readonly file?: string;
  readonly oracle: JobOracle;
  readonly linked?: Linked;
  reduced(hosting: Hosting, onEvent: Listener): Promise<{ readonly finished: Finished; readonly content: FileSet }>;
}

function filesReduced(job: FilesJob): Source['reduced'] {
  return async (hosting, onEvent) => {
    const { outcome, end } = await hosting.run<FileSet, Finished>({ kind: 'files', job }, onEvent);
    return { finished: end, content: outcome };
  };
}

/** A failing test: the files that it loads, and the command and rule of its runner. Throws `OracleError`: the test passes, is not found, does not end. */
async function testSource(path: string, options: Given<'repro'>, assets: string, run: Hosting): Promise<Source> {
  const file = realPath(resolve(path));
  const decoded = decode(await readInput(path));
  const root = options.root === undefined ? workedRoot(file, process.cwd()) : resolve(options.root);
  const { test: titles = [], search = defaultSearch } = options;
  const { tests: limits, ...others } = limitsOf(options, assets);
  const about = {
    ...others,
    input: { fileName: basename(file), file, ...decoded },
    tests: { ...limits, root },
    oracle: { kind: 'test' as const, titles },
  };
  const test = await testFolder(about, run.signal);
  const found = await findFolder([test.base]);
  const likely = likelyOf(
    test,
    found.files.map((one) => one.path),
  );
  if (!options.json) warn(`The test loads ${likely.length} of ${found.files.length} files.`);
  // Its own command takes the place of this one.
  const own = { tests: [{ command: 'exit 1' }], search: search === defaultSearch ? test.search : search };
  const made = await jobOf(found, { ...options, ...own }, assets);
  const job = {
    ...made,
    oracle: { kind: 'command' as const, commands: [test] },
    input: {
      ...{ ...made.input, likely },
      files: made.input.files.map((one) =>
        one.path === test.test ? { ...one, kept: [...(one.kept ?? []), ...test.kept] } : one,
      ),
    },
  };
  return {
    ...{ base: found.base, oracle: job.oracle, linked: found.linked },
    reduced: filesReduced(job),
  };
}
