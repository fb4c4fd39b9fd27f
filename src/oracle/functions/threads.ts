/**
 * The threads of a run: as many as tests run at once. A thread tests one candidate after the other, so that its module keeps what it
 * has in memory; calibration and confirmation get a new one each time.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { temporaryOnly } from '../places/directories';
import { pathsOf } from '../places/place';
import { killMarked, markName, markOf } from '../processes/escapees';
import { type Place, openSandbox } from '../sandbox';
import type { Question, Tester } from '../tester';
import {
  type Ask,
  type Asked,
  FunctionError,
  type Order,
  type Reply,
  type ThreadData,
  type Told,
  replyToError,
  toldUrl,
} from './propertyFunction';

/** A thread gets a directory for temporary files; its candidates are handed over. */
const besideThread = temporaryOnly((temporary) => pathsOf('', temporary));

/** `assets`: the folder of the threads' program. Throws `SandboxError`. */
export async function openThreads(data: ThreadData, assets: string): Promise<{ ask: Ask; dispose: Tester['dispose'] }> {
  const sandbox = await openSandbox(besideThread, data, () => false);
  const { opened, forget, endAll } = tracked(data, assets, (content) => sandbox.place(content));
  const idle: Thread[] = [];
  const ask: Ask = async (content, question) => {
    const before = idle.pop();
    const isUsable = before && !before.isGone && !question.inTurn;
    if (before && !isUsable) await forget(before);
    const thread = isUsable ? before : await opened();
    try {
      if (!isUsable) await thread.load(question.signal);
      const asked = await thread.ask(content, question);
      // Something that an earlier candidate has left may have ended the thread: a new one tells.
      if (isUsable && thread.isGone && asked.reply) return await ask(content, { ...question, inTurn: true });
      return asked;
    } catch (error) {
      thread.end();
      throw error;
    } finally {
      if (thread.isGone) await forget(thread);
      else idle.push(thread);
    }
  };
  const dispose = () => {
    endAll();
    return sandbox.dispose();
  };
  return { ask, dispose };
}

/** Threads and their places. */
function tracked(data: ThreadData, assets: string, placeFor: (content: Uint8Array) => Promise<Place>) {
  const places = new Map<Thread, Place>();
  let isClosed = false;
  return {
    async opened(): Promise<Thread> {
      const place = await placeFor(new Uint8Array());
      const thread = openThread(data, assets, place);
      places.set(thread, place);
      if (isClosed) thread.end();
      return thread;
    },
    async forget(thread: Thread): Promise<void> {
      const place = places.get(thread);
      places.delete(thread);
      thread.end();
      await place?.clear();
    },
    endAll(): void {
      isClosed = true;
      for (const thread of places.keys()) thread.end();
    },
  };
}

/** For a module to load, ms. */
const patience = 60_000;

interface Thread {
  /** Of no use any more: after a time-out, an abort, or because the property ended it. */
  readonly isGone: boolean;
  /** Waits until the module is loaded. Throws `FunctionError`, and the signal's reason if aborted. */
  load(signal: AbortSignal): Promise<void>;
  /** Throws the signal's reason if aborted. */
  ask(content: Uint8Array, question: Pick<Question, 'timeoutMs' | 'signal'>): Promise<Asked>;
  /** Ends the thread and the processes that it has started. */
  end(): void;
}

/** Tests one candidate at a time, and can be ended in the middle. `assets`: the folder of the thread's program; `place`: its directory for temporary files, and its mark. */
function openThread(data: ThreadData, assets: string, place: Place): Thread {
  const { temporary, mark } = place;
  const ours = { TMPDIR: temporary, TMP: temporary, TEMP: temporary, [markName]: markOf(mark) };
  const worker = new Worker(join(assets, 'propertyThread.js'), {
    workerData: data,
    env: { ...process.env, ...ours },
    // Nobody reads what a property prints, as with commands.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const isMine = ({ run, test }: Place['mark']) => run === mark.run && test === mark.test;
  let isGone = false;
  const end = () => {
    isGone = true;
    // A thread that waits for a process ends with it; before that it may start another one.
    void worker.terminate().finally(() => killMarked(isMine));
    killMarked(isMine);
  };
  const next = listener(worker, end, () => (isGone = true));
  return {
    get isGone() {
      return isGone;
    },
    end,
    load: async (signal) => requireLoaded(await next(patience, signal), data.module),
    async ask(content, { timeoutMs, signal }) {
      const began = performance.now();
      const bytes = Uint8Array.from(content);
      const order: Order = { bytes };
      worker.postMessage(order, [bytes.buffer]);
      const reply = (await next(timeoutMs, signal)) as Reply | undefined;
      return { reply, ms: performance.now() - began };
    },
  };
}

/** Gives the next message of the thread. After `ms` there is none, and the thread is ended, as on abort. */
function listener(worker: Worker, end: () => void, gone: () => void) {
  let hear: (told: Told) => void = () => undefined;
  const lost = (error: Error) => {
    gone();
    hear(replyToError(error));
  };
  worker.on('message', (told: Told) => hear(told));
  worker.on('error', lost);
  worker.on('exit', (code) => lost(new Error(`The property has ended its thread, with exit code ${code}.`)));
  return (ms: number, signal: AbortSignal): Promise<Told | undefined> =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (how: () => void) => {
        isSettled = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        hear = () => undefined;
        how();
      };
      const giveUp = (how: () => void) => {
        if (isSettled) return;
        end();
        settle(how);
      };
      const abort = () => giveUp(() => reject(signal.reason as Error));
      // After this process was held up, a message may be waiting: it comes before an immediate.
      const timer = setTimeout(() => setImmediate(() => giveUp(() => resolve(undefined))), ms);
      signal.addEventListener('abort', abort, { once: true });
      hear = (told) => settle(() => resolve(told));
      if (signal.aborted) abort();
    });
}

/** Throws `FunctionError`. */
function requireLoaded(told: Told | undefined, module: string): void {
  if (told && 'ready' in told) return;
  const path = toldUrl(module);
  if (!told)
    throw new FunctionError(l10n.t('{0} did not load within {1} s: make it load faster.', path, patience / 1000));
  const problem = 'problem' in told ? told.problem : told.said;
  throw new FunctionError(
    l10n.t('{0} cannot be used ({1}): its default export must be a function.', path, problem.split('\n')[0]),
  );
}
