/**
 * Runs of the terminal: their limits, events, signals, keys and exit codes. Signals end a run with its best result. p pauses it and lets it
 * go on, s skips the phase, q stops it: the terminal then hands keys over one by one; Ctrl-C stays a signal, which is heeded also while
 * keys have to wait.
 */
import { spawnSync } from 'node:child_process';
import { OracleError } from '../oracle/calibration/calibrate';
import { heldByOther, restoreAbandoned } from '../oracle/places/inPlace/restore';
import { Interrupted } from '../reduction/controls';
import { PathError } from '../reduction/ending/outputs';
import type { EndTold, Listener } from '../reduction/events/events';
import { abandonedResults, type BestOf } from '../host/bestSoFar';
import { isTest, withCommand } from './guesses/proposals';
import { platform } from '../oracle/platform/platform';
import { endings, signals } from '../oracle/platform/processes';
import { lineOf } from '../oracle/processes/command';
import { Hosting } from '../host/host';
import { exitCodes, streams, warn } from './printing';

/**
 * Does the work, whose result `conclude` writes; if that or the work fails, the best one so far stays and is told. Returns the exit code:
 * not 0 if something was left behind.
 */
export async function runToEnd<T>(
  listener: Listener,
  work: (hosting: Hosting) => Promise<T>,
  conclude: (done: T, hosting: Hosting) => Promise<number> | number,
  of?: BestOf & { readonly isWritten: boolean },
): Promise<number> {
  let isLeft = false;
  const onEvent: Listener = (event) => {
    isLeft ||= event.event === 'left';
    listener(event);
  };
  const hosting = new Hosting(onEvent, { of, speaker: 'terminal', tellsBest: streams().stderr.isTTY });
  const ended = async () => conclude(await interruptible(hosting, () => work(hosting)), hosting);
  const code = await hosting.toEnd(ended, warn);
  return isLeft && code === exitCodes.reduced ? exitCodes.usage : code;
}

/** The exit code of a run with a result, whose problem is printed. */
export function exitCodeOf({ ending, problem, confirmed, unverified }: EndTold): number {
  if (ending === 'interrupted') return exitCodes.interrupted;
  if (ending === 'broken') {
    warn(`whittle: ${problem} The best result so far is kept.`);
    return exitCodes.usage;
  }
  if ((confirmed || unverified) && !problem) return exitCodes.reduced;
  warn(problem ?? 'The result did not hold when it was tested again: the test is not reliable.');
  return exitCodes.doesNotHold;
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

/** Tells why there is no result; returns the exit code. `words`: of the command line, among them the inputs. */
export function complain(error: unknown, words: readonly string[] = [], [one, other]: readonly string[] = []): number {
  warn(`whittle: ${(error as Error).message}`);
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (!(error instanceof OracleError)) return exitCodes.usage;
  if (error.output) warn(`The test said:\n${error.output.replace(/^/gm, '  ')}`);
  const [command, file = ''] = words;
  if (command === 'reduce' && isTest(file) && error.message.includes('--place overlay')) {
    warn(`If it is a test of a runner:\n  whittle ${lineOf(['test', file])}`);
  }
  if (command === 'test' && error.message.startsWith('No test runner')) {
    warn(`Say how it fails:\n  whittle ${lineOf(withCommand([file]))} --place overlay`);
  }
  const isSwapped = error.remedy?.kind === 'swap';
  const isFailure = isSwapped || error.message.startsWith('The command fails');
  if (isFailure && words.includes('--test') && !words.some((word) => /^--(?:exit|match|same-failure)$/.test(word)))
    warn(`If this failure is the bug:\n  whittle ${lineOf([...words, '--same-failure'])}`);
  const swapped = words.map((word) => (word === one ? other : word === other ? one : word));
  if (isSwapped) warn(`If they are swapped:\n  whittle ${lineOf(swapped)}`);
  return exitCodes.doesNotHold;
}

/** Prints each event as a line, without `text`, which is no plain data. */
export const printEvent: Listener = (event) => {
  streams().stdout.write(`${JSON.stringify(event, (key, value: unknown) => (key === 'text' ? undefined : value))}\n`);
};

/** Signals and keys belong to the runs of the work while it lasts. */
export async function interruptible<T>(hosting: Hosting, work: () => Promise<T>): Promise<T> {
  const names = [signals.interrupt, ...endings];
  for (const name of names) process.on(name, hosting.stop);
  const deaf = listenToKeys(hosting);
  try {
    return await work();
  } finally {
    deaf();
    for (const name of names) process.off(name, hosting.stop);
  }
}

/** The terminal's own settings are changed by its own program: Node's raw mode makes a key of Ctrl-C. */
function stty(...settings: string[]): string {
  const { stdout } = spawnSync('stty', settings, { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/** Returns what ends it. Does nothing where there is no terminal, or where another process has it. */
function listenToKeys(hosting: Hosting): () => void {
  const { stdin } = streams();
  if (!stdin.isTTY) return () => {};
  const press = (keys: Buffer) => {
    for (const key of keys.toString('latin1')) {
      if (key === 'p') hosting.tell(hosting.paused ? 'resume' : 'pause');
      else if (key === 's') hosting.tell('skip');
      else if (key === 'q') hosting.stop();
    }
  };
  let before: string | undefined;
  const on = () => {
    if (!platform.isInForeground()) return;
    before ??= stty('-g');
    stty('-icanon', '-echo', 'min', '1', 'time', '0');
    hosting.isAttended = true;
    stdin.off('data', press).on('data', press);
    stdin.resume();
  };
  const off = () => {
    stdin.off('data', press);
    stdin.pause();
    if (before) stty(before);
  };
  /** The next program finds the terminal as it was. */
  const suspend = () => {
    off();
    process.kill(process.pid, signals.stop);
  };
  const atExit = () => void (platform.isInForeground() && off());
  process.on(signals.suspend, suspend);
  process.on(signals.resume, on);
  process.on('exit', atExit);
  on();
  return () => {
    process.off(signals.suspend, suspend);
    process.off(signals.resume, on);
    process.off('exit', atExit);
    atExit();
    stdin.off('data', press).pause();
  };
}

export const keysHelp = 'Keys: p pauses and resumes, s skips the phase, q stops.';
