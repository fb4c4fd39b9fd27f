/** Where no shadow shows what a test changes, the times of files do: of those in the user's own directories, near the top. */
import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changes';

/** Levels and entries that are looked at. */
const deepest = 2;
const mostEntries = 5000;

/** Not a test's but their tools'. */
const passedOver = new Set(['node_modules', '.git']);

/** Files in these directories that were changed since `time`, ms. */
export function writtenSince(time: number, directories: readonly string[]): Change[] {
  const found = new Set<string>();
  let left = mostEntries;
  const look = (directory: string, level: number) => {
    for (const entry of entriesOf(directory)) {
      if (--left < 0) return;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (level < deepest && !passedOver.has(entry.name)) look(path, level + 1);
      } else if ((lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= time) found.add(path);
    }
  };
  for (const directory of new Set(directories)) look(directory, 1);
  return [...found].map((path) => ({ kind: 'new', path }));
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
