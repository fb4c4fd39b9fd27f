/** Runs of the terminal: their limits, events, signals and exit codes. */
import { resolve } from 'node:path';
import { OracleError } from '../oracle/calibration/calibrate';
import { heldByOther, restoreAbandoned } from '../oracle/places/inPlace/restore';
import { Interrupted } from '../reduction/controls';
import { PathError } from '../reduction/ending/outputs';
import type { EndTold, Listener } from '../reduction/events/events';
import type { Written } from './files';
import { abandonedResults } from '../host/bestSoFar';
import type { ForTerminal } from '../host/port';
import { Hosting, interruptible } from './hosting';
import { progressPrinter } from './progress';
import { jobOptions, type Values } from '../options/values';
import { oracleFrom, type Given } from './options';
import { streams, warn } from './printing';

export const exitCodes = { reduced: 0, doesNotHold: 1, usage: 2, interrupted: 130 } as const;

/** The part of a job that does not depend on its input. Throws `RuleError`. */
export function runOf(given: Given, assets: string) {
  const { place, root } = given;
  const { tests, ...others } = limitsOf(given, assets);
  const where = { place, root: root === undefined ? undefined : resolve(root) };
  return { ...others, oracle: oracleFrom(given), tests: { ...tests, ...where } };
}

/** Without the oracle. */
export function limitsOf({ journal, ...values }: Values<'reduce'>, assets: string) {
  return { ...jobOptions(values), journal: journal === undefined ? undefined : { file: journal }, assets };
}

interface RunPlace extends Pick<Given, 'json' | 'journal'>, Pick<ForTerminal, 'names'> {
  /** The best result so far is kept for this input and under this name, unless there is a journal. */
  readonly input: string;
  readonly name: string;
}

/** Does the work, whose result `conclude` writes; if that or the work fails, the best one so far stays and is told. Returns the exit code. */
export async function runToEnd<T>(
  { json, journal, names, input, name }: RunPlace,
  work: (hosting: Hosting) => Promise<T>,
  conclude: (outcome: T) => Promise<number>,
): Promise<number> {
  const { onEvent, codeFor } = watchful(json ? printEvent : progressPrinter(streams().stderr));
  const hosting = new Hosting(onEvent, { names, best: journal === undefined ? { input, name } : undefined });
  try {
    const code = await conclude(await interruptible(hosting, () => work(hosting)));
    await hosting.settle('drop');
    return codeFor(code);
  } catch (error) {
    const path = await hosting.settle('keep');
    if (path !== undefined) warn(`The best result so far is in ${path}.`);
    throw error;
  }
}

/** Tells on stderr what killed runs on this input have left. */
export async function tellAbandoned(input: string): Promise<void> {
  for (const sentence of await abandonedResults(input)) warn(sentence);
}

/** The exit code of a run with a result; prints problems of the result, or of its place. */
export function exitCodeOf(end: EndTold, written: Written): number {
  const code = codeOf(end);
  if (!written.problem) return code;
  warn(`whittle: ${written.problem}`);
  return exitCodes.usage;
}

function codeOf({ ending, problem, confirmed }: EndTold): number {
  if (ending === 'interrupted') return exitCodes.interrupted;
  if (ending === 'broken') {
    warn(`whittle: ${problem} The best result so far is kept.`);
    return exitCodes.usage;
  }
  if (confirmed && !problem) return exitCodes.reduced;
  const words = 'The result did not hold when it was tested again: the test is not reliable.';
  warn(problem ?? words);
  return exitCodes.doesNotHold;
}

/** Passes events on to `listener`. A run that has left something behind does not end with 0. */
export function watchful(listener: Listener) {
  let isLeft = false;
  const onEvent: Listener = (event) => {
    isLeft ||= event.event === 'left';
    listener(event);
  };
  return { onEvent, codeFor: (code: number) => (isLeft && code === exitCodes.reduced ? exitCodes.usage : code) };
}

/** Restores files in which killed runs left a candidate. Throws `PathError` if a living run tests candidates in this file. */
export function restoreFiles(file: string): void {
  for (const { path, problem } of restoreAbandoned()) {
    warn(problem ?? `An earlier run was interrupted and left ${path} changed: it is restored.`);
  }
  const held = heldByOther(file);
  if (held) throw new PathError(held);
}

/** Tells why there is no result; returns the exit code. */
export function complain(error: unknown): number {
  warn(`whittle: ${(error as Error).message}`);
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (!(error instanceof OracleError)) return exitCodes.usage;
  if (error.output) warn(`The test said:\n${error.output.replace(/^/gm, '  ')}`);
  return exitCodes.doesNotHold;
}

/** Prints each event as a line, without `text`, which is no plain data. */
export const printEvent: Listener = (event) => {
  streams().stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};
