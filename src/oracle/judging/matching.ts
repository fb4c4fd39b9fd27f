/**
 * Regular expressions that come from people, or are learned from output. Some backtrack for years on the wrong text (`(a+)+$`), and while
 * they do, this thread hears no signal. So they are matched with a time limit: V8 ends a regular expression when it ends a script.
 */
import * as l10n from '@vscode/l10n';
import { createContext, Script, type Context } from 'node:vm';

/** The time for all patterns of a rule on one output, ms: a run answers to signals and limits after this time at the latest. */
const patienceMs = 500;

/** No verdict: this pattern took too long. */
export interface Slow {
  readonly slow: string;
}

/** For the user, one sentence with the remedy. */
export function tooSlow({ slow }: Slow): string {
  return l10n.t(
    'The pattern /{0}/ takes more than {1} seconds: let it begin with ^ and a word, without a repetition within a repetition such as (a+)+.',
    slow,
    patienceMs / 1000,
  );
}

/** Without repetitions and alternatives the time grows with the text only: the limit, which costs 0.1 ms, is not needed. */
const harmless = /^(?:\\.|[^\\*+?{|])*$/s;

/** What `work` returns; a pattern that it has matched by `using` when the time was over. */
export function matchInTime<T>(patterns: readonly string[], work: (using: (pattern: string) => void) => T): T | Slow {
  let slow = '';
  const whole = () => work((pattern) => void (slow = pattern));
  if (patterns.every((pattern) => harmless.test(pattern))) return whole();
  const done: { value?: T } = {};
  return timed(() => void (done.value = whole())) ? done.value! : { slow };
}

let turn: Promise<unknown> = Promise.resolve();

/** What `judge` returns; throws the signal's reason if aborted. Several tests may end at once: after a slow one, signals are heard before the next is judged. */
export function inTurn<T>(signal: AbortSignal, judge: () => T | Slow): Promise<T | Slow> {
  const judged = turn.then(() => {
    signal.throwIfAborted();
    return judge();
  });
  const rest = (answer: T | Slow) => (isSlow(answer) ? new Promise((resolve) => setImmediate(resolve)) : undefined);
  turn = judged.then(rest).catch(() => undefined);
  return judged;
}

export function isSlow(answer: unknown): answer is Slow {
  return typeof answer === 'object' && answer !== null && 'slow' in answer;
}

let stage: { readonly context: Context; readonly script: Script } | undefined;

/** False if the time was over. */
function timed(work: () => void): boolean {
  stage ??= { context: createContext({}), script: new Script('work()') };
  stage.context.work = work;
  try {
    stage.script.runInContext(stage.context, { timeout: patienceMs });
    return true;
  } catch (error) {
    // V8 has too little room for the places to go back to.
    const isOverflow = error instanceof RangeError;
    if (isOverflow || (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    stage.context.work = undefined;
  }
}
