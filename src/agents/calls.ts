/**
 * A call of an agent, from its arguments to its answer, for `whittle mcp` and for windows: only who does the run differs. All its places
 * must be inside its roots, which are folders of the agent's workspace.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { within } from '../oracle/places/roots';
import { realPathOf } from '../oracle/platform/files';
import { requireResult } from '../reduction/controls';
import { named, outputAt, writeKeeping } from '../reduction/ending/outputs';
import type { EndTold } from '../reduction/events/events';
import { inputProblem } from '../reduction/folder/listing';
import { answerOf, argumentsOf, isolateTool, ToolError, type Answer, type Arguments, type Tool } from './tools';

/** A call with good arguments. Paths are absolute. */
export interface Call {
  readonly given: Arguments;
  /** The input that fails, and of an isolation the one that passes, if it is a file. */
  readonly file: string;
  readonly passing?: string;
  /** Beside the file, one for each result: of an isolation first the one that fails. */
  readonly outputs: readonly string[];
  /** Where the command starts. */
  readonly directory: string;
}

/** Checks the arguments. Throws `OptionError` and `ToolError`. */
export function callOf(tool: Tool, input: unknown, roots: readonly string[]): Call {
  const given = argumentsOf(tool, input);
  const { file, failing, passing, cwd } = given;
  const at = inputInside((failing ?? file)!, roots);
  const kinds = tool.name === isolateTool.name ? ['failing', 'passing'] : ['reduced'];
  return {
    given,
    file: at,
    passing: passing === undefined ? undefined : inputInside(passing, roots),
    outputs: kinds.map((kind) => pathInside(named(at, kind), roots)),
    directory: cwd === undefined ? rootAround(at, roots)! : directoryInside(cwd, roots),
  };
}

/** What a run has found. */
export interface Found {
  readonly end: EndTold;
  /** In the order of the outputs of its call. */
  readonly results: readonly Buffer[];
  /** Notices. */
  readonly notes: string[];
}

/** Does the run, and writes its results; older ones are kept. Throws `PathError`, `Interrupted`, and what the run throws. */
export async function carryOut({ file, passing, outputs }: Call, run: () => Promise<Found>): Promise<Answer> {
  const inputs = passing === undefined ? [file] : [file, passing];
  const places = await Promise.all(outputs.map((path) => outputAt(path, inputs)));
  const { end, results, notes } = await run();
  requireResult(end);
  for (const [at, output] of places.entries()) {
    await writeKeeping(output, results[at], (sentence) => notes.push(sentence));
  }
  const paths = places.map(({ path }) => path);
  return answerOf(paths, results, end, notes);
}

/** Throws `ToolError`. */
function inputInside(path: string, roots: readonly string[]): string {
  const at = pathInside(path, roots);
  if (existsSync(at)) return at;
  throw new ToolError(inputProblem(at, 'ENOENT'));
}

/** A path of a call, absolute; a relative one belongs to the first root that has it. Throws `ToolError` if it is outside. */
function pathInside(path: string, roots: readonly string[]): string {
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
