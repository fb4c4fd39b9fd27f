/** Lines to propose where no command was given: what could show the bug in a file or a folder, and which file is a test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { testPath } from '../../runners/recognise';
import { isExecutable } from './words';

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

/** A whole command line. */
export function proposalFor(files: readonly string[]): string[] {
  const [file] = files;
  if (isTest(file)) return ['test', file];
  return withCommand(files, existsSync(join(file, 'package.json')) ? npmTestOf(file) : undefined);
}

/** A whole command line that reduces the files by what they do, as no test. */
export function withCommand(files: readonly string[], command?: string): string[] {
  const usual = programs[extname(files[0]).toLowerCase()] ?? 'COMMAND {}';
  return ['reduce', ...files, '--test', command ?? usual, '--same-failure'];
}

function npmTestOf(directory: string): string {
  try {
    const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      scripts?: { test?: string };
    };
    return scripts?.test ? 'npm test' : 'node .';
  } catch {
    return 'node .';
  }
}

export function isTest(file: string): boolean {
  return testPath.test(resolve(file).replaceAll('\\', '/'));
}

/** A test file of this directory, or below it. */
export function someTest(directory = '.', depth = 3): string | undefined {
  const entries = readdirSync(directory, { withFileTypes: true });
  const path = (name: string) => join(directory, name);
  const found = entries.find((entry) => entry.isFile() && isTest(path(entry.name)));
  if (found) return path(found.name);
  if (depth === 0) return undefined;
  const below = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
  for (const { name } of below) {
    const one = someTest(path(name), depth - 1);
    if (one) return one;
  }
  return undefined;
}

/** Is it rather the test than the input? */
export function isScript(path: string): boolean {
  return isExecutable(path) || /\.(?:sh|bash|bat)$/.test(path);
}

/** How a script gets its candidate is in its text: by name in its directory, as an argument, or on standard input. */
export function scriptTest(script: string, file: string): { readonly line: string; readonly stdin: boolean } {
  const text = readFileSync(script, 'latin1');
  const starter = isExecutable(script) ? '' : `${programs[extname(script)]?.split(' ')[0] ?? 'sh'} `;
  if (text.includes(basename(file))) return { line: starter + resolve(script), stdin: false };
  const here = starter + (/[\\/]/.test(script) || starter ? script : `./${script}`);
  const readsInput = /\bstdin\b/.test(text);
  const readsWord = /\$[1@*]|\$\{1|\bargv\b|\bARGV\b|\bargs\b/.test(text);
  return { line: readsInput && !readsWord ? here : `${here} {}`, stdin: readsInput || !readsWord };
}
