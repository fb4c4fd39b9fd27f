/** Compilers and interpreters for a language: suggestions for a user whose file makes one of them fail. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** By VS Code's language id: command lines; the first word is the program, {} the file. */
const lines: Readonly<Record<string, readonly string[]>> = {
  c: ['gcc -c {} -o /dev/null', 'clang -c {} -o /dev/null'],
  cpp: ['g++ -c {} -o /dev/null', 'clang++ -c {} -o /dev/null'],
  css: ['esbuild {}', 'stylelint {}'],
  go: ['go vet {}'],
  java: ['javac -d . {}'],
  javascript: ['node {}', 'esbuild {}', 'eslint {}'],
  json: ['prettier {}'],
  lua: ['lua {}'],
  php: ['php {}'],
  python: ['python3 {}', 'ruff check {}', 'mypy {}'],
  ruby: ['ruby {}'],
  rust: ['rustc --emit=metadata {}'],
  shellscript: ['bash {}'],
  typescript: ['tsc --noEmit {}', 'esbuild {}', 'eslint {}'],
};

/** Lines whose program is on the PATH, or in the node_modules of the folder. */
export function programLines(languageId: string, folder: string | undefined): string[] {
  return (lines[languageId] ?? []).flatMap((line) => {
    const program = line.split(' ')[0];
    const installed = folder === undefined ? undefined : join(folder, 'node_modules', '.bin', program);
    if (installed && existsSync(installed)) return [`\${workspaceFolder}/node_modules/.bin/${line}`];
    return isOnPath(program) ? [line] : [];
  });
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
