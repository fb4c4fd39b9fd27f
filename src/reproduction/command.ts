/**
 * From the command of an oracle to the line that runs in an exported folder, the script that ends with its status, and the shortest line with
 * which the folder still fails as before.
 */
import * as l10n from '@vscode/l10n';
import { isAbsolute, join } from 'node:path';
import type { PlacedFile } from '../oracle/content';
import type { VerdictRule } from '../oracle/judging/rule';
import type { Linked } from '../oracle/places/place';
import { realPath, wayIn } from '../oracle/places/roots';
import { usual } from '../oracle/platform/files';
import { type Shell, shellOf, systemShell } from '../oracle/platform/shells';
import { traits } from '../oracle/platform/traits';
import { type OracleCommand, type Paths, commandFor, lineFor } from '../oracle/processes/command';
import { type JobOracle, commandsOf, JobError } from '../reduction/job';
import { shellText } from '../runners/recognise';

export interface ReproductionCommand {
  /** For the shell of the system. */
  readonly line: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the folder, with `/`; the folder itself if unset. */
  readonly cwd?: string;
  /** How its end is judged; exit code 0 if unset. */
  readonly rule?: VerdictRule;
  /** Where it runs in the project, absolute: its programs, and files that it names beside the candidate, are found there. */
  readonly from?: string;
}

/** The part of a reproduction that the user has written. */
export interface Material {
  readonly files: readonly PlacedFile[];
  readonly commands: readonly ReproductionCommand[];
}

/** What becomes a folder that others can run, and how. */
export interface Reproducing {
  /** The directory that is reduced, absolute: packages are looked for there, and above it. */
  readonly base: string;
  /** Of a single file that is reduced: its name. */
  readonly file?: string;
  /** Directories that the commands also need: path in the folder, with `/` → absolute target. */
  readonly linked?: Linked;
  /** A directory that does not exist yet. */
  readonly to: string;
  /** Leave out arguments of the command that are not needed; there is one command then. */
  readonly reduceArgs?: boolean;
  /** Secrets are taken along as they are. */
  readonly withSecrets?: boolean;
}

type Subject = Pick<Reproducing, 'base' | 'file'>;

/** One for each command of the oracle; `rules` are theirs. Throws `JobError` for a property function, and for a command that only workers know. */
export function reproductionCommands(
  oracle: JobOracle,
  subject: Subject,
  rules: readonly VerdictRule[],
): ReproductionCommand[] {
  return commandsOf(oracle).map(({ command }, at) => ({ ...commandIn(command, subject), rule: rules[at] }));
}

function commandIn(command: OracleCommand, { base, file }: Subject): ReproductionCommand {
  const { invocation, stdin } = command;
  if (!('line' in invocation || 'program' in invocation)) {
    throw new JobError(l10n.t('Only the commands of this machine can be exported: choose one that shows the bug.'));
  }
  const paths = pathsIn(base, file);
  const { words, cwd, env } = commandFor(command, paths);
  const line = 'line' in invocation ? exportedLine(invocation, paths) : shellText(words);
  const way = cwd.replace(/^\.\/?/, '');
  return {
    line: stdin && file !== undefined ? `(${line}) < ${shellText(['cat', paths.file]).slice(4)}` : line,
    // Outside of what was reduced: the folder takes its place.
    ...(isAbsolute(cwd) ? { from: cwd } : { from: join(base, way), ...(way !== '' && { cwd: way }) }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** Relative to the folder. */
function pathsIn(base: string, file: string | undefined): Paths {
  const own = file === undefined ? '.' : `./${file}`;
  return {
    ...{ file: own, relative: own, directory: '.', relativeDirectory: '.', alone: true },
    moved(path) {
      const way = wayIn(realPath(base), realPath(path));
      return way === undefined ? path : `./${way}`;
    },
  };
}

function exportedLine(
  { line, shell: program }: Extract<OracleCommand['invocation'], { line: unknown }>,
  paths: Paths,
): string {
  const shell = shellOf(program);
  const word: Shell['word'] = (path, quotes) => (/^[\w./-]+$/.test(path) ? path : shell.word(path, quotes));
  const exported = lineFor(line, paths, { ...shell, word });
  return program === undefined ? exported : shellText(shell.words(exported));
}

/** `setup`: a line that installs packages where there is no node_modules. */
export function scriptFor(
  commands: readonly ReproductionCommand[],
  setup: string | undefined,
  language: typeof traits.scripts = traits.scripts,
): PlacedFile {
  const text = language === 'cmd' ? batch(commands, setup) : posix(commands, setup);
  return { path: `repro.${language}`, bytes: Buffer.from(text), mode: usual.program };
}

function posix(commands: readonly ReproductionCommand[], setup: string | undefined): string {
  const lines = commands.map(({ line, env = {}, cwd }) => {
    const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
    const whole = `${settings.join('')}${cwd === undefined ? '' : `cd ${quoted(cwd)} || exit\n`}${line}\n`;
    return commands.length === 1 ? whole : `(\n${whole}) || status=$?\n`;
  });
  return [
    `#!${systemShell}\n`,
    'cd "$(dirname "$0")" || exit\n',
    ...(setup === undefined ? [] : [`[ -d node_modules ] || ${setup} || exit\n`]),
    ...(commands.length === 1 ? lines : ['status=0\n', ...lines, 'exit $status\n']),
  ].join('');
}

function batch(commands: readonly ReproductionCommand[], setup: string | undefined): string {
  const lines = commands.flatMap(({ line, env = {}, cwd }) => [
    'setlocal',
    ...Object.entries(env).map(([name, value]) => `set "${name}=${value.replaceAll('%', '%%')}"`),
    ...(cwd === undefined ? [] : [`cd /d "${cwd.replaceAll('/', '\\')}"`]),
    // A script that is not called does not come back.
    /^\s*[("]/.test(line) ? line : `call ${line}`,
    'if errorlevel 1 (endlocal & set status=1) else endlocal',
  ]);
  const one = [...lines.slice(0, -1), 'exit /b %errorlevel%'];
  const all = ['set status=0', ...lines, 'exit /b %status%'];
  const isPlain = all.every((line) => /^[\x00-\x7f]*$/.test(line));
  return [
    '@echo off',
    // Else cmd.exe reads the script as a text of its own code page.
    ...(isPlain ? [] : ['chcp 65001 > nul']),
    'cd /d "%~dp0"',
    ...(setup === undefined ? [] : [`if not exist node_modules call ${setup}`]),
    ...(commands.length === 1 ? one : all),
    '',
  ].join('\r\n');
}

function quoted(word: string): string {
  // The first word of a line may be a program or a setting, the second one is neither.
  return shellText([':', word], 'linux').slice(2);
}

export interface Word {
  readonly text: string;
  readonly free: boolean;
}

/** A word of a shell line: plain characters, and quotes in which nothing is replaced. */
const plainWord = /^(?:[^\s'"\\$`;&|<>(){}*?[\]~#]|'[^']*'|"[^"$`\\]*")+$/;

/** A line up to its first pipe outside of quotes, and the rest: the rest is a filter, which belongs to the rule. */
const beforePipe = /^((?:[^'"|]|'[^']*'|"[^"]*")*)(\|(?!\|)[^]*)?$/;

/**
 * Words of a command. Programs, `NAME=value`, `files`, paths that begin with `.`, the directory of `cd`, dry runs
 * and what follows a pipe are not free. Throws
 * `JobError` for a line that cannot be cut into words safely, or that names a place outside of the folder.
 */
export function wordsOf(line: string, files: ReadonlySet<string>): Word[] {
  const [, command, filter] = beforePipe.exec(line.trim()) ?? [];
  const texts = command?.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  if (texts.length === 0 || traits.scripts !== 'sh') throw cannotCut(line);
  let program: string | undefined;
  const words = texts.map((text) => {
    const isEnd = text === '&&';
    const isSetting = /^\w+=/.test(text);
    const isProgram = program === undefined && !isEnd && !isSetting;
    const isOutside = /(?:^|[=:,'"]|^-\w)\/|(?:^|\W)\.\.(?:\/|$)/.test(text);
    if (!isEnd && text !== '2>&1' && (!plainWord.test(text) || (isOutside && !isProgram))) throw cannotCut(text);
    // `cd` alone leads out of the folder.
    const isArgument = program !== undefined && program !== 'cd' && !isEnd && !isSetting && !files.has(text);
    const free = isArgument && !/^\.|^-*dry-?run$|^-n$|^2>&1$/.test(text);
    if (isEnd) program = undefined;
    else if (isProgram) program = text;
    return { text, free };
  });
  return filter === undefined ? words : [...words, { text: filter, free: false }];
}

function cannotCut(text: string): JobError {
  return new JobError(
    l10n.t(
      'The command cannot be cut into arguments safely, because of "{0}": put it into a script, or keep all arguments.',
      text,
    ),
  );
}

/** A line that is as short as the property `fails` lets it be; the given one has it. 1-minimal. An abort gives the best so far. */
export async function shortestLine(
  words: readonly Word[],
  fails: (line: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<string> {
  let best = words;
  const tested = new Set<string>();
  /** Leaves out all of these, or else each half as far as possible. Was anything left out? */
  const shorten = async (units: readonly (readonly Word[])[]): Promise<boolean> => {
    if (units.length === 0) return false;
    const gone = new Set(units.flat());
    const left = best.filter((word) => !gone.has(word));
    if (!tested.has(lineOf(left)) && (await fails(lineOf(left)))) {
      best = left;
      return true;
    }
    tested.add(lineOf(left));
    if (units.length === 1) return false;
    const middle = units.length >> 1;
    const [one, other] = [await shorten(units.slice(0, middle)), await shorten(units.slice(middle))];
    return one || other;
  };
  try {
    // No argument at all; else options with their values, and then single words.
    while (await shorten(withValues(best)));
    while (await shorten(best.filter(({ free }) => free).map((word) => [word])));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return lineOf(best);
}

function lineOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** The words that may go: `-x 1` is one unit, `-x` before another option too. */
function withValues(words: readonly Word[]): Word[][] {
  const units: Word[][] = [];
  words.forEach((word, at) => {
    const option = words.at(at - 1);
    const isValue = at > 0 && option!.free && option!.text.startsWith('-') && !word.text.startsWith('-');
    if (word.free && isValue) units.at(-1)!.push(word);
    else if (word.free) units.push([word]);
  });
  return units;
}
