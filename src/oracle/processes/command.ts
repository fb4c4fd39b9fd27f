/** The command that decides whether the property holds, and the ways to pass it the candidate's location. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { toldSource, type PropertySource } from '../functions/propertyFunction';
import { makeLink } from '../platform/files';
import { type Shell, shellOf } from '../platform/shells';
import { traits } from '../platform/traits';

/** A gap in a template: the path of the candidate's file or of its directory, absolute or relative to the workspace. */
export type Slot = 'file' | 'directory' | 'relative' | 'relativeDirectory';

/** A path of the user. It has a counterpart near the candidate if the candidate's directory looks like the user's workspace. */
export interface UserPath {
  readonly real: string;
}

export interface Template {
  readonly source: string;
  readonly parts: readonly (string | { readonly slot: Slot } | UserPath)[];
}

/** A line for a shell (default: the system's), a program with its arguments, a name that the workers of a cluster know, or a function. */
export type Invocation =
  | { readonly line: Template; readonly shell?: string }
  | { readonly program: Template; readonly args: readonly Template[] }
  | { readonly named: string }
  | { readonly property: PropertySource };

export interface OracleCommand {
  readonly invocation: Invocation;
  /** Where the command runs; but if it does not name the candidate and the candidate lies alone: in the candidate's directory. */
  readonly cwd: Template;
  readonly env?: Readonly<Record<string, Template>>;
  /** The command reads the candidate on its standard input. */
  readonly stdin?: boolean;
  /** Name of the test runner that the command starts, if it may be kept running from one candidate to the next. */
  readonly warm?: string;
}

export interface Paths extends Readonly<Record<Slot, string>> {
  readonly alone: boolean;
  /** The counterpart of a user's path. */
  moved(path: string): string;
}

/** The terminal's placeholder for the candidate. */
export const braces: Readonly<Record<string, Slot>> = { '{}': 'file' };

/** The line with `{}` where it names the file as a word, by one of these paths, in quotes or not; a directory also in front of a path. `npm run app` names a script. */
export function aimedAt(line: string, paths: readonly string[]): string {
  const words = paths.flatMap((path) => [path, `./${path}`]).flatMap((path) => [path, `'${path}'`, `"${path}"`]);
  const names = words.map((name) => name.replace(/[{}$.*+?^()[\]\\|]/g, '\\$&'));
  return line.replace(new RegExp(`(?<=^|[\\s=<(])(?<!\\brun )(?:${names.join('|')})(?=$|[\\s;|&<>)/])`, 'g'), '{}');
}

/** Cuts `text` at the placeholders of slots and paths. */
export function template(text: string, marks: Readonly<Record<string, Slot | UserPath>>): Template {
  const pattern = Object.keys(marks).map((mark) => mark.replace(/[{}$.*+?^()[\]\\|]/g, '\\$&'));
  const filling = (mark: string) => (typeof marks[mark] === 'string' ? { slot: marks[mark] } : marks[mark]);
  const pieces = text.split(new RegExp(`(${pattern.join('|')})`));
  const parts = pieces.map((piece, at) => (at % 2 === 1 ? filling(piece) : piece)).filter((part) => part !== '');
  return { source: text, parts };
}

export const fixedText = (text: string): Template => ({ source: text, parts: [text] });

export const userPath = (path: string): Template => ({ source: path, parts: [{ real: path }] });

/** Does the command get the candidate by a slot or on stdin? If not, it must find it in its directory. */
export function namesCandidate({ invocation, cwd, env = {}, stdin }: OracleCommand): boolean {
  if (stdin || !isStarted(invocation)) return true;
  const words = 'line' in invocation ? [invocation.line] : [invocation.program, ...invocation.args];
  return [...words, cwd, ...Object.values(env)].some(({ parts }) => parts.some(isSlot));
}

/** Is it a process of this machine? */
function isStarted(invocation: Invocation): invocation is Extract<Invocation, { line: unknown } | { args: unknown }> {
  return 'line' in invocation || 'program' in invocation;
}

const isSlot = (part: Template['parts'][number]): boolean => typeof part !== 'string' && 'slot' in part;

/** The command for one candidate; `words`: program and arguments. A shell line gets the path quoted for its position. */
export function commandFor(command: OracleCommand, paths: Paths) {
  const { invocation, cwd, env = {} } = command;
  if (!isStarted(invocation)) throw new Error('There is no command to start here.');
  const words =
    'line' in invocation
      ? shellOf(invocation.shell).words(lineFor(invocation.line, paths, shellOf(invocation.shell)))
      : [invocation.program, ...invocation.args].map((word) => filled(word, paths));
  return {
    words,
    cwd: paths.alone && !namesCandidate(command) ? paths.directory : filled(cwd, paths),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value, paths)])),
  };
}

/** The directory that the user has named for a command which may run outside of its candidate's. */
export function userDirectoryOf(command: OracleCommand): string | undefined {
  const { parts } = command.cwd;
  if (typeof parts[0] === 'string' || parts.some(isSlot) || !namesCandidate(command)) return undefined;
  return parts.map((part) => (typeof part === 'string' ? part : 'real' in part ? part.real : '')).join('');
}

export function described({ invocation }: OracleCommand): string {
  if ('line' in invocation) return invocation.line.source;
  if ('named' in invocation) return invocation.named;
  if ('property' in invocation) return toldSource(invocation.property);
  return [invocation.program, ...invocation.args]
    .map(({ source }) => (/^[\w./:=@%+{}$-]+$/.test(source) ? source : `'${source.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/** Words as a line that can be pasted. */
export const lineOf = (words: readonly string[]): string => words.map(quoted).join(' ');

/** A line for somebody who is above this folder; '' for one in it. */
export function lineIn(folder: string, line: string): string {
  return folder === '' ? line : `cd ${quoted(folder)} && ${line}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~{}-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function filled({ parts }: Template, paths: Paths): string {
  return parts.map((part) => (typeof part === 'string' ? part : pathOf(part, paths))).join('');
}

function pathOf(part: { readonly slot: Slot } | UserPath, paths: Paths): string {
  return 'slot' in part ? paths[part.slot] : paths.moved(part.real);
}

/** The line with its paths, each of which is one word of it. */
export function lineFor({ parts }: Template, paths: Paths, shell: Shell): string {
  const reader = shell.reader();
  let line = '';
  for (const part of parts) {
    line += typeof part === 'string' ? part : shell.word(pathOf(part, paths), reader.quotes());
    if (typeof part === 'string') reader.read(part);
  }
  return line;
}

/** A name that every shell reads as one word, nested or not. */
const plainName = /^(?!-)[\p{L}\p{M}\p{N}_.,:@+=-]+$/u;

const { risky } = traits;

/**
 * The paths that a command line gets. More than one shell may read that line (`sh -c 'cat {}'`, make, ssh), so no quoting is safe
 * for every name. A path that a shell could take for more than a path gets another name instead: a copy of the candidate, or a link
 * to its directory, in `temporary`. None is needed for most names. Throws errors of the file system.
 */
export function plainPaths(paths: Paths, temporary: string): Paths {
  const { file, directory, alone } = paths;
  const named = (path: string) => (risky.test(path) ? aliased(path, temporary) : path);
  const moved = (path: string) => named(paths.moved(path));
  if (alone && file !== directory && !plainName.test(basename(file))) {
    return { ...paths, ...renamed(file, temporary), relativeDirectory: directory, moved };
  }
  return {
    ...paths,
    file: named(file),
    directory: named(directory),
    relative: risky.test(paths.relative) ? named(file) : withoutDash(paths.relative),
    relativeDirectory: risky.test(paths.relativeDirectory) ? named(directory) : withoutDash(paths.relativeDirectory),
    moved,
  };
}

/** For names that are put into a command line as they are: an error of ours is better than a command of theirs. */
export const isWord = (name: string): boolean => /^(?!-)[\p{L}\p{M}\p{N}_.,:@%+=[\] -]*$/u.test(name);

/** Nothing lies beside it, so a copy does. */
function renamed(file: string, temporary: string): Pick<Paths, 'file' | 'relative'> {
  const copy = aliasOf(file, temporary);
  copyFileSync(file, copy);
  return { file: copy, relative: copy };
}

/** What lies beside it must be found by it: the link leads to the last directory of the path that has a risky name. */
function aliased(path: string, temporary: string): string {
  const names = path.split(sep);
  const last = names.findLastIndex((name) => risky.test(name));
  const target = names.slice(0, last + 1).join(sep);
  const link = aliasOf(target, temporary);
  if (!existsSync(link)) makeLink(target, link);
  return join(link, ...names.slice(last + 1));
}

/** The same for the same path, and in a directory of its own: names that differ may be the same when they are plain. */
function aliasOf(path: string, temporary: string): string {
  const digest = createHash('sha1').update(path).digest('hex').slice(0, 8);
  const directory = join(temporary, `whittle-${digest}`);
  mkdirSync(directory, { recursive: true });
  return join(directory, plain(basename(path)));
}

const plain = (name: string): string => name.replace(/^-|[^\w.@+=-]/g, '_');

/** A relative path is no option. */
const withoutDash = (path: string): string => (path.startsWith('-') ? `./${path}` : path);
