/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename } from 'node:path';
import type { Job } from '../../reduction/job';
import { keptBy } from '../../reduction/kept';
import { reduce } from '../../reduction/reduce';
import type { Outcome } from '../../reduction/reduce';
import { decode } from '../../text/encoding';
import type { DecodedText } from '../../text/encoding';
import { named, outputAt, readInput, requireOwnJournal, writeOutput } from '../files';
import type { Output } from '../files';
import { writtenSomewhere } from '../results/elsewhere';
import { tellAbandoned } from '../results/keepingBest';
import { complain, exitCodes, exitCodeOf, restoreFiles, runOf, runToEnd } from '../run';
import type { RunArguments } from '../run';
import { setAside } from '../results/setAside';

/** What is said of a reduction, whatever its input. */
export interface ReduceOptions extends RunArguments {
  /** The text of a `SearchValue`. */
  readonly search: string;
  /** Patterns of what must stay. */
  readonly keep: readonly string[];
  readonly output?: string;
}

/** What the way from a file to a file depends on. */
export type FileArguments = Pick<ReduceArguments, 'file' | 'output' | 'journal' | 'json'>;

export interface ReduceArguments extends ReduceOptions {
  readonly file: string;
}

/** What reduces the text of the file. */
type Reduce = (text: DecodedText, ...rest: ReduceRest) => Promise<Outcome>;

type ReduceRest = Parameters<typeof reduce> extends [unknown, ...infer Rest] ? Rest : never;

/** Says what is wrong on stderr; returns the exit code. */
export function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  return reduceBy(options, (decoded, ...rest) => reduce(jobOf(options, decoded, assets), ...rest));
}

/** The same by another way to reduce. */
export async function reduceBy(options: FileArguments, by: Reduce): Promise<number> {
  try {
    restoreFiles(options.file);
    await tellAbandoned(options.file);
    const bytes = await readInput(options.file);
    const output = await outputAt(options.output ?? named(options.file, 'reduced'), [options.file]);
    requireOwnJournal(options.journal, [output.path]);
    return await runToEnd(
      { ...options, input: options.file, name: basename(output.path) },
      ({ onEvent, signal, controls, offer }) => by(decode(bytes), onEvent, signal, controls, { onBest: offer }),
      (outcome) => conclude(outcome, output, options),
    );
  } catch (error) {
    return complain(error);
  }
}

/** Throws `JobError`. */
function jobOf(options: ReduceArguments, decoded: DecodedText, assets: string): Job {
  return {
    fileName: basename(options.file),
    ...decoded,
    kept: keptBy(options.keep, decoded.text, options.file),
    search: options.search,
    ...runOf(options, options.file, assets),
  };
}

async function conclude(
  { finished, bytes }: Outcome,
  output: Output,
  { json, output: chosen }: FileArguments,
): Promise<number> {
  if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) {
    process.stderr.write('Interrupted before anything was removed: no result is written.\n');
    return exitCodes.interrupted;
  }
  const older = chosen === undefined ? () => setAside(output.path, bytes) : undefined;
  const written = await writtenSomewhere(output.path, bytes, () => writeOutput(output, bytes, older));
  if (!json) process.stdout.write(`${written.path}\n`);
  return exitCodeOf(finished, written);
}
