/**
 * A small process that starts the tests of a run. To start a process, the system copies the page tables of the one that asks: from
 * this process, with all it has loaded, that takes 5 to 15 ms, in which nothing else happens here; from a small one it takes 1 ms. And it
 * can be started where its tests can harm nothing, so that entering there costs a test nothing.
 */
import { spawn } from 'node:child_process';
import { dirname, sep } from 'node:path';
import { platform } from '../platform/platform';
import { type Isolation, signals } from '../platform/processes';
import { type Change, type Repair, repairOf } from '../protection/changes';
import { CannotStart, type End, type Order } from './supervise';

export interface Services {
  /** Starts a command, and gives its leader. */
  start(order: Order): Promise<number>;
  /** Of the command with this leader. */
  end(leader: number): Promise<End>;
  /** Which probes do its tests not see? If they see all, it removes what is new; `isBack`: that was all. */
  repair(repair: Repair): { readonly unseen: readonly string[]; readonly isBack: boolean };
  signal(order: { readonly group: number; readonly signal: NodeJS.Signals }): void;
}

/** From here to the launcher: each is answered. */
export interface Asked {
  readonly number: number;
  readonly service: keyof Services;
  readonly given: unknown;
}

/** From the launcher; number 0: it is ready. */
export interface Told {
  readonly number: number;
  readonly answer?: unknown;
  /** Why there is no answer. */
  readonly problem?: string;
}

export interface Started {
  /** Undefined if that cannot be known any more: the launcher is gone. */
  readonly ended: Promise<End | undefined>;
  signal(signal: NodeJS.Signals): void;
  /** Its end is not waited for any more: who is to tell it does not answer. */
  abandon(): void;
  /** Sets back what it has changed outside the run root; unset if that cannot be seen. */
  setBack?(): Promise<Aftermath>;
  /** It has ended: others may follow it, if all is as before. */
  release?(isBack: boolean): void;
}

/** What a test has changed outside the run root, as far as that is known, and whether others see none of it. */
interface Aftermath {
  readonly changes: readonly Change[];
  readonly isBack: boolean;
}

/** A launcher that was stopped gives no answer: after so many ms it is taken for gone. Nothing but an end takes as long. */
const patience = 5000;

export type Launcher = ReturnType<typeof openLauncher>;

/** `program`: its file; `isolate`: where it runs, unless here. */
export function openLauncher(program: string, isolate?: (words: string[]) => Isolation | undefined) {
  const plain = [process.execPath, program, ...(isolate ? [platform.pidSpace()] : [])];
  const isolation = isolate?.(plain);
  const { ask, ready, close, isGone } = conversation(isolation?.words ?? plain);
  /** Undefined if it is gone. */
  const quickly = async <S extends keyof Services>(service: S, given: Parameters<Services[S]>[0]) => {
    const timer = setTimeout(close, patience);
    const told = await ask(service, given);
    clearTimeout(timer);
    if (told?.problem !== undefined) throw new CannotStart(told.problem);
    return told?.answer as Awaited<ReturnType<Services[S]>> | undefined;
  };
  const setBack = async (): Promise<Aftermath> => {
    const { changes, repair } = repairOf(isolation?.shadows ?? []);
    const isMuch = changes.length + repair.probes.length > 0;
    const told = isMuch ? await quickly('repair', repair) : { unseen: [], isBack: repair.remove !== undefined };
    const remade = (told?.unseen ?? []).map((probe) => dirname(probe));
    const isSeen = ({ path }: Change) => !remade.some((directory) => path.startsWith(directory + sep));
    const hidden = remade.map((path): Change => ({ kind: 'hidden', path }));
    return { changes: [...changes.filter(isSeen), ...hidden], isBack: told?.isBack === true && !isGone() };
  };
  return {
    isolation,
    /** Resolves once it can start tests, or to false if it never will. */
    ready,
    isOurs: () => !isGone(),
    /** Throws `CannotStart`. */
    async start(order: Order): Promise<Started> {
      const leader = await quickly('start', order);
      const ended =
        leader === undefined ? undefined : ask('end', leader).then((told) => told?.answer as End | undefined);
      const signal = (name: NodeJS.Signals) => {
        if (isolation) void ask('signal', { group: leader, signal: name });
        else if (leader !== undefined) platform.signalGroup(leader, name);
      };
      const back = isolation && { setBack };
      return { ended: Promise.resolve(ended), signal, abandon: close, ...back };
    },
    /** Ends it, and all that it has started if it is alone there. */
    close,
  };
}

/** Questions and answers by number. This process ends though a launcher is open, unless it waits for an answer. */
function conversation([file, ...args]: readonly string[]) {
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const waiting = new Map<number, (told?: Told) => void>();
  let count = 0;
  let gone = false;
  const settle = (number: number, told?: Told) => {
    waiting.get(number)?.(told);
    waiting.delete(number);
    if (waiting.size === 0) child.channel?.unref();
  };
  const end = () => {
    gone = true;
    for (const number of waiting.keys()) settle(number);
  };
  child.on('message', (told: Told) => settle(told.number, told));
  // Each message that does not arrive is an error of its own.
  child.on('error', end).once('exit', end);
  child.unref();
  return {
    ready: new Promise<boolean>((resolve) => waiting.set(0, (told) => resolve(told !== undefined))),
    isGone: () => gone || child.killed,
    close: () => void child.kill(signals.kill),
    /** Undefined if the launcher is gone. */
    ask: (service: keyof Services, given: unknown) =>
      new Promise<Told | undefined>((resolve) => {
        if (gone) return resolve(undefined);
        const asked: Asked = { number: ++count, service, given };
        waiting.set(asked.number, resolve);
        child.send(asked);
        child.channel?.ref();
      }),
  };
}
