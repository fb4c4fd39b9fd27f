/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename } from 'node:path';
import { reduceAny } from '../../failingTests/reduceTest';
import { Interrupted } from '../../reduction/controls';
import type { Job } from '../../reduction/job';
import { keptBy } from '../../reduction/kept';
import type { Listener } from '../../reduction/events/events';
import type { Outcome } from '../../reduction/reduce';
import { decode, type DecodedText } from '../../text/encoding';
import { named, outputAt, writeKeeping, writeOutput, type Output } from '../../reduction/ending/outputs';
import { readInput, requireOwnJournal } from '../files';
import { writtenSomewhere } from '../results/elsewhere';
import { tellAbandoned } from '../results/bestSoFar';
import { watchable } from '../watchable';
import { exitCodeOf, restoreFiles, runOf, runToEnd, warn, type RunArguments } from '../run';
import { streams } from '../streams';

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

export type FileArguments = Pick<ReduceArguments, 'file' | 'output' | 'journal' | 'json'>;

export interface ReduceArguments extends ReduceOptions {
  readonly file: string;
}

/** Returns the exit code. */
export function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  return reduceJob(options, (decoded) => fileJob(options, decoded, assets));
}

/** The same for any job that `of` makes of the file's text. */
export async function reduceJob(options: FileArguments, of: (decoded: DecodedText) => Job): Promise<number> {
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
    fileName: basename(options.file),
    ...decoded,
    kept: keptBy(options.keep, decoded.text, options.file),
    search: options.search,
    passes: passesOf(options),
    ...runOf(options, options.file, assets),
  };
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
  if (!json) streams().stdout.write(`${written.path}\n`);
  return exitCodeOf(finished, written);
}
