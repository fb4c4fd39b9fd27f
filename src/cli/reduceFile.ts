/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename, resolve } from 'node:path';
import { reduceAny } from '../failingTests/reduceTest';
import { realPath, workedRoot } from '../oracle/places/roots';
import { Interrupted } from '../reduction/controls';
import { type Output, named, outputAt, writeKeeping, writeOutput } from '../reduction/ending/outputs';
import type { Listener } from '../reduction/events/events';
import type { Job, TextInput } from '../reduction/job';
import { keptBy } from '../reduction/kept';
import type { Outcome } from '../reduction/reduce';
import { type DecodedText, decode } from '../text/encoding';
import { tellAbandoned } from './bestSoFar';
import { readInput, requireOwnJournal, writtenSomewhere } from './files';
import { show, warn } from './printing';
import { type LimitArguments, type RunArguments, exitCodeOf, limitsOf, restoreFiles, runOf, runToEnd } from './run';
import { watchable } from './watchable';

/** Options of a reduction, whatever its input. */
export interface ReduceOptions extends RunArguments {
  /** The text of a `SearchValue`. */
  readonly search: string;
  /** Patterns of text that stays. */
  readonly keep: readonly string[];
  /** Shell lines of external passes. */
  readonly reduceWith: readonly string[];
  readonly output?: string;
}

type FileArguments = Pick<ReduceArguments, 'file' | 'output' | 'journal' | 'json'>;

export interface ReduceArguments extends ReduceOptions {
  readonly file: string;
}

/** Returns the exit code. */
export function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  return reduceJob(options, (decoded) => fileJob(options, decoded, assets));
}

/** The same for any job that `of` makes of the file's text. */
async function reduceJob(options: FileArguments, of: (decoded: DecodedText) => Job): Promise<number> {
  restoreFiles(options.file);
  await tellAbandoned(options.file);
  const bytes = await readInput(options.file);
  const output = await outputAt(options.output ?? named(options.file, 'reduced'), [options.file]);
  requireOwnJournal(options.journal, [output.path]);
  return await runToEnd(
    { ...options, input: options.file, name: basename(output.path) },
    ({ onEvent, signal, controls, offer }) => {
      const job = of(decode(bytes));
      const work = (listener: Listener) => reduceAny(job, listener, signal, controls, { onBest: offer });
      return watchable(job, controls, onEvent, work);
    },
    (outcome) => conclude(outcome, output, options),
  );
}

export function fileJob(options: ReduceArguments, decoded: DecodedText, assets: string): Job {
  return {
    input: inputOf(options, decoded),
    search: options.search,
    passes: passesOf(options),
    ...runOf(options, assets),
  };
}

/** Throws `JobError`. */
export function inputOf({ file, keep }: Pick<ReduceArguments, 'file' | 'keep'>, decoded: DecodedText): TextInput {
  return { fileName: basename(file), file: resolve(file), ...decoded, kept: keptBy(keep, decoded.text, file) };
}

/** They run here, like the tests. */
export function passesOf({ reduceWith }: Pick<ReduceOptions, 'reduceWith'>): Job['passes'] {
  return reduceWith.length === 0 ? undefined : reduceWith.map((line) => ({ line, cwd: process.cwd() }));
}

async function conclude(
  { finished, bytes }: Outcome,
  output: Output,
  { json, output: chosen }: FileArguments,
): Promise<number> {
  if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) throw new Interrupted();
  const written = await writtenSomewhere(output.path, bytes, () =>
    chosen === undefined ? writeKeeping(output, bytes, warn) : writeOutput(output, bytes),
  );
  if (!json) show(`${written.path}\n`);
  return exitCodeOf(finished, written);
}

/** `whittle test`: a test file in, a small failing test out. */
export interface TestArguments extends FileArguments, LimitArguments, Pick<RunArguments, 'root'> {
  /** Titles of the test, outermost first. */
  readonly name: readonly string[];
  readonly passesAt?: string;
  readonly runner?: string;
  readonly search?: string;
  readonly warm: 'on' | 'off';
  readonly keep: readonly string[];
}

/** Returns the exit code. */
export function testFile(options: TestArguments, assets: string): Promise<number> {
  return reduceJob(options, (decoded) => jobOf(options, decoded, assets));
}

function jobOf(options: TestArguments, decoded: DecodedText, assets: string): Job {
  const { file, name, passesAt, runner, search } = options;
  const { tests, ...run } = limitsOf(options, assets);
  const root = options.root === undefined ? workedRoot(realPath(file), process.cwd()) : resolve(options.root);
  return {
    ...run,
    input: inputOf(options, decoded),
    oracle: { kind: 'test', titles: name, passesAt, runner, warm: options.warm === 'on' },
    tests: { ...tests, root },
    search,
  };
}
