/** Directories for tests, and checks for leftovers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traits } from '../../src/oracle/platform/traits';

const { temporaryVariable } = traits;

/** Its value before any test changes it. */
const temporary = tmpdir();

/** A fresh directory for each test, deleted after it. */
export function freshDirectory(): { readonly path: string } {
  const fresh = { path: '' };
  beforeEach(() => {
    fresh.path = mkdtempSync(join(temporary, 'whittle-test-'));
  });
  // Windows removes no directory in which a program still ends.
  afterEach(() => rmSync(fresh.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return fresh;
}

/**
 * Gives the tests of a file a temporary directory of their own, and fails a test that leaves a run root or a process there.
 * They start programs: each has three minutes.
 */
export function expectNoRunRoots(): void {
  const before = process.env[temporaryVariable];
  beforeEach(function () {
    const test = this.currentTest!;
    test.timeout(Math.max(test.timeout(), 180_000));
  });
  // Checked before its deletion: hooks run in the order in which they are defined.
  afterEach(async function () {
    this.timeout(180_000); // processes may take their time to end
    await until('no process of a test is left', () => processesOf(own.path).length === 0);
    const left = readdirSync(own.path).filter((name) => name.startsWith('whittle-run-'));
    if (before === undefined) delete process.env[temporaryVariable];
    else process.env[temporaryVariable] = before;
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  });
  const own = freshDirectory();
  beforeEach(() => {
    process.env[temporaryVariable] = own.path;
  });
}

/** Sets a variable for each test of a file or a block. */
export function withVariable(name: string, value: string): void {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env[name];
    process.env[name] = value;
  });
  afterEach(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

/** Living processes whose command line contains `mark`; where it can be told, only those that a test of this file has started. */
export function processesWith(mark: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' }).split('\n');
  const found = all.filter((line) => line.includes(mark) && !/^\s*\d+\s+Z/.test(line));
  if (process.platform !== 'linux' || !process.env.TMPDIR) return found;
  const own = new Set(processesOf(process.env.TMPDIR));
  return found.filter((line) => own.has(Number.parseInt(line, 10)));
}

/** Living processes with `word` in their environment; on Linux. */
export function processesOf(word: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`).includes(word);
    } catch {
      return false;
    }
  });
}

/** Waits until `check` is true. */
export async function until(what: string, check: () => boolean, ms = 90_000): Promise<void> {
  const limit = Date.now() + ms;
  while (!check()) {
    if (Date.now() > limit) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
