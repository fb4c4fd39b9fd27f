/**
 * Ends tests that take too much memory, so that one candidate cannot take the machine. It is looked now and then, and only at tests that
 * are not over between two looks; a limit that the system enforces (`ulimit -v`) would count memory that is reserved and never used.
 */
import { totalmem } from 'node:os';
import { platform } from '../platform/platform';
import type { Platform } from '../platform/processes';

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

export interface MemoryWatch {
  /** Calls `onTooMuch` once if this test takes more than `limit` bytes (0: none). `mark`: of the test. The function that is given ends the watch. */
  begin(leader: number, mark: string, limit: number, onTooMuch: () => void): () => void;
}

interface Watched {
  readonly mark: string;
  readonly limit: number;
  onTooMuch(): void;
}

/** `used`: bytes of each of these tests, by leader. */
export function memoryWatch(used: Platform['memoryOf'] = platform.memoryOf): MemoryWatch {
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
