/**
 * Ends processes that a test has started and that have left its process group (with `setsid`, for example): they carry its mark. Out
 * of reach are processes that clear or overwrite their environment, those with an environment that we may not read (another user's),
 * and those that fork away faster than processes can be listed.
 *
 * The mark is WHITTLE_RUN=ROOT/NUMBER in the environment of a test; ROOT is the name of the run root, in which are machine, pid and start
 * of the process that made it.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, isOurDirectory, removeAfter } from '../platform/files';
import { isAlive, platform } from '../platform/platform';
import { markName, signals } from '../platform/processes';

/** Number of what serves all tests of a run. */
export const serving = 0;

export interface TestMark {
  /** Name of the run root. */
  readonly run: string;
  readonly test: number;
}

const rootPattern = /whittle-run-([\da-f]{6})-(\d+)-([\da-f]{8})-[\dA-Za-z]{6}/;
const wholeRootPattern = new RegExp(`^${rootPattern.source}$`);
const markPattern = new RegExp(String.raw`(${rootPattern.source})[\\/](\d+)`, 'g');

/** Start of the name of a run root of this process; six random letters follow. */
export function rootPrefix(): string {
  return `whittle-run-${machine()}-${process.pid}-${token(platform.startOf(process.pid))}-`;
}

/** Variables of what belongs to a test, whose temporary files are in this directory. In a test of another run it carries both marks. */
export function variablesOf({ run, test }: TestMark, temporary: string): Record<string, string> {
  const outer = process.env[markName];
  const mark = `${outer ? `${outer}:` : ''}${run}/${test}`;
  return { TMPDIR: temporary, TMP: temporary, TEMP: temporary, [markName]: mark };
}

/** The tests in whose name a process runs: one, or several if runs are nested. */
function testsIn(mark: string): TestMark[] {
  return [...mark.matchAll(markPattern)].map((match) => ({ run: match[1], test: Number(match.at(-1)) }));
}

/** Was it made by a process of this machine that is gone? No in all doubt: if we did not make the name, or on another machine or container. */
export function isAbandoned(root: string): boolean {
  const match = wholeRootPattern.exec(root);
  if (!match || match[1] !== machine()) return false;
  const [, , pid, start] = match;
  return !isAlive(Number(pid), (now) => start === token(undefined) || token(now) === start);
}

/** Of the start of a process; zeros if the system does not tell. */
function token(start: string | undefined): string {
  return start === undefined ? '00000000' : digest(start).slice(0, 8);
}

const machine = (): string => digest(platform.machine()).slice(0, 6);

const digest = (text: string): string => createHash('sha1').update(text).digest('hex');

export function killTest({ run, test }: TestMark): void {
  killMarked((one) => one.run === run && one.test === test);
}

export function killMarked(isOver: (test: TestMark) => boolean): void {
  const killed = new Set<number>();
  // Processes fork while they are listed, but not once they are killed: this ends when nothing new is found.
  for (let round = 0; round < rounds; round++) {
    const found = platform.marked().filter(({ pid, mark }) => !killed.has(pid) && testsIn(mark).some(isOver));
    for (const { pid } of found) {
      if (pid !== process.pid && attempt(() => process.kill(pid, signals.kill), false)) killed.add(pid);
    }
    if (found.length === 0) break;
  }
}

/** A limit, because of fork bombs. */
const rounds = 50;
/** Milliseconds between two searches as tests end by themselves. A search takes some milliseconds. */
const usualGap = 500;
/** Share of the time that searches may take, be tests stopped or not. */
const share = 0.03;

/** Ends the escaped processes of one run's tests; `canEscape`: can there be any? */
export function wardenOf(run: string, canEscape: boolean) {
  const live = new Set<number>();
  let last = -Infinity;
  let cost = 0;
  let later: NodeJS.Timeout | undefined;
  const search = () => {
    clearTimeout(later);
    later = undefined;
    if (!canEscape) return;
    const began = performance.now();
    killMarked((mark) => mark.run === run && !live.has(mark.test));
    last = performance.now();
    cost = last - began;
  };
  const msTo = (gap: number) => last + Math.max(gap, cost / share) - performance.now();
  return {
    begin: (test: number) => void live.add(test),
    /** If the test was `stopped`, escaped processes die now. Otherwise, or if they were just calling exec, the next search kills them. */
    end(test: number, stopped: boolean): void {
      live.delete(test);
      if (!canEscape) return;
      if (stopped && msTo(0) <= 0) search();
      later ??= setTimeout(search, Math.max(0, msTo(usualGap))).unref();
    },
    close(): void {
      live.clear();
      search();
    },
  };
}

/**
 * Before a run: removes what killed runs have left, marked processes before files. `directory` holds the run roots. What belongs to a living
 * process or another user, or has a name that we did not make, is not touched; what cannot be removed is left.
 */
export async function sweep(directory: string): Promise<void> {
  const known = new Map<string, boolean>();
  const abandoned = (run: string) => {
    if (!known.has(run)) known.set(run, isAbandoned(run));
    return known.get(run)!;
  };
  // We may run in a test of a run that is gone: then we do not end it, and us with it.
  for (const { run } of testsIn(process.env[markName] ?? '')) known.set(run, false);
  killMarked(({ run }) => abandoned(run));
  const names = await readdir(directory).catch(() => []);
  const roots = names.filter(abandoned).map((name) => join(directory, name));
  for (const root of roots.filter(isOurDirectory)) await removeAfter(root);
}
