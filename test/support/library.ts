/** The library as it is built: it looks for its grammars beside itself. */
import { resolve } from 'node:path';
import type * as Library from '../../src/library';

/** From the root of the project. */
export function imported<T>(path: string): Promise<T> {
  return import(resolve(path)) as Promise<T>;
}

export const library = () => imported<typeof Library>('dist/library.js');
