/** Everything below a directory, to prove that nothing there has changed. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One line for each entry: its path, mode, time of its last change, and content. Git makes an object young again when it would write
 * one that it has: objects are without times.
 */
export function standing(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(directory, name);
      const status = lstatSync(path);
      const content = status.isFile()
        ? readFileSync(path, 'latin1')
        : status.isSymbolicLink()
          ? readlinkSync(path)
          : '';
      const isObject = status.isFile() && /\/objects\//.test(name);
      return `${name} ${status.mode} ${isObject ? '' : status.mtimeMs} ${content}`;
    });
}
