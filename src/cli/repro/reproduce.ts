/** `whittle repro`: a directory, files or a failing test in, a folder out that others can run. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { FileSet } from '../../oracle/content';
import { defaultPlacement } from '../../oracle/places/registry';
import { Interrupted } from '../../reduction/controls';
import type { Finished, Listener } from '../../reduction/events/events';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { JobError } from '../../reduction/jobError';
import { reduce } from '../../reduction/reduce';
import { findFolder } from '../../reduction/folder/findFolder';
import { reduceFiles } from '../../reduction/reduceFiles';
import { wordsOf } from '../../reproduction/arguments';
import { reproductionCommands } from '../../reproduction/command';
import { exportReproduction, type Reproduction } from '../../reproduction/exportReproduction';
import { decode } from '../../text/encoding';
import { isDirectory, readInput } from '../files';
import { outputDirectoryAt } from '../../reduction/ending/outputDirectory';
import { jobOf } from '../reduce/reduceDirectory';
import { fileJob, type ReduceOptions } from '../reduce/reduceFile';
import { tellAbandoned } from '../results/bestSoFar';
import { exitCodeOf, exitCodes, runToEnd, warn, type Undertaken } from '../run';
import type { ReproArguments, Source } from './source';
import { testSource } from './testSource';
import { streams } from '../streams';

/** Returns the exit code. */
export async function reproduce(paths: readonly string[], given: ReproArguments, assets: string): Promise<number> {
  const options = { ...given, place: defaultPlacement.name };
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
      if (given.reduceArgs) {
        const commands = reproductionCommands(source.job, source, []);
        if (commands.length > 1) throw new JobError('--reduce-args is for one --test: leave the others out.');
        wordsOf(commands[0].line, new Set());
      }
      const rules: SettledRule[] = [];
      const onEvent: Listener = (event) => {
        if (event.event === 'calibrated') rules.push(...event.rules);
        run.onEvent(event);
      };
      const { finished, content } = await source.reduced({ ...run, onEvent });
      const { bytes, files } = finished;
      if (finished.ending === 'interrupted' && bytes.after === bytes.before && files?.after === files?.before)
        throw new Interrupted();
      const known = { rules, finished, to, reduceArgs: given.reduceArgs };
      return { finished, made: await made(source, content, known, run.signal) };
    },
    ({ finished, made }) => Promise.resolve(conclude(finished, made, options.json)),
  );
}

async function sourceOf(
  paths: readonly string[],
  options: ReduceOptions & Pick<ReproArguments, 'name'>,
  assets: string,
  run: Undertaken,
): Promise<Source> {
  const [first, ...more] = paths;
  if (more.length === 0 && !isDirectory(first)) {
    return options.tests.length > 0 ? fileSource(first, options, assets) : testSource(first, options, assets, run);
  }
  const found = await findFolder(paths);
  const job = await jobOf(found, options, assets);
  return {
    base: found.base,
    job,
    reduced: ({ onEvent, signal, controls, offer }) => reduceFiles(job, onEvent, signal, controls, { onBest: offer }),
  };
}

async function fileSource(path: string, options: ReduceOptions, assets: string): Promise<Source> {
  const [base, file] = [dirname(resolve(path)), basename(path)];
  const job = fileJob({ ...options, file: path }, decode(await readInput(path)), assets);
  return {
    ...{ base, file, job },
    async reduced({ onEvent, signal, controls, offer }) {
      const { finished, bytes } = await reduce(job, onEvent, signal, controls, { onBest: offer });
      return { finished, content: { files: [{ path: file, bytes }] } };
    },
  };
}

interface Known {
  /** The rules of the commands. */
  readonly rules: readonly SettledRule[];
  readonly finished: Finished;
  readonly to: string;
  readonly reduceArgs?: boolean;
}

function made(
  { base, file, job }: Source,
  content: FileSet,
  { rules, finished: { output = '' }, to, reduceArgs }: Known,
  signal: AbortSignal,
): Promise<Reproduction> {
  const commands = reproductionCommands(
    job,
    { base, file },
    rules.map(({ rule }) => rule),
  );
  return exportReproduction({ content, base, commands, linked: job.linked, output, to, reduceArgs }, signal);
}

function conclude(finished: Finished, { path, ran, notice }: Reproduction, json: boolean): number {
  if (notice !== undefined) warn(notice);
  if (!json) streams().stdout.write(`${path}\n`);
  const code = exitCodeOf(finished, { path });
  return code === exitCodes.reduced && ran === 'differs' ? exitCodes.doesNotHold : code;
}
