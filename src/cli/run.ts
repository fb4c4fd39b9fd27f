/** Runs of the terminal: their limits, events, signals and exit codes. */
import { resolve } from 'node:path';
import { OracleError } from '../oracle/calibration/calibrate';
import { heldByOther, restoreAbandoned } from '../oracle/places/inPlace/restore';
import { Controls, Interrupted } from '../reduction/controls';
import { PathError } from '../reduction/ending/outputs';
import type { EndTold, Listener } from '../reduction/events/events';
import type { Written } from './files';
import { keepingBest, type Offer } from './bestSoFar';
import { progressPrinter } from './progress';
import { doingUntilInterrupted } from './interrupting';
import { listenToKeys } from './keys';
import { jobOptions, type Values } from '../options/values';
import { oracleFrom, type Given } from './options';
import { endings, signals } from '../oracle/platform/processes';
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

export interface Undertaken {
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
  readonly controls: Controls;
  /** Unset with a journal. */
  readonly offer?: Offer;
}

/** The best result so far is kept under `input` and `name`. Returns the exit code. */
export function runToEnd<T>(
  { json, journal, ...kept }: Pick<Given, 'json' | 'journal'> & { readonly input: string; readonly name: string },
  work: (given: Undertaken) => Promise<T>,
  conclude: (outcome: T) => Promise<number>,
): Promise<number> {
  const { onEvent, meanwhile, codeFor } = watchful(json ? printEvent : progressPrinter(streams().stderr));
  const begin = (offer?: Offer) => interruptible((signal, controls) => work({ onEvent, signal, controls, offer }));
  const end = async (outcome: T) => codeFor(await conclude(outcome));
  return journal === undefined ? keepingBest({ ...kept, listener: meanwhile }, begin, end) : begin().then(end);
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

/**
 * Passes events on to `listener`, those of `meanwhile` only until the run has finished. A run that has left something behind does not
 * end with 0.
 */
export function watchful(listener: Listener) {
  let isLeft = false;
  let isFinished = false;
  const onEvent: Listener = (event) => {
    isLeft ||= event.event === 'left';
    isFinished ||= event.event === 'finished';
    listener(event);
  };
  const meanwhile: Listener = (event) => {
    if (!isFinished) onEvent(event);
  };
  return {
    onEvent,
    meanwhile,
    codeFor: (code: number) => (isLeft && code === exitCodes.reduced ? exitCodes.usage : code),
  };
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

/** Signals end the run with its best result; keys pause it, skip its phase and stop it. */
export async function interruptible<T>(run: (signal: AbortSignal, controls: Controls) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const controls = new Controls();
  const names = [signals.interrupt, ...endings];
  const abort = () => controller.abort();
  controls.doing = doingUntilInterrupted(abort);
  for (const name of names) process.on(name, abort);
  const deaf = listenToKeys(controls, abort);
  try {
    return await run(controller.signal, controls);
  } finally {
    deaf();
    for (const name of names) process.off(name, abort);
  }
}
