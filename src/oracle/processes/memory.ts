/**
 * Ends tests that take too much memory, so that one candidate cannot take the machine. It is looked now and then, and only at tests that
 * are not over between two looks; a limit that the system enforces (`ulimit -v`) would count memory that is reserved and never used.
 */
import { totalmem } from 'node:os';
import { platform } from '../platform/platform';

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
  /** Calls `onTooMuch` once if the group of this leader takes more. The function that is given ends the watch. */
  begin(leader: number, onTooMuch: () => void): () => void;
  close(): void;
}

/** `limit`: bytes of a test; 0: none. */
export function memoryWatch(limit: number): MemoryWatch {
  const watched = new Map<number, () => void>();
  let lastSeen: ReadonlySet<number> = new Set();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const began = performance.now();
    const leaders = new Set([...watched.keys()].filter((leader) => lastSeen.has(leader)));
    const used = leaders.size > 0 ? platform.memoryOf(leaders) : undefined;
    for (const [leader, bytes] of used ?? []) if (bytes > limit) watched.get(leader)?.();
    lastSeen = new Set(watched.keys());
    timer = undefined;
    if (watched.size > 0) lookAgain((performance.now() - began) / share);
  };
  const lookAgain = (gap = 0) => {
    timer ??= setTimeout(look, Math.max(usualGap, gap)).unref();
  };
  return {
    begin(leader, onTooMuch) {
      if (limit === 0) return () => undefined;
      watched.set(leader, onTooMuch);
      lookAgain();
      return () => void watched.delete(leader);
    },
    close: () => clearTimeout(timer),
  };
}
