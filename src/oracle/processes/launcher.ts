/**
 * A small process that starts the tests of a run. To start a process, the system copies the page tables of the one that asks: from
 * this process, with all it has loaded, that takes 5 to 15 ms, in which nothing else happens here; from a small one it takes 1 ms.
 */
import * as l10n from '@vscode/l10n';
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart, start, type End, type Order, type Started } from './start';
import { signals } from '../platform/signals';

/** From here to the launcher. */
export interface Asked extends Order {
  readonly number: number;
}

/** From the launcher. Without a number: it is ready. */
export type Told =
  | { readonly number?: undefined }
  | { readonly number: number; readonly leader: number }
  | { readonly number: number; readonly problem: string }
  | { readonly number: number; readonly end: End };

/** Tests of a run before there is a launcher: fewer do not pay for it, and calibration looks at the children of this process. */
const without = 4;

export interface Starter {
  /** Throws `CannotStart`. `ownChild`: as a child of this process. */
  start(order: Order, ownChild?: boolean): Promise<Started>;
  /** Nothing is started any more. What runs goes on, but its end is not told. */
  close(): void;
}

/** Starts commands, from the fifth on in a launcher once that is ready; if it ends, in this process again. */
export function starter(program = join(__dirname, 'launcher.js')): Starter {
  let begun = 0;
  let closed = false;
  let launcher: ReturnType<typeof openLauncher> | undefined;
  return {
    async start(order, ownChild) {
      if (!ownChild && ++begun === without + 1 && existsSync(program)) launcher = openLauncher(program);
      const started = ownChild ? undefined : await launcher?.start(order);
      if (started) return started;
      if (closed) throw new CannotStart(l10n.t('the run has ended'));
      return start(order);
    },
    close() {
      closed = true;
      launcher?.close();
    },
  };
}

/** A test that has been asked for. */
interface Waiting {
  readonly started: (started: Started | undefined) => void;
  readonly refused: (problem: CannotStart) => void;
  ended: (end: End | undefined) => void;
}

function openLauncher(program: string) {
  const child = fork(program, [], { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let ready = false;
  const gone = () => {
    ready = false;
    for (const { started, ended } of waiting.values()) {
      started(undefined);
      ended(undefined);
    }
    waiting.clear();
  };
  child.on('message', (told: Told) => {
    if (told.number === undefined) ready = true;
    else if (hear(told, waiting.get(told.number))) waiting.delete(told.number);
    keepAlive(child, waiting.size > 0);
  });
  // Each message that does not arrive is an error of its own.
  child.on('error', gone).once('exit', gone);
  child.unref();
  keepAlive(child, false);
  return {
    /** Undefined if it is not there. */
    start(order: Order): Promise<Started | undefined> {
      if (!ready) return Promise.resolve(undefined);
      const asked: Asked = { ...order, number: ++count };
      keepAlive(child, true);
      return new Promise((started, refused) => {
        waiting.set(asked.number, { started, refused, ended: () => undefined });
        child.send(asked);
      });
    },
    close: () => void child.kill(signals.kill),
  };
}

/** Was that the last about this test? */
function hear(told: Told, test: Waiting | undefined): boolean {
  if ('leader' in told) {
    const ended = new Promise<End | undefined>((resolve) => test && (test.ended = resolve));
    test?.started({ leader: told.leader, ended });
    return false;
  }
  if ('end' in told) test?.ended(told.end);
  if ('problem' in told) test?.refused(new CannotStart(told.problem));
  return true;
}

/** Does this process stay as long as the launcher may tell something? */
function keepAlive({ channel }: ChildProcess, stays: boolean): void {
  if (stays) channel?.ref();
  else channel?.unref();
}
