/**
 * Ends what a test has started and what is no longer of its process group, say after `setsid`: it is known by its mark. Out of
 * reach is who clears or overwrites its environment, whose environment may not be read (another user's, say), and who keeps
 * forking away faster than processes can be listed.
 */
import { markName, testsIn } from './mark';
import type { TestMark } from './mark';
import { platform } from '../platform/platform';

/** Kills all that carry the mark of such a test, and returns how many those were. */
export function killMarked(isOver: (test: TestMark) => boolean): number {
  const killed = new Set<number>();
  // Processes fork while they are listed. Once killed none does, so that this ends where nothing new is found.
  for (let round = 0; round < rounds; round++) {
    const found = platform.marked(markName).filter(({ pid, mark }) => !killed.has(pid) && testsIn(mark).some(isOver));
    for (const { pid } of found) if (kill(pid)) killed.add(pid);
    if (found.length === 0) break;
  }
  return killed.size;
}

/** Lists made at most: a fork bomb shall not keep us for ever. */
const rounds = 50;

function kill(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Looks after the tests of one run. */
export interface Warden {
  begin(test: number): void;
  /** A test is over. If it was `stopped`, what has escaped dies now; else when it is looked for the next time. */
  end(test: number, stopped: boolean): void;
  /** All tests are over. */
  close(): void;
}

/** Milliseconds between two searches as tests end by themselves. A search takes some milliseconds. */
const usualGap = 500;

/** Share of the time that searches may take, be tests stopped or not. */
const share = 0.03;

export function wardenOf(run: string): Warden {
  const live = new Set<number>();
  let last = -Infinity;
  let cost = 0;
  let due = Infinity;
  let later: NodeJS.Timeout | undefined;
  const search = () => {
    const began = performance.now();
    killMarked((mark) => mark.run === run && !live.has(mark.test));
    last = performance.now();
    cost = last - began;
    due = Infinity;
  };
  const searchAfter = (gap: number) => {
    due = Math.min(due, last + Math.max(gap, cost / share));
    clearTimeout(later);
    const wait = due - performance.now();
    if (wait <= 0) search();
    else later = setTimeout(search, wait).unref();
  };
  return {
    begin: (test) => void live.add(test),
    end(test, stopped) {
      live.delete(test);
      searchAfter(stopped ? 0 : usualGap);
    },
    close() {
      live.clear();
      clearTimeout(later);
      search();
    },
  };
}
