/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename } from 'node:path';
import { braces, fixedText, template } from '../oracle/command';
import { OracleError } from '../oracle/calibrate';
import type { Listener } from '../reduction/events';
import type { ReducerOptions } from '../reducers/options';
import type { Job } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import type { Outcome } from '../reduction/reduce';
import { decode } from '../text/encoding';
import { outputFor, readInput, writeOutput } from './files';
import type { Output } from './files';
import { progressPrinter } from './progress';

export const exitCodes = { reduced: 0, doesNotHold: 1, usage: 2, interrupted: 130 } as const;

export interface ReduceArguments {
  readonly file: string;
  readonly test: string;
  readonly reducer: string;
  readonly strategy: string;
  /** Options of the reducer. */
  readonly options: Partial<ReducerOptions>;
  readonly loop: string;
  readonly commit: string;
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
    const output = await outputFor(options.file, options.output);
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
    oracle: { invocation: { line: template(options.test, braces) }, cwd: fixedText(process.cwd()) },
    reducer: options.reducer,
    strategy: options.strategy,
    options: options.options,
    loop: options.loop,
    commit: options.commit,
    jobs: options.jobs,
    timeoutMs: options.timeout,
    maxMs: options.maxTime === undefined ? undefined : options.maxTime * 1000,
    maxTests: options.maxTests,
    assets,
  };
}

async function conclude({ finished, bytes }: Outcome, output: Output, json: boolean): Promise<number> {
  if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) {
    process.stderr.write('Interrupted before anything was removed: no result is written.\n');
    return exitCodes.interrupted;
  }
  await writeOutput(output, bytes);
  if (!json) process.stdout.write(`${output.path}\n`);
  if (finished.ending === 'interrupted') return exitCodes.interrupted;
  if (finished.ending === 'broken') {
    process.stderr.write(`whittle: ${finished.problem} The best result so far is kept.\n`);
    return exitCodes.usage;
  }
  if (finished.confirmed) return exitCodes.reduced;
  process.stderr.write('The property did not hold when the result was tested once more: the test is not reliable.\n');
  return exitCodes.doesNotHold;
}

function complain(error: unknown): number {
  process.stderr.write(`whittle: ${(error as Error).message}\n`);
  if (!(error instanceof OracleError)) return exitCodes.usage;
  if (error.output) process.stderr.write(`The test said:\n${error.output.replace(/^/gm, '  ')}\n`);
  return exitCodes.doesNotHold;
}

/** `text` is for consumers in the same process; everything else is plain data. */
const printEvent: Listener = (event) => {
  process.stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};

/** Ctrl-C and the like end the run and keep the best result. */
async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
  const abort = () => controller.abort();
  for (const name of signals) process.on(name, abort);
  try {
    return await run(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
