/** The configuration of a repository for a private copy of it: nothing in it leads to the real one, to other programs or to a server. */
import { isAbsolute, join } from 'node:path';
import { traits } from '../platform/traits';

/** Left out, by section and key: the real working tree, and where to push. */
const leftOut = /^(?:core\.worktree|remote\..*\.pushurl|url\..*\.pushinsteadof)$/i;

/**
 * They come last, so they hold. Copies of files have the times of the originals, but not their numbers. Nothing is at the address to
 * push to.
 */
const ours = `[core]
	bare = false
	hooksPath = ${traits.nullDevice}
	fsmonitor = false
	trustctime = false
	checkStat = minimal
[credential]
	helper =
[gc]
	auto = 0
[maintenance]
	auto = false
`;

const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const setting = /^\s*([A-Za-z][\w-]*)\s*=?\s*(.*)$/;

/** `directory`: of the text; paths in it may be relative to that. */
export function privateConfig(text: string, directory: string): string {
  let section = '';
  const remotes = new Set<string>();
  const lines = logicalLines(text).map((line) => {
    const [head = '', kind, name] = header.exec(line) ?? [];
    if (kind !== undefined) section = name === undefined ? kind : `${kind}.${name}`;
    if (kind?.toLowerCase() === 'remote' && name !== undefined) remotes.add(name);
    const [, key, value] = setting.exec(line.slice(head.length)) ?? [];
    if (key === undefined) return line;
    if (leftOut.test(`${section}.${key}`)) return head;
    return isInclude(section, key, value) ? `${head}\n\tpath = ${fromHere(value, directory)}` : line;
  });
  const pushes = [...remotes].map((name) => `[remote "${name}"]\n\tpushurl = ${traits.nullDevice}/whittle\n`);
  return `${lines.join('\n')}\n${ours}${pushes.join('')}`;
}

/** A line that ends with a backslash goes on in the next. */
function logicalLines(text: string): string[] {
  return (
    text
      .replace(/\r\n/g, '\n')
      .match(/(?:[^\n\\]|\\[^])*(?:\n|$)/g)
      ?.map((line) => line.replace(/\n$/, '')) ?? []
  );
}

function isInclude(section: string, key: string, value: string): boolean {
  const path = value.replace(/^"/, '');
  return (
    /^include(?:if\..*)?$/i.test(section) && key.toLowerCase() === 'path' && !isAbsolute(path) && !path.startsWith('~')
  );
}

function fromHere(value: string, directory: string): string {
  return JSON.stringify(join(directory, value.replace(/^"|"$/g, '')).replaceAll('\\', '/'));
}
