/** All references of a repository in one file: copies of it are made quickly, however many there are. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Git takes no more for granted than that they are sorted. */
const head = '# pack-refs with: sorted \n';

export interface References {
  /** The text of `packed-refs`. */
  readonly packed: Buffer;
  /** Names of references to other references. */
  readonly symbolic: readonly string[];
}

export function packedReferences(directory: string): References {
  const all = packedBefore(join(directory, 'packed-refs'));
  const symbolic: string[] = [];
  for (const name of looseIn(directory, 'refs')) {
    const text = readFileSync(join(directory, ...name.split('/')), 'latin1').trim();
    if (/^[\da-f]{40,}$/.test(text)) all.set(latin(name), `${text} ${latin(name)}\n`);
    else if (text.startsWith('ref:')) symbolic.push(name);
  }
  // In the order of their bytes.
  const names = [...all.keys()].sort((one, other) => (one < other ? -1 : 1));
  return { packed: Buffer.from(head + names.map((name) => all.get(name)).join(''), 'latin1'), symbolic };
}

/** Name → its line, with the line of the object that its tag names. */
function packedBefore(path: string): Map<string, string> {
  if (!statSync(path, { throwIfNoEntry: false })) return new Map();
  const lines = readFileSync(path, 'latin1').matchAll(/^[\da-f]{40,} (.*)\n(?:\^.*\n)?/gm);
  return new Map([...lines].map(([line, name]) => [name, line]));
}

function looseIn(directory: string, way: string): string[] {
  const at = join(directory, ...way.split('/'));
  if (!statSync(at, { throwIfNoEntry: false })) return [];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const name = `${way}/${entry.name}`;
    return entry.isDirectory() ? looseIn(directory, name) : entry.isFile() ? [name] : [];
  });
}

/** Each byte a character. */
function latin(name: string): string {
  return Buffer.from(name).toString('latin1');
}
