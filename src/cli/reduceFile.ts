/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename } from 'node:path';
import type { ChosenOptions } from '../reduction/options';
import type { Job } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import type { Outcome } from '../reduction/reduce';
import { decode } from '../text/encoding';
import { named, outputAt, readInput, writeOutput } from './files';
import type { Output } from './files';
import { progressPrinter } from './progress';
import { complain, exitCodes, exitCodeOf, interruptible, printEvent, runOf } from './run';
import type { RunArguments } from './run';

export interface ReduceArguments extends RunArguments {
  readonly file: string;
  readonly reducer: string;
  readonly strategy: string;
  /** Options of the reducer. */
  readonly options: Partial<ChosenOptions>;
  readonly loop: string;
  readonly commit: string;
  readonly output?: string;
}

/** Says what is wrong on stderr; returns the exit code. */
export async function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  try {
    const bytes = await readInput(options.file);
    const output = await outputAt(options.output ?? named(options.file, 'reduced'), [options.file]);
    const listener = options.json ? printEvent : progressPrinter(process.stderr);
    const outcome = await interruptible((signal) => reduce(jobOf(options, bytes, assets), listener, signal));
    return await conclude(outcome, output, options.json);
  } catch (error) {
    return complain(error);
  }
}

function jobOf(options: ReduceArguments, bytes: Uint8Array, assets: string): Job {
  return {
    fileName: basename(options.file),
    ...decode(bytes),
    reducer: options.reducer,
    strategy: options.strategy,
    options: options.options,
    ...runOf(options, assets),
    loop: options.loop,
    commit: options.commit,
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
