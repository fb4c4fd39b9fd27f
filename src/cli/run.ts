/** Runs of the terminal: their limits, events, signals and exit codes. */
import { OracleError } from '../oracle/calibration/calibrate';
import { heldByOther, restoreAbandoned } from '../oracle/places/inPlace/restore';
import { Interrupted, requireResult } from '../reduction/controls';
import { PathError } from '../reduction/ending/outputs';
import type { EndTold, Listener } from '../reduction/events/events';
import type { Written } from './files';
import { abandonedResults, type BestOf, type BestSoFar } from '../host/bestSoFar';
import { lineOf } from './guesses/words';
import { Hosting, type Done } from '../host/hosting';
import { interruptible } from './keys';
import { progressPrinter } from './progress';
import type { Given } from './options';
import { exitCodes, streams, warn } from './printing';

/** The best result so far is kept for this input and under this name, unless there is a journal. */
type RunPlace = Pick<Given, 'json' | 'quiet' | 'journal'> & BestOf;

/** Does the work, whose result `conclude` writes; if that or the work fails, the best one so far stays and is told. Returns the exit code. */
export async function runToEnd<D extends Done<unknown>>(
  { json, quiet, journal, input, name }: RunPlace,
  work: (hosting: Hosting) => Promise<D>,
  conclude: (done: D, best: BestSoFar) => Promise<number>,
): Promise<number> {
  const { onEvent, codeFor } = watchful(json ? printEvent : quiet ? () => {} : progressPrinter(streams().stderr));
  const hosting = new Hosting(onEvent, { of: { input, name, isWritten: journal === undefined } });
  const ended = async () => {
    const done = await interruptible(hosting, () => work(hosting));
    requireResult(done.end);
    return conclude(done, hosting.best!);
  };
  return codeFor(await hosting.toEnd(ended, warn));
}

/** The exit code of a run with a result; prints problems of the result, or of its place. */
export function exitCodeOf(end: EndTold, written: Written): number {
  const code = codeOf(end);
  if (!written.problem) return code;
  warn(`whittle: ${written.problem}`);
  return exitCodes.usage;
}

function codeOf({ ending, problem, confirmed, unverified }: EndTold): number {
  if (ending === 'interrupted') return exitCodes.interrupted;
  if (ending === 'broken') {
    warn(`whittle: ${problem} The best result so far is kept.`);
    return exitCodes.usage;
  }
  if ((confirmed || unverified) && !problem) return exitCodes.reduced;
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

/**
 * Restores files in which killed runs left a candidate, and tells of that and of the best results of killed runs on this input. Throws
 * `PathError` if a living run tests candidates in this file.
 */
export async function tellLeft(input: string, tell: (sentence: string) => void): Promise<void> {
  for (const { path, problem } of restoreAbandoned()) {
    tell(problem ?? `An earlier run was interrupted and left ${path} changed: it is restored.`);
  }
  const held = heldByOther(input);
  if (held) throw new PathError(held);
  for (const sentence of await abandonedResults(input)) tell(sentence);
}

/** Tells why there is no result; returns the exit code. `words`: of the command line. */
export function complain(error: unknown, words: readonly string[] = []): number {
  warn(`whittle: ${(error as Error).message}`);
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (!(error instanceof OracleError)) return exitCodes.usage;
  if (error.output) warn(`The test said:\n${error.output.replace(/^/gm, '  ')}`);
  const isFailure = error.message.startsWith('The command fails');
  if (isFailure && words.includes('--test') && !words.some((word) => /^--(?:exit|match|same-failure)$/.test(word)))
    warn(`If this failure is the bug:\n  whittle ${lineOf([...words, '--same-failure'])}`);
  return exitCodes.doesNotHold;
}

/** Prints each event as a line, without `text`, which is no plain data. */
export const printEvent: Listener = (event) => {
  streams().stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};
