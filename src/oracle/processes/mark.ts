/**
 * The mark by which what a test has started is known, and whose it is. The environment of a test says WHITTLE_RUN=ROOT/NUMBER;
 * ROOT is the name of the run root, in which are machine, pid and start of the process that made it.
 */
import { createHash } from 'node:crypto';
import { exists, platform } from '../platform/platform';

export const markName = 'WHITTLE_RUN';

/** Number of what serves all tests of a run. */
export const serving = 0;

/** One test of one run. */
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
  return `whittle-run-${machine()}-${process.pid}-${startToken(process.pid)}-`;
}

/** The value for the environment of a test. In a test of another run it carries both marks. */
export function markOf({ run, test }: TestMark): string {
  const outer = process.env[markName];
  return `${outer ? `${outer}:` : ''}${run}/${test}`;
}

/** The tests in whose name a process runs: one, or several if runs are nested. */
export function testsIn(mark: string): TestMark[] {
  return [...mark.matchAll(markPattern)].map((match) => ({ run: match[1], test: Number(match.at(-1)) }));
}

/**
 * Was a run root of this name made by a process of this machine that is gone? No in all doubt: if we did not make the name, or
 * if it is of another machine or container.
 */
export function isAbandoned(root: string): boolean {
  const match = wholeRootPattern.exec(root);
  if (!match || match[1] !== machine()) return false;
  const [, , pid, start] = match;
  if (!exists(Number(pid))) return true;
  const now = startToken(Number(pid));
  return ![now, start].includes(unknown) && now !== start;
}

/** The start of a process if the system does not tell. */
const unknown = '00000000';

function startToken(pid: number): string {
  const start = platform.startOf(pid);
  return start === undefined ? unknown : digest(start).slice(0, 8);
}

function machine(): string {
  return digest(platform.machine()).slice(0, 6);
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
