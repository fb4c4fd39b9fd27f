/** Lines to propose where no command was given: what could show the bug in a file or a folder, and which file is a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { attempt, isDirectory, isExecutable, isFile } from '../../oracle/platform/files';
import { aimedAt } from '../../oracle/processes/command';
import { packageIn } from '../../runners/package';
import { interpreterOf } from '../../runners/programs';
import { testPath } from '../../runners/recognise';
import { fromHere, isProgram } from './words';

/** Programs that run, compile or check a file of this kind. */
const programs: Readonly<Record<string, string>> = {
  '.js': 'node {}',
  '.mjs': 'node {}',
  '.cjs': 'node {}',
  '.ts': 'npx tsc --noEmit {}',
  '.py': 'python3 {}',
  '.rb': 'ruby {}',
  '.pl': 'perl {}',
  '.php': 'php {}',
  '.lua': 'lua {}',
  '.sh': 'sh {}',
  '.c': 'cc -fsyntax-only {}',
  '.cc': 'c++ -fsyntax-only {}',
  '.cpp': 'c++ -fsyntax-only {}',
  '.rs': 'rustc --crate-type lib --emit metadata {}',
  '.go': 'go vet {}',
  '.java': 'java {}',
  '.json': 'python3 -m json.tool {}',
};

export function proposalFor(files: readonly string[]): string[] {
  const [file] = files;
  if (isTest(file)) return ['test', file];
  const npm = packageIn(file);
  return withCommand(files, npm && (npm.scripts.test ? 'npm test' : 'node .'));
}

/** A whole command line that reduces the files by what they do, as no test. */
export function withCommand(files: readonly string[], command?: string): string[] {
  const usual = programs[extname(files[0]).toLowerCase()] ?? 'COMMAND {}';
  return ['reduce', ...files, '--test', command ?? usual, '--same-failure'];
}

export function isTest(file: string): boolean {
  return testPath.test(resolve(file).replaceAll('\\', '/'));
}

/** A test file of this directory, or below it. `name`: of the file; any test if unset. */
export function someTest(directory = '.', name?: string, depth = 3): string | undefined {
  const entries = readdirSync(directory, { withFileTypes: true });
  const path = (name: string) => join(directory, name);
  const isMeant = (one: string) =>
    name === undefined ? isTest(path(one)) && !/^__init__|^conftest\b/.test(one) : one === name;
  const found = entries.find((entry) => entry.isFile() && isMeant(entry.name));
  if (found) return path(found.name);
  if (depth === 0) return undefined;
  const below = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
  for (const entry of below) {
    const one = someTest(path(entry.name), name, depth - 1);
    if (one) return one;
  }
  return undefined;
}

/** The script that the line runs without an argument. */
export function scriptOf(line: string): string | undefined {
  const [, script] = /^\s*(?:(?:ba|da|z)?sh\s+)?(\S+)\s*$/.exec(line) ?? [];
  return script !== undefined && isScript(script) ? script : undefined;
}

/** Is it rather the test than the input? */
export function isScript(path: string): boolean {
  return isFile(path) && (isExecutable(path) || /\.(?:sh|bash|bat)$/.test(path));
}

/** What starts a script: a shell looks for a name without a slash on the PATH only. */
function startOf(script: string, path = script): string {
  if (isExecutable(script)) return /[\\/]/.test(path) ? path : `./${path}`;
  return `${interpreterOf(readFileSync(script, 'latin1')) || programs[extname(script)]?.split(' ')[0] || 'sh'} ${path}`;
}

/** The line, whose first word may be a script of this directory that is not on the PATH. */
export function startable(line: string, file: string): string {
  const [first] = /^[^\s\\/"'$|&;<>()={}]+/.exec(line) ?? [''];
  if (!isFile(first) || isProgram(first) || resolve(first) === resolve(file)) return line;
  return startOf(first) + line.slice(first.length);
}

/** Programs that read what another one reads. */
const alike: Readonly<Record<string, string>> = { gcc: 'cc', clang: 'cc', 'g++': 'c++', 'clang++': 'c++', bash: 'sh' };

/** The ending for the name of piped text, by its first line or the program that reads it. `line`: a command. */
export function endingOf(text: string, line = ''): string | undefined {
  const readBy = (program: string) => {
    const name = program.replace(/[-\d.]+$/, '');
    return Object.keys(programs).find((end) => /^[a-z+]+/.exec(programs[end])![0] === (alike[name] ?? name));
  };
  const interpreter = interpreterOf(text);
  if (interpreter !== '') return readBy(interpreter);
  if (/^\s*[{[]/.test(text) && attempt(() => Boolean(JSON.parse(text)), false)) return '.json';
  const [, program = '', rest = ''] = /^\s*(?:\S*\/)?([\w.+-]+)(.*)$/s.exec(line) ?? [];
  const ending = readBy(program) ?? '';
  // A compiler reads its own language, an interpreter of its first argument.
  const isSource = /^\.(?:cc?|rs)$/.test(ending) || /^(?:\s+-\S*)*\s*(?:<?\s*["']?\{\}|$)/.test(rest);
  return (isSource && ending) || undefined;
}

/** Does the script read an argument? */
function readsArgument(script: string): boolean {
  return /\$[1@*]|\$\{1|\bargv\b|\bARGV\b|\bargs\b/.test(readFileSync(script, 'latin1'));
}

/** How a script gets its candidate is in its text: by name in its directory, as an argument, or on standard input. */
export function scriptTest(script: string, file: string): { readonly line: string; readonly stdin: boolean } {
  const text = readFileSync(script, 'latin1');
  const readsWord = readsArgument(script);
  const isByName = isDirectory(file) ? !readsWord : text.includes(basename(file));
  if (isByName) return { line: startOf(script, resolve(script)), stdin: false };
  const here = startOf(script);
  const readsInput = !isDirectory(file) && /\bstdin\b/.test(text);
  return { line: readsInput && !readsWord ? here : `${here} {}`, stdin: readsInput || !readsWord };
}

/** A directory that is this one needs no name. */
export function aimed(line: string, file: string): string {
  return file === '-' || resolve(file) === process.cwd()
    ? line
    : aimedAt(line, [file.replace(/\/$/, ''), resolve(file)]);
}

/** A command that does not name its folder starts in a copy of it, unless it ends with a script that has no argument yet. */
export function inFolder(line: string, folder: string): string {
  const named = aimed(line, folder);
  if (named.includes('{}')) return named;
  const script = named
    .trim()
    .split(/[\s"']+/)
    .at(-1)!;
  return isFile(script) && readsArgument(script) ? `${named} {}` : fromHere(named, folder);
}

export function withFile(line: string, file: string): string[] {
  const named = aimed(line, file);
  if (named !== line) return ['--test', named];
  return /[|;&<>]/.test(line) ? ['--test', line, '--stdin'] : ['--test', `${line} {}`, '--stdin'];
}
