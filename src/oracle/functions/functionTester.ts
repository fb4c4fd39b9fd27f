/**
 * Verdicts of a property function: its answer is taken for the end of a process. A module runs in threads, as many as tests run at once. A
 * thread keeps what its module has in memory from one candidate to the next; calibration and confirmation get a new one each time.
 */
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { type Content, isFileSet } from '../content';
import type { JudgedCommand } from '../oracle';
import { type Placement, pathsOf } from '../places/place';
import { killTest, variablesOf } from '../processes/escapees';
import { inTime } from '../processes/run';
import { propertyOf } from '../property';
import { type Place, openSandbox } from '../sandbox';
import type { Question, Tester } from '../tester';
import {
  FunctionError,
  type PropertyFunction,
  type PropertySource,
  type Reply,
  type ThreadData,
  replyOf,
  toldError,
  toldUrl,
} from './propertyFunction';

/** What a property function needs beside its source: base name and encoding of the input, and the folder of the program for threads. */
interface Surroundings extends Omit<ThreadData, 'module'> {
  readonly assets: string;
}

/** Tests one candidate; undefined at the time-out. Throws `FunctionError`, and the signal's reason if aborted. */
type Ask = (content: Uint8Array, question: Omit<Question, 'content'>) => Promise<Reply | undefined>;

/** Candidates are handed over and lie nowhere; a thread gets a directory for temporary files. */
const handedOver: Placement = {
  name: 'function',
  description: '',
  open: () => ({ put: (_, temporary) => ({ paths: pathsOf('', temporary) }) }),
};

/** `command`: the function's, with its rule. Throws `FunctionError`, `SandboxError` and `RuleError`. */
export async function openFunctionProperty(source: PropertySource, command: JudgedCommand, around: Surroundings) {
  const { fileName, encoding, assets } = around;
  if ('call' in source) return propertyOf(testerOf(askHere(source.call, fileName, encoding)), [command]);
  const threads = await openThreads({ module: source.module, fileName, encoding }, assets);
  return propertyOf(testerOf(threads.ask, threads.dispose), [command]);
}

function testerOf(ask: Ask, dispose: Tester['dispose'] = () => undefined): Tester {
  const counts: Tester['counts'] = { runs: 0, timeouts: 0, ms: 0 };
  return {
    placement: handedOver,
    counts,
    async run({ content, ...question }) {
      question.signal.throwIfAborted();
      counts.runs++;
      const reply = await ask(bytesOf(content), question);
      const { code, said, ms } = reply ?? { code: 1, said: '', ms: question.timeoutMs };
      counts.ms += ms;
      if (!reply) counts.timeouts++;
      return { exitCode: code, status: code, said: { stdout: '', stderr: said }, output: said, timedOut: !reply, ms };
    },
    dispose,
  };
}

/** Throws `FunctionError`. */
function bytesOf(content: Content): Uint8Array {
  if (!isFileSet(content)) return content;
  throw new FunctionError(l10n.t('A property function tests one file: use a command for several (‹command›).'));
}

/** Between two turns of timers and signals, ms. */
const longestWithout = 10;

/** Asks a function of this process. Nothing can end one that does not return; a promise is given up at the time-out. `encoding`: of the candidates. */
function askHere(call: PropertyFunction, fileName: string, encoding: BufferEncoding): Ask {
  let lastBreath = performance.now();
  return async (content, { timeoutMs, signal }) => {
    // A search whose tests never wait would let no timer and no signal through.
    if (performance.now() - lastBreath > longestWithout) {
      await breath();
      signal.throwIfAborted();
      lastBreath = performance.now();
    }
    let stop: AbortController | undefined;
    const candidate = {
      // A function may change its bytes, but not those of the search.
      get bytes() {
        return new Uint8Array(content);
      },
      fileName,
      // Most functions look at no signal, and one takes longer to make than they do.
      get signal() {
        return (stop ??= new AbortController()).signal;
      },
    };
    const reply = replyOf(call, Buffer.from(content).toString(encoding), candidate);
    return inTime(reply, timeoutMs, signal).finally(() => stop?.abort());
  };
}

/** `assets`: the folder of the threads' program. Throws `SandboxError`. */
async function openThreads(data: ThreadData, assets: string): Promise<{ ask: Ask; dispose: Tester['dispose'] }> {
  const sandbox = await openSandbox(handedOver, data, () => false);
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  let isClosed = false;
  const opened = async () => {
    const thread = openThread(data, assets, await sandbox.place(new Uint8Array()));
    all.add(thread);
    if (isClosed) thread.end();
    return thread;
  };
  const forget = (thread: Thread) => {
    all.delete(thread);
    thread.end();
    return thread.place.clear();
  };
  const ask: Ask = async (content, question) => {
    const before = idle.pop();
    const isUsable = before && !before.isGone() && !question.inTurn;
    if (before && !isUsable) await forget(before);
    const thread = isUsable ? before : await opened();
    try {
      if (!isUsable) requireLoaded(await thread.next(patience, question.signal), data.module);
      thread.tell(Uint8Array.from(content));
      const reply = await thread.next(question.timeoutMs, question.signal);
      // Something that an earlier candidate has left may have ended the thread: a new one tells.
      if (isUsable && thread.isGone() && reply) return await ask(content, { ...question, inTurn: true });
      return reply;
    } catch (error) {
      thread.end();
      throw error;
    } finally {
      if (thread.isGone()) await forget(thread);
      else idle.push(thread);
    }
  };
  const dispose = () => {
    isClosed = true;
    for (const thread of all) thread.end();
    return sandbox.dispose();
  };
  return { ask, dispose };
}

/** For a module to load, ms. */
const patience = 60_000;

type Thread = ReturnType<typeof openThread>;

/** Tests one candidate at a time, and can be ended in the middle. `place`: its directory for temporary files, and its mark. */
function openThread(data: ThreadData, assets: string, place: Place) {
  const { temporary, mark } = place;
  const env = { ...process.env, ...variablesOf(mark, temporary) };
  // Nobody reads what a property prints, as with commands.
  const options = { workerData: data, env, stdout: true, stderr: true };
  const worker = new Worker(join(assets, 'propertyThread.js'), options);
  worker.stdout.resume();
  worker.stderr.resume();
  let isGone = false;
  let hear: (reply: Reply) => void = () => undefined;
  const lost = (error: Error) => {
    isGone = true;
    hear({ code: 1, said: toldError(error), ms: 0 });
  };
  worker.on('message', (reply: Reply) => hear(reply));
  worker.on('error', lost);
  worker.on('exit', (code) => lost(new Error(`The property has ended its thread, with exit code ${code}.`)));
  return {
    place,
    /** It is of no use any more: after a time-out, an abort, or because the property ended it. */
    isGone: () => isGone,
    /** Ends the thread and the processes that it has started. */
    end() {
      isGone = true;
      // A thread that waits for a process ends with it; before that it may start another one.
      void worker.terminate().finally(() => killTest(mark));
      killTest(mark);
    },
    tell: (bytes: Uint8Array<ArrayBuffer>) => worker.postMessage(bytes, [bytes.buffer]),
    /** The next message. After `ms` there is none, and the thread is ended, as on an abort. */
    async next(ms: number, signal: AbortSignal): Promise<Reply | undefined> {
      const reply = await inTime(new Promise<Reply>((resolve) => (hear = resolve)), ms, signal);
      if (!reply) this.end();
      return reply;
    },
  };
}

/** Throws `FunctionError`. */
function requireLoaded(reply: Reply | undefined, module: string): void {
  const path = toldUrl(module);
  if (!reply)
    throw new FunctionError(l10n.t('{0} did not load within {1} s: make it load faster.', path, patience / 1000));
  if (reply.code === 0) return;
  throw new FunctionError(
    l10n.t('{0} cannot be used ({1}): its default export must be a function.', path, reply.said.split('\n')[0]),
  );
}
