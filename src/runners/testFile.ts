/** A test file and the folders up to its workspace; and a test runner, which knows its own files and the command for each. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { within } from '../oracle/places/roots';
import { attempt } from '../oracle/platform/files';

export interface TestFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly text: string;
  /** The workspace, without links; folders above it are searched only for installed programs. */
  readonly root: string;
}

/** For regular expressions of JavaScript, Go and Rust. */
export const escapedTitle = (title: string): string => title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** One that is not in the text may be several, as reports join them: `cart › has a total`. */
export function separateTitles(titles: readonly string[], text: string): readonly string[] {
  const [title, ...others] = titles;
  const isJoined = others.length === 0 && title !== undefined && !text.includes(title);
  return isJoined ? title.split(/ [›>] /) : titles;
}

export function has(folder: string, ...names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

export function namesIn(folder: string, pattern: RegExp): string[] {
  return attempt(() => readdirSync(folder), []).filter((name) => pattern.test(name));
}

/** Empty if it cannot be read. */
export function textAt(...path: readonly string[]): string {
  return attempt(() => readFileSync(join(...path), 'utf8'), '');
}

/** A path for a command that runs in `cwd`. Paths inside the workspace are relative, so that they are valid in a copy too. */
export function pathFrom(cwd: string, path: string, root: string): string {
  return within(root, path) !== undefined ? relative(cwd, path).replaceAll('\\', '/') : path;
}

/** Settings, which a runner reads without loading them. */
const settings =
  /(?:^|\/)(?:package\.json|\.[^/]*rc(?:\.\w+)?|[^/]*config[^/]*|conftest\.py|pytest\.ini|pyproject\.toml|tox\.ini|setup\.(?:cfg|py))$/;

/** The files with which the reduction of a test's folder begins: those that it loads, and settings; all if its runtime does not tell. */
export function likelyOf(found: { readonly test: string; readonly loaded: readonly string[] }, all: readonly string[]) {
  const { test, loaded } = found;
  const needed = new Set([test, ...loaded]);
  return loaded.length === 0 ? all : all.filter((path) => needed.has(path) || settings.test(path));
}

/** The file names the runner; its package names it; the package has it installed; nothing names it. */
export const surenesses = ['certain', 'sure', 'likely', 'guess'] as const;

export interface Evidence {
  readonly sureness: (typeof surenesses)[number];
  /** The directory in which the command runs, absolute. */
  readonly cwd: string;
  /** Names of other tests in the file's folder, which are compiled with it. */
  readonly beside?: RegExp;
}

interface Finding extends Evidence {
  /** Of the command. Environment variables (`NAME=value`) come first. All that costs time is off: coverage, watching, other workers. */
  readonly words: readonly string[];
  /** The words with which a person runs the file; undefined if it must have this name and place. */
  readonly plain?: readonly string[];
}

export interface Runner {
  /** By which its reports are read, and its process is kept warm. */
  readonly name: string;
  /** Pattern of the paths of its test files, for menus, which cannot read files. */
  readonly paths: RegExp;
  /** For the file, or only its test with these titles, outermost first. Undefined if it has none. Reads files of the workspace. */
  find(file: TestFile, titles: readonly string[]): Finding | undefined;
}
