/** Roots of the client: files outside of them are refused. A client without roots gets the directory in which the server started. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from './arguments';

/** Directories, absolute. Asked for at each call, as they change while a client runs. Throws `ToolError`. */
export async function rootsOf(server: Server, signal: AbortSignal): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [process.cwd()];
  const { roots } = await server.listRoots(undefined, { signal, timeout: 10_000 }).catch((error: Error) => {
    throw new ToolError(`The client does not tell its roots (${error.message}): open a folder in it.`);
  });
  const directories = roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
  if (directories.length === 0) throw new ToolError('The client has no roots: open a folder in it.');
  return directories;
}

/** A path of a call, absolute; a relative one belongs to the first root that has it. Throws `ToolError` if it is outside. */
export function pathInside(path: string, roots: readonly string[]): string {
  const places = roots.map((root) => resolve(root, path));
  const at = places.find((place) => existsSync(place)) ?? places[0];
  if (rootAround(at, roots) === undefined) {
    throw new ToolError(`${at} is outside of the roots (${roots.join(', ')}): give a path inside of them.`);
  }
  return at;
}

/** A directory of a call. Throws `ToolError`. */
export function directoryInside(path: string, roots: readonly string[]): string {
  const at = pathInside(path, roots);
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) return at;
  throw new ToolError(`${at} is no directory: give the directory in which the command starts.`);
}

/** The root that the path is in, links followed. */
export function rootAround(path: string, roots: readonly string[]): string | undefined {
  const real = realPlace(path);
  return roots.find((root) => {
    const top = realPlace(root);
    return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
  });
}

/** Also of a file that is not there yet. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path));
  }
}
