/**
 * A call of an agent, from its arguments to its answer, for `whittle mcp` and for windows: only who does the run differs. All its places
 * must be inside its roots, which are folders of the agent's workspace.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { Content } from '../oracle/content';
import { within } from '../oracle/places/roots';
import { isDirectory, realPathOf } from '../oracle/platform/files';
import { aimedAt } from '../oracle/processes/command';
import { requireResult } from '../reduction/controls';
import { named } from '../reduction/ending/outputs';
import { inputProblem } from '../reduction/folder/listing';
import { testPath } from '../runners/recognise';
import { resultsOf, type Results } from './results';
import {
  answerOf,
  argumentsOf,
  isolateTool,
  ToolError,
  type Answer,
  type Arguments,
  type Told,
  type Tool,
} from './tools';

/** A call with good arguments. Paths are absolute. */
export interface Call {
  readonly tool: Tool;
  readonly given: Arguments;
  /** The input that fails, and of an isolation the one that passes, if it is a file. */
  readonly file: string;
  readonly passing?: string;
  /** Both of them. */
  readonly inputs: readonly string[];
  /** The input, or the result, is a directory. */
  readonly isFolder: boolean;
  readonly writesFolder: boolean;
  /** Beside the file, one for each result: of an isolation first the one that fails. */
  readonly outputs: readonly string[];
  /** Where the command starts. */
  readonly directory: string;
}

/** Checks the arguments. Throws `OptionError` and `ToolError`. */
export function callOf(tool: Tool, input: unknown, roots: readonly string[]): Call {
  const given = argumentsOf(tool, input);
  const { file, failing, passing, cwd, repro, test, command } = given;
  const inputs = [(failing ?? file)!, passing ?? []].flat().map((path) => pathInside(path, roots));
  const [at, other] = inputs;
  const missing = inputs.find((path) => !existsSync(path));
  if (missing !== undefined) throw new ToolError(inputProblem(missing, 'ENOENT'));
  const isFolder = file !== undefined && isDirectory(at);
  if (isFolder && rootAround(dirname(at), roots) === undefined)
    throw new ToolError(
      `${at} is the workspace itself, beside which nothing may be written: give a folder or a file in it.`,
    );
  if (isFolder && test) throw new ToolError(`${at} is a directory: give the test file.`);
  const kinds = tool.name === isolateTool.name ? ['failing', 'passing'] : [repro ? 'repro' : 'reduced'];
  const writesFolder = isFolder || repro === true;
  const stem = basename(at, isFolder ? '' : extname(at));
  const nameFor = (kind: string) => (writesFolder ? join(dirname(at), `${stem}.${kind}`) : named(at, kind));
  const directory = cwd === undefined ? rootAround(at, roots)! : pathInside(cwd, roots);
  if (!isDirectory(directory))
    throw new ToolError(`${directory} is no directory: give the directory in which the command starts.`);
  const isAimed = command === undefined || command.includes('{}');
  const names = [(failing ?? file)!, at, relative(directory, at)];
  return {
    ...{ tool, isFolder, writesFolder, directory },
    // A command without {} may name the file.
    given: isAimed ? given : { ...given, command: aimedAt(command, names) },
    file: at,
    ...{ passing: other, inputs },
    outputs: kinds.map((kind) => pathInside(nameFor(kind), roots)),
  };
}

export interface Found extends Told {
  /** In the order of the outputs of its call; none if the run has written them itself, to `path`. */
  readonly results: readonly Content[];
  readonly path?: string;
  /** Earlier results of the call do not count. */
  readonly isAnew?: boolean;
}

/** Does the run, and writes its results. Throws `PathError`, `Interrupted`, and what the run throws. */
export async function carryOut(call: Call, run: () => Promise<Found>, into?: Results): Promise<Answer> {
  const places = into ?? (await resultsOf(call));
  const { results, path, notes, isAnew, ...told } = await run().catch((error: unknown) =>
    Promise.reject(advised(call, error)),
  );
  requireResult(told.end);
  const all = [...notes];
  const isSure = isAnew || told.end.confirmed;
  const there = await places.write(results, (sentence) => all.push(sentence), isSure ? 'goes' : 'stays');
  const isEarlier = results.length === 1 && there[0] !== results[0];
  if (call.given.repro && path !== undefined && path !== call.file)
    all.push(`It has ${readdirSync(path).join(', ')}: \`sh repro.sh\` in it runs the command.`);
  return answerOf(path === undefined ? places.paths : [path], there, { ...told, notes: all, isEarlier });
}

/** A test that lacks the files beside it needs no place, but its runner. */
function advised({ given, file }: Call, error: unknown): unknown {
  const { message } = error as Error;
  if (!given.command || !testPath.test(file) || !/\bplace\b.{1,4}overlay|\bcopy in another directory\b/.test(message))
    return error;
  const advice = `${basename(file)} seems to be a test: give test ([] for the first one that fails) in place of command.`;
  return Object.assign(error as Error, { message: `${advice} Or: ${message}` });
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
