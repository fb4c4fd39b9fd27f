/**
 * macOS: `sandbox-exec`, which is deprecated and still what large tools use. It refuses writing outside of the run root, the caches and the
 * temporary directories, and signals to processes that are not in the sandbox. Refusing is less than throwing away: a test that writes
 * elsewhere fails, so it is only used where `sandbox-exec` is, and the calibration says what was refused.
 */
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from './processes';

const program = '/usr/bin/sandbox-exec';

/** Below HOME: what tools keep there for themselves. */
const caches = ['Library/Caches', '.cache', '.npm', '.cargo/registry', '.cargo/git', 'go/pkg', '.gradle', '.m2'];

/** See `Platform.isolate`. `tool`: where sandbox-exec is. */
export function sandboxed(words: readonly string[], root: string, _number = 0, tool = program): Isolation | undefined {
  if (!existsSync(tool)) return undefined;
  return { name: 'sandbox-exec', words: [tool, '-p', profileFor(root), ...words], shadows: [] };
}

function profileFor(root: string): string {
  const writable = [realpathSync(root), ...caches.map((name) => join(homedir(), name)), '/dev'];
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${writable.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ')})`,
    '(deny signal)',
    '(allow signal (target same-sandbox))',
  ].join('\n');
}
