/**
 * vitest starts a process for each test file, and ends it. Here it gets one that stays (`keptWorker.ts`), and is told of an end when that
 * process is as it was before.
 */
import childProcess, { type ChildProcess, type ForkOptions, type Serializable } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { markName } from '../oracle/processes/escapees';
import type { WarmOrder } from '../oracle/warm/protocol';
import { roleName, type WorkerAnswer, type WorkerOrder } from './keptProtocol';
import { signals } from '../oracle/platform/processes';

export interface KeptForks {
  /** Of the processes that are lent from now on. Those of this process stay: vitest starts others that outlive a test. */
  setVariables(env: WarmOrder['env']): void;
  /** Is there a process that stays, of which is known what vitest itself leaves behind? */
  isReady(): boolean;
}

type Fork = (path: string, args: readonly string[], options: ForkOptions) => ChildProcess;

/** The programs of vitest's processes, since version 2. */
const workers = /[\\/](?:tinypool[\\/]dist[\\/]\S*process|vitest[\\/]dist[\\/]workers[\\/]forks)\.js$/;

/** `own`: the environment of this process when it was started; what stays has its mark. `maps`: see `WorkerOrder`. */
export function keepForks(own: NodeJS.ProcessEnv, maps: string | undefined): KeptForks {
  const fork = childProcess.fork as Fork;
  let kept: KeptFork | undefined;
  let variables: WarmOrder['env'] = {};
  const keeping: Fork = (path, args, options) => {
    const env = { ...options.env, ...variables };
    if (!workers.test(path)) return fork(path, args, options);
    if (kept?.isBusy()) return fork(path, args, { ...options, env });
    const key = JSON.stringify([path, args, options.execArgv, options.serialization]);
    if (kept?.key !== key || kept.isGone()) {
      kept?.end();
      kept = keptFork(key, fork(path, args, forkOptions(options, own)), maps);
    }
    return kept.lend(env);
  };
  childProcess.fork = keeping as typeof childProcess.fork;
  syncBuiltinESMExports();
  return {
    setVariables: (env) => (variables = env),
    isReady: () => kept?.isReady() ?? false,
  };
}

/** Its output goes where that of this process goes. */
function forkOptions(options: ForkOptions, own: NodeJS.ProcessEnv): ForkOptions {
  const { [markName]: mark, TMPDIR, TMP, TEMP } = own;
  return {
    ...options,
    env: { ...options.env, [markName]: mark, TMPDIR, TMP, TEMP, [roleName]: '1' },
    execArgv: [...(options.execArgv ?? []), '--require', __filename],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  };
}

interface KeptFork {
  readonly key: string;
  isBusy(): boolean;
  isGone(): boolean;
  /** Is it known what vitest itself leaves behind? */
  isReady(): boolean;
  end(): void;
  lend(env: NodeJS.ProcessEnv): ChildProcess;
}

function keptFork(key: string, child: ChildProcess, maps: string | undefined): KeptFork {
  let lent: EventEmitter | undefined;
  let gone = false;
  let ready = false;
  let isPlain = true;
  const tell = (order: WorkerOrder) => child.connected && child.send({ whittle: order });
  const end = () => {
    gone = true;
    child.kill(signals.kill);
  };
  const returned = (code: number | null, signal: string | null) => {
    const one = lent;
    lent = undefined;
    if (one) Object.assign(one, { exitCode: code, signalCode: signal, connected: false });
    one?.emit('exit', code, signal);
    one?.emit('close', code, signal);
  };
  child.on('exit', (code, signal) => {
    gone = true;
    returned(code, signal);
  });
  child.on('error', (error) => void lent?.emit('error', error));
  child.on('message', (message: { whittle?: WorkerAnswer }) => {
    if (!message.whittle) return void lent?.emit('message', message);
    ready = message.whittle.isReady && isPlain;
    if (!ready) end();
    returned(null, signals.terminate);
  });
  return {
    key,
    end,
    isBusy: () => lent !== undefined,
    isGone: () => gone || !child.connected,
    isReady: () => ready && !gone,
    lend(env) {
      lent = virtual(child, {
        isLent: (one) => one === lent,
        sends: (message) => (isPlain &&= isInNode(message)),
        restore: () => tell({ kind: 'restore' }),
      });
      tell({ kind: 'begin', env, maps });
      return lent as ChildProcess;
    },
  };
}

interface Lender {
  isLent(one: EventEmitter): boolean;
  sends(message: Serializable): void;
  restore(): boolean;
}

/** What vitest takes for a process of its own. */
function virtual(child: ChildProcess, { isLent, sends, restore }: Lender): EventEmitter {
  const one: EventEmitter = Object.assign(new EventEmitter(), {
    ...{ pid: child.pid, stdin: null, stdout: null, stderr: null, channel: null, exitCode: null, connected: true },
    send(message: Serializable, ...rest: unknown[]) {
      if (!isLent(one)) return false;
      if (stops(message)) return setImmediate(() => one.emit('message', stopped));
      sends(message);
      return (child.send as (...all: unknown[]) => boolean)(message, ...rest);
    },
    kill: (signal?: string) => isLent(one) && (signal === signals.kill ? child.kill(signal) : restore()),
    ref: () => undefined,
    unref: () => undefined,
    disconnect: () => undefined,
  });
  return one;
}

/** Since version 4, vitest asks a process to end before it kills it. */
function stops(message: Serializable): boolean {
  const { __vitest_worker_request__: isOurs, type } = message as Record<string, unknown>;
  return isOurs === true && type === 'stop';
}

const stopped = { __vitest_worker_response__: true, type: 'stopped' };

/** Documents of jsdom and others are not set back. */
function isInNode(message: Serializable): boolean {
  interface Named {
    readonly environment?: { readonly name?: string };
  }
  const { context, task } = message as { readonly context?: Named; readonly task?: Named };
  const name = (context ?? task)?.environment?.name;
  return name === undefined || name === 'node';
}
