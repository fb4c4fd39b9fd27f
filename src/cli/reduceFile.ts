/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename } from 'node:path';
import { braces, fixedText, template } from '../oracle/command';
import { OracleError } from '../oracle/calibrate';
import type { Listener } from '../reduction/events';
import { JobError } from '../reduction/plan';
import { reduce } from '../reduction/reduce';
import type { Outcome } from '../reduction/reduce';
import { decode } from '../text/encoding';
import { outputPath, PathError, readInput, writeOutput } from './files';
import { progressPrinter } from './progress';

export const exitCodes = { reduced: 0, doesNotHold: 1, usage: 2, interrupted: 130 } as const;

export interface ReduceArguments {
  readonly file: string;
  readonly test: string;
  readonly reducer: string;
  readonly strategy: string;
  readonly jobs: number;
  readonly timeout?: number;
  /** Seconds. */
  readonly maxTime?: number;
  readonly maxTests?: number;
  readonly output?: string;
  readonly json: boolean;
}

/** Says what is wrong on stderr; returns the exit code. */
export async function reduceFile(options: ReduceArguments, assets: string): Promise<number> {
  try {
    const bytes = await readInput(options.file);
    const output = await outputPath(options.file, options.output);
    const outcome = await interruptible((signal) =>
      reduce(
        {
          fileName: basename(options.file),
          ...decode(bytes),
          oracle: { invocation: { line: template(options.test, braces) }, cwd: fixedText(process.cwd()) },
          reducer: options.reducer,
          strategy: options.strategy,
          jobs: options.jobs,
          timeoutMs: options.timeout,
          maxMs: options.maxTime === undefined ? undefined : options.maxTime * 1000,
          maxTests: options.maxTests,
          assets,
        },
        options.json ? printEvent : progressPrinter(process.stderr),
        signal,
      ),
    );
    await writeOutput(output, outcome.bytes);
    if (!options.json) process.stdout.write(`${output}\n`);
    return exitCode(outcome);
  } catch (error) {
    return complain(error, options.json);
  }
}

function exitCode({ finished }: Outcome): number {
  if (finished.ending === 'interrupted') return exitCodes.interrupted;
  if (finished.confirmed) return exitCodes.reduced;
  process.stderr.write('The property did not hold when the result was tested once more: the test is not reliable.\n');
  return exitCodes.doesNotHold;
}

function complain(error: unknown, json: boolean): number {
  const known = error instanceof OracleError || error instanceof JobError || error instanceof PathError;
  const { message } = error as Error;
  if (!json || error instanceof PathError) process.stderr.write(`whittle: ${message}\n`);
  if (!json && error instanceof OracleError && error.output) {
    process.stderr.write(`The test said:\n${error.output.replace(/^/gm, '  ')}\n`);
  }
  if (!known && process.env.WHITTLE_DEBUG) throw error;
  return error instanceof OracleError ? exitCodes.doesNotHold : exitCodes.usage;
}

/** `text` is for consumers in the same process; everything else is plain data. */
const printEvent: Listener = (event) => {
  process.stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};

/** Ctrl-C and the like end the run and keep the best result. */
async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const abort = () => controller.abort();
  for (const name of signals) process.on(name, abort);
  try {
    return await run(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
