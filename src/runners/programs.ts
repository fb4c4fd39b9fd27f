/** Compilers and interpreters for a language: suggestions for a user whose file makes one of them fail. */
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { within } from '../oracle/places/roots';
import { shellOf } from '../oracle/platform/shells';
import { traits } from '../oracle/platform/traits';
import { installedModule } from './package';
import { namesIn } from './testFile';

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
  markdown: ['prettier ${file}'],
  yaml: ['prettier ${file}'],
  vue: ['prettier ${file}'],
  handlebars: ['prettier ${file}'],
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
 * `folder`. `text`: of the file. None that could not even begin: Node needs all that
 * the file imports, linters a configuration.
 */
export function programLines(languageId: string, folder: string | undefined, directory = folder, text = ''): string[] {
  const all = (lines[languageId] ?? []).filter((line) => directory === undefined || canBegin(line, text, directory));
  return all.flatMap((line) => runnableLine(line, folder, directory) ?? []);
}

function canBegin(line: string, text: string, directory: string): boolean {
  if (line.startsWith('node ')) return loadsInNode(text, directory);
  const [, linter] = /^(eslint|stylelint) /.exec(line) ?? [];
  return linter === undefined || hasConfiguration(linter, directory);
}

/** `eslint.config.js`, `.eslintrc.json`, … in this directory or above. */
function hasConfiguration(linter: string, directory: string): boolean {
  const above = dirname(directory);
  const found = namesIn(directory, new RegExp(`^(?:${linter}\\.config\\.|\\.${linter}rc)`));
  return found.length > 0 || (above !== directory && hasConfiguration(linter, above));
}

/** The line with its program as it is found, for a file in `directory`; undefined if there is none. */
export function runnableLine(line: string, folder: string | undefined, directory = folder): string | undefined {
  const [program] = line.split(' ');
  const found = directory && installedModule(`.bin/${program}`, directory);
  const path = folder && found && within(folder, found)?.replaceAll('\\', '/');
  if (path) return shellOf(undefined).program(path) + line.slice(program.length);
  return onPath(program) === undefined ? undefined : line;
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
