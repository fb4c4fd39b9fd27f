/**
 * A small process that starts the tests of a run. To start a process, the system copies the page tables of the one that asks: from
 * this process, with all it has loaded, that takes 5 to 15 ms, in which nothing else happens here; from a small one it takes 1 ms. And it
 * can be started where its tests can harm nothing, so that entering there costs a test nothing.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { platform } from '../platform/platform';
import { type Isolation, signals } from '../platform/processes';
import type { Repair } from '../protection/changes';
import { CannotStart, type End, type Order } from './start';

/** From here to the launcher. */
export type Asked =
  | { readonly number: number; readonly order: Order }
  | { readonly number: number; readonly probes: readonly string[] }
  | { readonly number: number; readonly repair: Repair }
  | { readonly group: number; readonly signal: NodeJS.Signals };

/** From the launcher. Without a number: it is ready. */
export type Told =
  | { readonly number?: undefined }
  | { readonly number: number; readonly leader: number }
  | { readonly number: number; readonly problem: string }
  | { readonly number: number; readonly end: End }
  | { readonly number: number; readonly unseen: readonly string[] }
  | { readonly number: number; readonly repaired: boolean };

/** A command that runs. */
export interface Started {
  /** Process id of the leader, and of its group, in its PID namespace. */
  readonly leader: number;
  /** Undefined if that cannot be known any more: the launcher is gone. */
  readonly ended: Promise<End | undefined>;
  /** Sends a signal to its group, or to another one of its PID namespace. */
  signal(signal: NodeJS.Signals, group?: number): void;
  /** Its end is not waited for any more: who is to tell it does not answer. */
  abandon(): void;
}

export interface Launcher {
  readonly child: ChildProcess;
  readonly isolation?: Isolation;
  /** Resolves once it can start tests, or to false if it never will. */
  readonly ready: Promise<boolean>;
  isGone(): boolean;
  /** Undefined if it is not there. Throws `CannotStart`. */
  start(order: Order): Promise<Started | undefined>;
  /** Which of these paths do its tests not see? Undefined if it is gone. */
  unseen(probes: readonly string[]): Promise<readonly string[] | undefined>;
  /** Does what is asked on what its tests see; false if it could not. */
  repair(repair: Repair): Promise<boolean>;
  /** Ends it, and all that it has started if it is alone there. */
  close(): void;
}

/** A launcher that was stopped gives no answer: after so many ms it is taken for gone. Nothing that it is asked takes as long. */
const patience = 5000;

/** `program`: its file; `isolate`: where it runs, unless here; `stream`: what commands inherit. */
export function openLauncher(
  program: string,
  isolate?: (words: string[]) => Isolation | undefined,
  stream: 'ignore' | 'pipe' = 'ignore',
): Launcher {
  const plain = [process.execPath, program, ...(isolate ? [platform.pidSpace()] : [])];
  const isolation = isolate?.(plain);
  const [file, ...args] = isolation?.words ?? plain;
  const child = spawn(file, args, { detached: true, stdio: [stream, stream, stream, 'ipc'] });
  const line = conversation(child);
  const send = (group: number, signal: NodeJS.Signals) =>
    isolation ? line.tell({ group, signal }) : platform.signalGroup(group, signal);
  return {
    ...{ child, isolation, ready: line.ready, isGone: line.isGone },
    async start(order) {
      const asked = line.ask((number) => ({ number, order }));
      const begun = await asked.first();
      if (!begun) return undefined;
      if ('problem' in begun) throw new CannotStart(begun.problem);
      if (!('leader' in begun)) return undefined;
      const { leader } = begun;
      const ended = asked.second().then((told) => (told && 'end' in told ? told.end : undefined));
      return { leader, ended, signal: (signal, group = leader) => void send(group, signal), abandon: line.close };
    },
    async unseen(probes) {
      const told = await line.ask((number) => ({ number, probes })).first();
      return told && 'unseen' in told ? told.unseen : undefined;
    },
    async repair(repair) {
      const told = await line.ask((number) => ({ number, repair })).first();
      return told !== undefined && 'repaired' in told && told.repaired;
    },
    close: line.close,
  };
}

interface Asking {
  /** The first answer; undefined if the launcher is gone. */
  first(): Promise<Told | undefined>;
  /** The second one. */
  second(): Promise<Told | undefined>;
}

/** Questions and answers by number. This process ends though a launcher is open, unless it waits for an answer. */
function conversation(child: ChildProcess) {
  const questions = openQuestions();
  let isAwaited = true;
  let gone = false;
  let begin: (ready: boolean) => void;
  const ready = new Promise<boolean>((resolve) => (begin = resolve));
  const staysAlive = () => (isAwaited || questions.areOpen() ? child.channel?.ref() : child.channel?.unref());
  const begun = (isReady: boolean) => {
    isAwaited = false;
    begin(isReady);
    staysAlive();
  };
  const end = () => {
    gone = true;
    begun(false);
    questions.end();
  };
  child.on('message', (told: Told) => {
    if (told.number === undefined) return begun(true);
    questions.answer(told.number, told, !('leader' in told));
    staysAlive();
  });
  // Each message that does not arrive is an error of its own.
  child.on('error', end).once('exit', end);
  child.unref();
  const close = () => void child.kill(signals.kill);
  return {
    ready,
    close,
    isGone: () => gone,
    tell: (asked: Asked) => !gone && child.send(asked),
    ask(of: (number: number) => Asked): Asking {
      const { number, first, second } = questions.ask();
      if (gone) questions.end();
      else child.send(of(number));
      staysAlive();
      return { first: () => within(first, close), second: () => second };
    },
  };
}

/** Each has one answer, or two. */
function openQuestions() {
  const waiting = new Map<number, ((told: Told | undefined) => void)[]>();
  let count = 0;
  return {
    areOpen: () => waiting.size > 0,
    ask() {
      const answers: ((told: Told | undefined) => void)[] = [];
      const next = () => new Promise<Told | undefined>((resolve) => answers.push(resolve));
      const [first, second] = [next(), next()];
      waiting.set(++count, answers);
      return { number: count, first, second };
    },
    answer(number: number, told: Told, isLast: boolean): void {
      waiting.get(number)?.shift()?.(told);
      if (isLast) waiting.delete(number);
    },
    /** There are no answers any more. */
    end(): void {
      for (const answers of waiting.values()) for (const answer of answers) answer(undefined);
      waiting.clear();
    },
  };
}

/** `giveUp` if there is no answer in time. */
async function within<T>(answer: Promise<T>, giveUp: () => void): Promise<T> {
  const timer = setTimeout(giveUp, patience);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
