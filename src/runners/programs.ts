/** Compilers and interpreters for a language: suggestions for a user whose file makes one of them fail. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { shellOf } from '../oracle/platform/shells';
import { traits } from '../oracle/platform/traits';
import { foldersUp } from './folders';
import { loadsInNode } from './loadable';

const { nullDevice, programEndings, python } = traits;

/** By VS Code's language id: command lines; the first word is the program. */
const lines: Readonly<Record<string, readonly string[]>> = {
  c: [`gcc -c \${file} -o ${nullDevice}`, `clang -c \${file} -o ${nullDevice}`],
  cpp: [`g++ -c \${file} -o ${nullDevice}`, `clang++ -c \${file} -o ${nullDevice}`],
  css: ['esbuild ${file}', 'stylelint ${file}', 'prettier ${file}'],
  go: ['go vet ${file}'],
  java: ['javac -d . ${file}'],
  graphql: ['prettier ${file}'],
  html: ['prettier ${file}'],
  javascript: ['node ${file}', 'esbuild ${file}', 'eslint ${file}', 'prettier ${file}'],
  json: ['prettier ${file}'],
  less: ['prettier ${file}'],
  lua: ['lua ${file}'],
  php: ['php ${file}'],
  python: [`${python} \${file}`, 'ruff check ${file}', 'mypy ${file}'],
  ruby: ['ruby ${file}'],
  rust: ['rustc --emit=metadata ${file}'],
  scss: ['prettier ${file}'],
  shellscript: ['bash ${file}'],
  typescript: ['tsc --noEmit ${file}', 'esbuild ${file}', 'eslint ${file}', 'prettier ${file}'],
};

/**
 * Lines for a file of `folder`, or of a folder inside it, whose program is in the nearest node_modules or on the PATH. They run in
 * `folder`. `text`: of the file; what could not even load it comes last.
 */
export function programLines(languageId: string, folder: string | undefined, directory = folder, text = ''): string[] {
  const all = (lines[languageId] ?? []).flatMap((line) => runnableLine(line, folder, directory) ?? []);
  const [first, ...others] = all;
  const isVain = first?.startsWith('node ') && directory !== undefined && !loadsInNode(text, directory);
  return isVain ? [...others, first] : all;
}

/** The line with its program as it is found, for a file in `directory`; undefined if there is none. */
export function runnableLine(line: string, folder: string | undefined, directory = folder): string | undefined {
  const [program] = line.split(' ');
  const installed = folder && directory && installedProgram(program, folder, directory);
  if (installed) return shellOf(undefined).program(installed) + line.slice(program.length);
  return isOnPath(program) ? line : undefined;
}

/** Its path from `folder`; undefined if no folder from `directory` up to `folder` has it. */
function installedProgram(name: string, folder: string, directory: string): string | undefined {
  const path = join('node_modules', '.bin', name);
  const found = foldersUp({ path: join(directory, name), root: folder }).find((one) => existsSync(join(one, path)));
  return found === undefined ? undefined : relative(folder, join(found, path)).replaceAll('\\', '/');
}

function isOnPath(program: string): boolean {
  return onPath(program) !== undefined;
}

/** The path of a program that a shell finds. */
export function onPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.flatMap((folder) => programEndings().map((ending) => join(folder, program + ending)));
  return paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
