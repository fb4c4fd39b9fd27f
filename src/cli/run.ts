/** What the commands of the terminal that run tests have in common. */
import { OracleError } from '../oracle/calibrate';
import { braces, fixedText, template } from '../oracle/command';
import type { Finished, Isolated, Listener } from '../reduction/events';
import type { Job } from '../reduction/job';

export const exitCodes = { reduced: 0, doesNotHold: 1, usage: 2, interrupted: 130 } as const;

export interface RunArguments {
  readonly test: string;
  readonly jobs: number;
  readonly timeout?: number;
  /** Seconds. */
  readonly maxTime?: number;
  readonly maxTests?: number;
  readonly filter: string;
  readonly json: boolean;
}

/** Oracle and limits of a job. */
export function runOf(options: RunArguments, assets: string) {
  return {
    oracle: { invocation: { line: template(options.test, braces) }, cwd: fixedText(process.cwd()) },
    filter: options.filter,
    jobs: options.jobs,
    timeoutMs: options.timeout,
    maxMs: options.maxTime === undefined ? undefined : options.maxTime * 1000,
    maxTests: options.maxTests,
    assets,
  } satisfies Partial<Job>;
}

/** The code for a run that has a result; says on stderr if something is wrong with it. */
export function exitCodeOf({ ending, problem, confirmed }: Finished | Isolated): number {
  if (ending === 'interrupted') return exitCodes.interrupted;
  if (ending === 'broken') {
    process.stderr.write(`whittle: ${problem} The best result so far is kept.\n`);
    return exitCodes.usage;
  }
  if (confirmed) return exitCodes.reduced;
  process.stderr.write('The result was tested once more and the verdict was another: the test is not reliable.\n');
  return exitCodes.doesNotHold;
}

/** Says why there is no result; returns the exit code. */
export function complain(error: unknown): number {
  process.stderr.write(`whittle: ${(error as Error).message}\n`);
  if (!(error instanceof OracleError)) return exitCodes.usage;
  if (error.output) process.stderr.write(`The test said:\n${error.output.replace(/^/gm, '  ')}\n`);
  return exitCodes.doesNotHold;
}

/** Prints each event as a line. `text` is for consumers in the same process; everything else is plain data. */
export const printEvent: Listener = (event) => {
  process.stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};

/** Ctrl-C and the like end the run and keep the best result. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
