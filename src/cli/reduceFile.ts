/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename, resolve } from 'node:path';
import type { Job } from '../reduction/job';
import { keptBy } from '../reduction/kept';
import { reduce } from '../reduction/reduce';
import type { Outcome } from '../reduction/reduce';
import { decode } from '../text/encoding';
import { named, outputAt, PathError, readInput, writeOutput } from './files';
import type { Output } from './files';
import { progressPrinter } from './progress';
import { complain, exitCodes, exitCodeOf, interruptible, printEvent, restoreFiles, runOf } from './run';
import type { RunArguments } from './run';

/** What is said of a reduction, whatever its input. */
export interface ReduceOptions extends RunArguments {
  /** The text of a `SearchValue`. */
  readonly search: string;
  /** Patterns of what must stay. */
  readonly keep: readonly string[];
  readonly output?: string;
  readonly journal?: string;
  /** Tokens. */
  readonly targetSize?: number;
}

export interface ReduceArguments extends ReduceOptions {
  readonly file: string;
}

/** Says what is wrong on stderr; returns the exit code. */
export async function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  try {
    restoreFiles(options.file);
    const bytes = await readInput(options.file);
    const output = await outputAt(options.output ?? named(options.file, 'reduced'), [options.file]);
    if (options.journal !== undefined && resolve(options.journal) === output.path) {
      throw new PathError('The journal would be replaced by the output: choose another --journal.');
    }
    const listener = options.json ? printEvent : progressPrinter(process.stderr);
    const outcome = await interruptible((signal, controls) =>
      reduce(jobOf(options, bytes, assets), listener, signal, controls),
    );
    return await conclude(outcome, output, options.json);
  } catch (error) {
    return complain(error);
  }
}

/** Throws `JobError`. */
function jobOf(options: ReduceArguments, bytes: Uint8Array, assets: string): Job {
  const decoded = decode(bytes);
  return {
    fileName: basename(options.file),
    ...decoded,
    kept: keptBy(options.keep, decoded.text, options.file),
    search: options.search,
    ...runOf(options, options.file, assets),
    journal: options.journal === undefined ? undefined : { file: options.journal },
    targetTokens: options.targetSize,
  };
}

async function conclude({ finished, bytes }: Outcome, output: Output, json: boolean): Promise<number> {
  if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) {
    process.stderr.write('Interrupted before anything was removed: no result is written.\n');
    return exitCodes.interrupted;
  }
  await writeOutput(output, bytes);
  if (!json) process.stdout.write(`${output.path}\n`);
  return exitCodeOf(finished);
}
