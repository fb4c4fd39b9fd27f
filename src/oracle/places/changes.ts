/** Files of a workspace that are otherwise in its copy. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangedFile } from './place';
import type { Directory, Entry } from './snapshot';

/** `store`: where the changed files are kept. What is below a link stays as it is. */
export function withChanges(directory: Directory, changes: readonly ChangedFile[], store: string): Directory {
  if (changes.length > 0) mkdirSync(store, { recursive: true });
  return changes.reduce((whole, { path, bytes }, at) => {
    const from = join(store, String(at));
    if (bytes) writeFileSync(from, bytes);
    return changed(whole, path.split('/'), bytes && { kind: 'file', from });
  }, directory);
}

function changed(directory: Directory, [name, ...rest]: readonly string[], file: Entry | undefined): Directory {
  const entries = new Map(directory.entries);
  const child = entries.get(name);
  if (rest.length > 0) {
    if (child && child.kind !== 'directory') return directory;
    if (!child && !file) return directory;
    const inside: Directory = child ?? { kind: 'directory', mode: 0o40755, entries: new Map() };
    entries.set(name, changed(inside, rest, file));
  } else if (file) entries.set(name, file);
  else entries.delete(name);
  return { ...directory, entries };
}
