/**
 * Starts commands and answers for what they start: it ends a test that takes too much memory, and what is left of a test that has ended.
 * This process does it, or a launcher (`launcher.ts`), which may be alone in a PID namespace: then whatever runs there belongs to its test.
 */
import { totalmem } from 'node:os';
import { platform } from '../platform/platform';
import { type Platform, signals } from '../platform/processes';
import { markName } from './escapees';
import { type Leader, type Order, start } from './start';

/** First process of a PID namespace; it waits for the launcher. */
const init = 1;

export interface Supervisor {
  /** Throws `CannotStart`. */
  start(order: Order): Promise<Leader>;
}

/** `alone`: no process of others can be seen or ended from here. */
export function supervisor(alone = false): Supervisor {
  const memory = memoryWatch(alone ? memoryOfAll : undefined);
  let running = 0;
  return {
    async start(order) {
      const [since, before] = [Date.now(), platform.childrenMs()];
      let isFirst = ++running === 1;
      const { leader, ended } = await start(order).catch((error: unknown) => {
        running--;
        throw error;
      });
      const mark = order.env[markName] ?? '';
      let outgrew = false;
      const release = memory.begin(leader, mark, order.memoryBytes ?? 0, () => {
        outgrew = true;
        if (alone) endAll();
        else platform.signalGroup(leader, signals.kill);
      });
      const over = ended.then((end) => {
        release();
        isFirst &&= running === 1;
        running--;
        if (alone && running === 0) endAll();
        else platform.endRest(leader, mark, since);
        const after = isFirst ? platform.childrenMs() : undefined;
        const cpuMs = after === undefined || before === undefined ? undefined : after - before;
        return { ...end, ...(outgrew && { outgrew }), ...(cpuMs !== undefined && { cpuMs }) };
      });
      return { leader, ended: over };
    },
  };
}

function memoryOfAll(marks: ReadonlyMap<number, string>): ReadonlyMap<number, number> | undefined {
  const bytes = platform.memoryBeside(new Set([init, process.pid]));
  return bytes === undefined ? undefined : new Map([...marks.keys()].map((leader) => [leader, bytes]));
}

/** Of a PID namespace all but its first process and this one. */
function endAll(): void {
  // Elsewhere, this would end all processes of the user.
  if (process.ppid !== init || process.getuid === undefined) return;
  try {
    process.kill(-1, signals.kill);
  } catch {
    // There are none.
  }
}

/** Milliseconds between two looks, and the share of the time that they may take. */
const usualGap = 250;
const share = 0.02;

/** A share of the machine's memory, or of the container's. */
const usualShare = 0.5;

/** The limit if none was chosen, bytes. */
export function usualMemory(): number {
  // 0, or a number beyond all machines, if there is no container.
  const allowed = process.constrainedMemory() || Infinity;
  return usualShare * Math.min(totalmem(), allowed);
}

interface MemoryWatch {
  /** Calls `onTooMuch` once if this test takes more than `limit` bytes (0: none). `mark`: of the test. The function that is given ends the watch. */
  begin(leader: number, mark: string, limit: number, onTooMuch: () => void): () => void;
}

interface Watched {
  readonly mark: string;
  readonly limit: number;
  onTooMuch(): void;
}

/**
 * Looks at memory now and then, and only at tests that are not over between two looks; a limit that the system enforces (`ulimit -v`)
 * would count memory that is reserved and never used. `used`: bytes of each of these tests, by leader.
 */
function memoryWatch(used: Platform['memoryOf'] = platform.memoryOf): MemoryWatch {
  const watched = new Map<number, Watched>();
  let lastSeen: ReadonlySet<number> = new Set();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const began = performance.now();
    const longer = [...watched].filter(([leader]) => lastSeen.has(leader));
    const found = longer.length > 0 ? used(new Map(longer.map(([leader, { mark }]) => [leader, mark]))) : undefined;
    for (const [leader, bytes] of found ?? []) {
      const one = watched.get(leader);
      if (one && bytes > one.limit) one.onTooMuch();
    }
    lastSeen = new Set(watched.keys());
    timer = undefined;
    if (watched.size > 0) lookAgain((performance.now() - began) / share);
  };
  const lookAgain = (gap = 0) => {
    timer ??= setTimeout(look, Math.max(usualGap, gap)).unref();
  };
  return {
    begin(leader, mark, limit, onTooMuch) {
      if (limit === 0) return () => undefined;
      watched.set(leader, { mark, limit, onTooMuch });
      lookAgain();
      return () => void watched.delete(leader);
    },
  };
}
