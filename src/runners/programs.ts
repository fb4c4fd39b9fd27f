/**
 * Programs of this machine: compilers and interpreters for a language, as suggestions for a user whose file makes one of them fail; and the
 * versions of those that a command line runs, for reports.
 */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, join, resolve } from 'node:path';
import { foldersUp, wayIn } from '../oracle/places/roots';
import { isExecutable } from '../oracle/platform/files';
import { shellOf } from '../oracle/platform/shells';
import { traits } from '../oracle/platform/traits';
import { installedModule, assignment, commandsIn, packageIn, packageOf, programTarget } from './package';
import { has, namesIn, textAt } from './testFile';
import { execa } from 'execa';

const { nullDevice, programEndings, python } = traits;

const formatted = ['graphql', 'html', 'json', 'less', 'markdown', 'yaml', 'vue', 'handlebars', 'scss'];

/** By VS Code's language id: command lines; the first word is the program. */
const lines: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(formatted.map((id) => [id, ['prettier ${file}']])),
  c: [`gcc -c \${file} -o ${nullDevice}`, `clang -c \${file} -o ${nullDevice}`],
  cpp: [`g++ -c \${file} -o ${nullDevice}`, `clang++ -c \${file} -o ${nullDevice}`],
  css: ['esbuild ${file}', 'stylelint ${file}', 'prettier ${file}'],
  go: ['go vet ${file}'],
  java: ['javac -d . ${file}'],
  javascript: ['node ${file}', 'esbuild ${file}', 'eslint ${file}', 'prettier ${file}'],
  lua: ['lua ${file}'],
  php: ['php ${file}'],
  python: [`${python} \${file}`, 'ruff check ${file}', 'mypy ${file}'],
  ruby: ['ruby ${file}'],
  rust: ['rustc --emit=metadata ${file}'],
  shellscript: ['bash ${file}'],
  typescript: ['tsc --noEmit ${file}', 'esbuild ${file}', 'eslint ${file}', 'prettier ${file}'],
};

/**
 * Lines for a file of `folder`, or of a folder in it, where they run: programs of the nearest node_modules or on the PATH. `text`: of the
 * file. None that could not even begin: Node needs all that the file imports, linters a configuration.
 */
export function programLines(languageId: string, folder: string | undefined, directory = folder, text = ''): string[] {
  const all = (lines[languageId] ?? []).filter((line) => directory === undefined || canBegin(line, text, directory));
  return all.flatMap((line) => runnableLine(line, folder, directory) ?? []);
}

function canBegin(line: string, text: string, directory: string): boolean {
  if (line.startsWith('node ')) return loadsInNode(text, directory);
  const [, linter] = /^(eslint|stylelint) /.exec(line) ?? [];
  // `eslint.config.js`, `.eslintrc.json`, … in this directory or above.
  const settings = new RegExp(`^(?:${linter}\\.config\\.|\\.${linter}rc)`);
  const folders = [directory, ...foldersUp(directory)];
  return linter === undefined || folders.some((folder) => namesIn(folder, settings).length > 0);
}

/** The line with its program as it is found, for a file in `directory`; undefined if there is none. */
export function runnableLine(line: string, folder: string | undefined, directory = folder): string | undefined {
  const [program] = line.split(' ');
  const found = directory && installedModule(`.bin/${program}`, directory);
  const path = folder && found && wayIn(folder, found);
  if (path) return shellOf(undefined).program(path) + line.slice(program.length);
  return onPath(program) === undefined ? undefined : line;
}

/** The nearest tsconfig.json, from the workspace; undefined if there is none, or if a shell would not take its path for a word. */
export function projectOf(path: string, root: string): string | undefined {
  const folder = foldersUp(path, root).find((one) => has(one, 'tsconfig.json'));
  const name = folder && wayIn(root, join(folder, 'tsconfig.json'));
  return name && /^[\w./@+-]+$/.test(name) ? name : undefined;
}

/** The path of a program that a shell finds. */
export function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.flatMap((folder) => programEndings().map((ending) => join(folder, program + ending)));
  return paths.find(isExecutable);
}

const imports =
  /\brequire\(\s*['"]([^'"\n]+)['"]\s*\)|^\s*(?:import|export)\s*(?:[\w*${},\s]*?\bfrom\s*)?['"]([^'"\n]+)['"]/gm;

/** JSX and types, which Node does not read. */
const otherLanguage = /^\s*return\s*\(?\s*<[A-Za-z>]|^\s*import type\b/m;

/** Can Node load a file as it lies in this directory, with all that it imports? */
function loadsInNode(text: string, directory: string): boolean {
  const { resolve } = createRequire(join(directory, 'index.js'));
  const names = [...text.matchAll(imports)].map(([, required, imported]) => required ?? imported);
  return !otherLanguage.test(text) && names.every((name) => canResolve(resolve, name));
}

function canResolve(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    return resolve(name) !== '';
  } catch (error) {
    // The package is there, for import only.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

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

/** The name of the program in the `#!` line; empty without one. */
export function interpreterOf(text: string): string {
  return nameOf(/^#!\s*(?:\S*\benv\s+(?:-S\s+)?)?(\S+)/.exec(text)?.[1] ?? '');
}

/** The script of npm or for a shell that a call runs, or the line of npx, and the interpreter by the `#!` line. */
function textBehind({ name, program, args, path }: Call, cwd: string): string {
  const script = statSync(path).size < longestScript ? textAt(path) : '';
  const interpreter = interpreterOf(script);
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

const isShell = (name: string): boolean => /^(?:ba|da|z|k)?sh$/.test(name);

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
