/** Versions of the programs that a command line runs, for reports. Scripts of the project are read, never asked. */
import { execa } from 'execa';
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { textAt } from './folders';
import { commandsIn, packageIn } from './package';
import { onPath } from './programs';

/** A program that does not answer in time is left out. */
const ms = 5000;

/** Words that the shell itself knows, or that only hand on to the next word. */
const builtins =
  /^(?:[!:.(){}\[]+|if|then|else|elif|fi|for|while|until|do|done|case|esac|in|cd|echo|printf|test|exit|set|unset|export|trap|true|false|read|shift|return|source|eval|kill|wait|umask|pwd|local)$/;
const handingOn = /^(?:[!({]+|if|then|elif|else|while|until|do|exec|env|command|time|nice|nohup)$/;

/** A version that is known, or the words of a question. */
type Entry = string | readonly string[];

/** `mocha 12.0.3`, `node v20.20.2`, for a shell line that runs in `cwd`; programs that do not tell are left out. */
export async function versionsOf(line: string, cwd: string, signal: AbortSignal): Promise<string[]> {
  const entries = new Map(entriesOf(line, { cwd, depth: 0 }).map((entry) => [String(entry), entry]));
  const answers = [...entries.values()].map((entry) =>
    typeof entry === 'string' ? entry : answerTo(entry, cwd, signal),
  );
  return [...new Set(await Promise.all(answers))].filter((one) => one !== undefined);
}

interface Around {
  readonly cwd: string;
  /** Of scripts in scripts. */
  readonly depth: number;
}

const deepest = 3;

function entriesOf(line: string, around: Around): Entry[] {
  return commandsIn(line).flatMap((all) => {
    const words = all.slice(
      Math.max(
        0,
        all.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && !handingOn.test(word)),
      ),
    );
    return words.length === 0 ? [] : programEntries([words[0].replace(/^\(+/, ''), ...words.slice(1)], around);
  });
}

function programEntries([program, ...args]: readonly string[], around: Around): Entry[] {
  if (program === '' || builtins.test(program)) return [];
  const name = nameOf(program);
  const installed = installedAt(program, around.cwd);
  if (installed !== undefined) return [...packageEntry(name, installed), ...interpreterOf(installed, around)];
  if (/[\\/]/.test(program) && !isInterpreter(program)) return scriptEntries(resolve(around.cwd, program), around);
  const path = /[\\/]/.test(program) ? resolve(around.cwd, program) : onPath(program);
  if (path === undefined) return [];
  return [...startedBy(name, args, around), ...questions(name, program, args), ...interpreterOf(path, around)];
}

/** Of npm scripts, of scripts for a shell, and of what npx starts. */
function startedBy(name: string, args: readonly string[], around: Around): Entry[] {
  if (name === 'npx')
    return programEntries(
      args.filter((word) => !word.startsWith('-')),
      around,
    );
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) {
    const script = args.find((word) => !/^(?:run|run-script)$/.test(word) && !word.startsWith('-')) ?? '';
    return inside(packageIn(around.cwd)?.scripts[script] ?? '', around);
  }
  const file = args.find((word) => !word.startsWith('-'));
  return isShell(name) && file !== undefined && !args.includes('-c')
    ? inside(textAt(resolve(around.cwd, file)), around)
    : [];
}

function questions(name: string, program: string, args: readonly string[]): Entry[] {
  const module = /^python/.test(name) && args[0] === '-m' ? [[program, '-m', args[1], '--version']] : [];
  const more = name === 'cargo' ? [['rustc', '--version']] : module;
  if (name === 'npx' || name === 'sh') return more;
  return [...more, [program, name === 'go' ? 'version' : '--version']];
}

/** A script of the project: its interpreter and, if that is a shell, the programs that it runs. */
function scriptEntries(path: string, around: Around): Entry[] {
  const line = firstLine(path);
  if (!line.startsWith('#!')) return [];
  return isShell(nameOf(line.trim().split(/[\s/]/).at(-1)!))
    ? inside(textAt(path), around)
    : interpreterOf(path, around);
}

function inside(script: string, { cwd, depth }: Around): Entry[] {
  if (depth >= deepest) return [];
  const lines = script.replace(/\\\n/g, ' ').split('\n');
  return lines.filter((line) => !/^\s*#/.test(line)).flatMap((line) => entriesOf(line, { cwd, depth: depth + 1 }));
}

/** By the `#!` line. */
function interpreterOf(path: string, around: Around): Entry[] {
  const [, interpreter = ''] = /^#!\s*(?:\S*\benv\s+(?:-S\s+)?)?(\S+)/.exec(firstLine(path)) ?? [];
  const name = nameOf(interpreter);
  return name === '' || isShell(name) || around.depth >= deepest
    ? []
    : programEntries([name], { ...around, depth: deepest });
}

/** Where a program of node_modules is, if this is one. */
function installedAt(program: string, cwd: string): string | undefined {
  if (/[\\/]/.test(program)) {
    return packageProgram(resolve(cwd, program));
  }
  const found = onPath(program);
  if (found !== undefined) return packageProgram(found);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', '.bin', program);
    if (existsSync(path)) return realpathSync(path);
    if (dirname(folder) === folder) return undefined;
  }
}

function packageProgram(path: string): string | undefined {
  return /[\\/]node_modules[\\/]\.bin[\\/]/.test(path) && existsSync(path) ? realpathSync(path) : undefined;
}

function packageEntry(name: string, path: string): string[] {
  for (let folder = dirname(path); folder.includes(`${sep}node_modules`); folder = dirname(folder)) {
    const version = packageIn(folder)?.fields.version;
    if (typeof version === 'string') return [`${name} ${version}`];
  }
  return [];
}

/** One of a virtual environment, say. */
function isInterpreter(program: string): boolean {
  return /^(?:python|pypy|node|ruby|perl|php)[\d.]*$/.test(nameOf(program));
}

function isShell(name: string): boolean {
  return /^(?:ba|da|z|k)?sh$/.test(name);
}

function nameOf(program: string): string {
  return basename(program.replaceAll('\\', '/')).replace(/\.(?:exe|cmd|[cm]?js)$/, '');
}

async function answerTo([program, ...args]: readonly string[], cwd: string, cancelSignal: AbortSignal) {
  const how = { cwd, cancelSignal, timeout: ms, all: true, reject: false, stdin: 'ignore' } as const;
  const { failed, all } = await execa(program, args, how);
  cancelSignal.throwIfAborted();
  const line = (all ?? '').split('\n').find((one) => /\d/.test(one));
  if (failed || line === undefined) return undefined;
  const name = nameOf(program);
  return line.toLowerCase().includes(name.replace(/[\d.]+$/, '').toLowerCase()) || args[0] === '-m'
    ? line
    : `${name} ${line}`;
}

function firstLine(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(200);
      return bytes.toString('latin1', 0, readSync(file, bytes)).split('\n')[0];
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
