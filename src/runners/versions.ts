/** Versions of the programs that a command line runs, for reports. Scripts of the project are read, never asked. */
import { execa } from 'execa';
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { assignment, commandsIn, installedModule, packageIn, packageOf, programTarget } from './package';
import { onPath } from './programs';
import { textAt } from './testFile';

/** A program that does not answer in time is left out. */
const ms = 5000;

/** Bytes; what is longer is a program. */
const longestScript = 1e6;

/** Words that the shell itself knows, or that only hand on to the next word. */
const builtins =
  /^(?:[!:.(){}\[]+|if|then|else|elif|fi|for|while|until|do|done|case|esac|in|cd|echo|printf|test|exit|set|unset|export|trap|true|false|read|shift|return|source|eval|kill|wait|umask|pwd|local)$/;
const handingOn = /^(?:[!({]+|if|then|elif|else|while|until|do|exec|env|command|time|nice|nohup)$/;

/** `mocha 12.0.3`, `node v20.20.2`, for a shell line that runs in `cwd`; programs that do not tell are left out. */
export async function versionsOf(line: string, cwd: string, signal: AbortSignal): Promise<string[]> {
  const calls = new Map(callsIn(line, cwd).map((call) => [call.path, call]));
  const answers = await Promise.all([...calls.values()].map((call) => versionsBy(call, cwd, signal)));
  return [...new Set(answers.flat())].filter((one) => one !== undefined);
}

interface Call {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly path: string;
}

/** Calls of programs, also those in scripts that a call names; `depth`: of scripts in scripts. */
function callsIn(text: string, cwd: string, depth = 0): Call[] {
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  const commands = depth > 3 ? [] : lines.filter((line) => !/^\s*#/.test(line)).flatMap(commandsIn);
  return commands.flatMap((all) => {
    const start = all.findIndex((word) => !assignment.test(word) && !handingOn.test(word));
    const [first = '', ...args] = all.slice(Math.max(0, start));
    const program = first.replace(/^\(+/, '');
    const path = /[\\/]/.test(program)
      ? resolve(cwd, program)
      : (onPath(program) ?? installedModule(`.bin/${program}`, cwd));
    if (program === '' || builtins.test(program) || path === undefined || !existsSync(path)) return [];
    const call = { name: nameOf(program), program, args, path };
    return [call, ...callsIn(textBehind(call, cwd), cwd, depth + 1)];
  });
}

/** The script of npm or for a shell that a call runs, or the line of npx, and the interpreter by the `#!` line. */
function textBehind({ name, program, args, path }: Call, cwd: string): string {
  const script = statSync(path).size < longestScript ? textAt(path) : '';
  const [, found = ''] = /^#!\s*(?:\S*\benv\s+(?:-S\s+)?)?(\S+)/.exec(script) ?? [];
  const interpreter = nameOf(found);
  const words = args.filter((word) => !/^(?:-.*|run|run-script)$/.test(word));
  if (name === 'npx') return words.join(' ');
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) return `${packageIn(cwd)?.scripts[words[0]] ?? ''}\n${interpreter}`;
  if (isShell(name)) return args.includes('-c') || words.length === 0 ? '' : textAt(resolve(cwd, words[0]));
  if (isShell(interpreter)) return /[\\/]/.test(program) ? script : '';
  return interpreter;
}

async function versionsBy({ name, program, args, path }: Call, cwd: string, signal: AbortSignal) {
  if (/[\\/]node_modules[\\/]\.bin[\\/]/.test(path)) {
    const { version } = packageOf(programTarget(path)) ?? {};
    return typeof version === 'string' ? [`${name} ${version}`] : [];
  }
  const isScript = /[\\/]/.test(program) && !/^(?:python|pypy|node|ruby|perl|php)[\d.]*$/.test(name);
  if (isScript || name === 'npx' || name === 'sh') return [];
  const questions = [[program, name === 'go' ? 'version' : '--version']];
  if (name === 'cargo') questions.unshift(['rustc', '--version']);
  if (/^python/.test(name) && args[0] === '-m') questions.unshift([program, '-m', args[1], '--version']);
  return Promise.all(questions.map((words) => answerTo(words, cwd, signal)));
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
  const isNamed = line.toLowerCase().includes(name.replace(/[\d.]+$/, '').toLowerCase());
  return isNamed || args[0] === '-m' ? line : `${name} ${line}`;
}
