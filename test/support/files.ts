/** Directories for tests, and what a test may have left behind. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh directory for each test of a suite, gone after it. */
export function freshDirectory(): { readonly path: string } {
  const fresh = { path: '' };
  beforeEach(() => {
    fresh.path = mkdtempSync(join(tmpdir(), 'whittle-test-'));
  });
  afterEach(() => rmSync(fresh.path, { recursive: true, force: true }));
  return fresh;
}

/** Fails a suite in which a test leaves a run root behind. */
export function expectNoRunRoots(): void {
  let before: string[] = [];
  const roots = () => readdirSync(tmpdir()).filter((name) => name.startsWith('whittle-run-'));
  beforeEach(() => {
    before = roots();
  });
  afterEach(() => {
    const left = roots().filter((name) => !before.includes(name));
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  });
}

/** Living processes whose command line contains `mark`. */
export function processesWith(mark: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark) && !/^\s*\d+\s+Z/.test(line));
}

/** Waits until `check` is true. */
export async function until(what: string, check: () => boolean, ms = 5000): Promise<void> {
  const limit = Date.now() + ms;
  while (!check()) {
    if (Date.now() > limit) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
