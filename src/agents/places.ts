/** The places of a call: they must be inside its roots, which are folders of the agent's workspace. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { within } from '../oracle/places/roots';
import { realPathOf } from '../oracle/platform/files';
import { named } from '../reduction/ending/outputs';
import { ToolError } from './tools';

/** Absolute paths. */
export interface Places {
  readonly file: string;
  /** Beside the file, one for each kind of result. */
  readonly outputs: readonly string[];
  /** Where the command starts. */
  readonly directory: string;
}

/** Throws `ToolError`. */
export function placesOf(
  given: { readonly file: string; readonly cwd?: string; readonly roots: readonly string[] },
  kinds: readonly string[],
): Places {
  const { cwd, roots } = given;
  const file = pathInside(given.file, roots);
  const outputs = kinds.map((kind) => pathInside(named(file, kind), roots));
  return { file, outputs, directory: cwd === undefined ? rootAround(file, roots)! : directoryInside(cwd, roots) };
}

/** A path of a call, absolute; a relative one belongs to the first root that has it. Throws `ToolError` if it is outside. */
export function pathInside(path: string, roots: readonly string[]): string {
  const places = roots.map((root) => resolve(root, path));
  const at = places.find((place) => existsSync(place)) ?? places[0];
  if (rootAround(at, roots) === undefined) {
    throw new ToolError(`${at} is outside of the workspace (${roots.join(', ')}): give a path inside of it.`);
  }
  return at;
}

/** Throws `ToolError`. */
function directoryInside(path: string, roots: readonly string[]): string {
  const at = pathInside(path, roots);
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) return at;
  throw new ToolError(`${at} is no directory: give the directory in which the command starts.`);
}

/** The root that the path is in, links followed. */
function rootAround(path: string, roots: readonly string[]): string | undefined {
  const real = realPlace(path);
  return roots.find((root) => within(realPlace(root), real) !== undefined);
}

/** Also of a file that is not there yet. */
function realPlace(path: string): string {
  try {
    return realPathOf(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path));
  }
}
