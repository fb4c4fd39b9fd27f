/**
 * What the compiler or linter of a language says of a reduced test, and did not say of the whole one: errors, and imports and functions that
 * nothing uses. A variable may have the value of a call that must stay.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import ts from 'typescript';
import type { Located } from './cases';
import { run } from './running';

const ms = 60_000;

/** Sentences without places. `directory`: of the right project, whose test file is written to. */
export async function newProblems(one: Located, before: string, after: string, directory: string): Promise<string[]> {
  const said = async (text: string) => {
    writeFileSync(join(directory, one.test), text);
    return problemsOf(directory, one.test);
  };
  const known = new Set(await said(before));
  return (await said(after)).filter((problem) => !known.has(problem));
}

async function problemsOf(cwd: string, test: string): Promise<string[]> {
  const lines = async (words: readonly string[]) => {
    const { stdout, stderr } = await run(words, { cwd, ms });
    return `${stdout}\n${stderr}`.split('\n');
  };
  const placed = /^(?:vet: )?\S+?:\d+:(?:\d+:)? (?!local variable)(.*)$/;
  switch (extname(test)) {
    case '.py':
      return (await lines(['python3', '-m', 'pyflakes', test])).flatMap((line) => placed.exec(line)?.[1] ?? []);
    case '.go':
      return (await lines(['go', 'vet', `./${dirname(test)}`])).flatMap((line) => placed.exec(line)?.[1] ?? []);
    case '.rs':
      return (await lines(['cargo', 'check', '--offline', '--tests', '--quiet'])).filter((line) =>
        /^(?:warning|error)\b/.test(line),
      );
    default:
      return scriptProblems(cwd, test);
  }
}

/** Something that nothing uses. */
const unused = new Set([6133, 6192, 6196, 6198, 6199]);
const told = /^\s*(?:import\b|(?:async )?function\b|.*\brequire\()/;

/** Is it an import or a function that nothing uses, or an error of TypeScript? */
function isMeant({ code, file, start = 0 }: ts.Diagnostic, isTyped: boolean): boolean {
  if (!unused.has(code)) return isTyped;
  const line = file!.text.slice(file!.text.lastIndexOf('\n', start - 1) + 1).split('\n')[0];
  return told.test(line);
}

function scriptProblems(cwd: string, test: string): string[] {
  const settings = join(cwd, 'tsconfig.json');
  const isTyped = existsSync(settings) && /ts$/.test(test);
  const config = isTyped ? (ts.readConfigFile(settings, ts.sys.readFile).config as object) : {};
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, cwd);
  const more = isTyped ? {} : { allowJs: true, checkJs: true, noResolve: true, types: [] };
  const path = join(cwd, test);
  const program = ts.createProgram([path], { ...options, ...more, noEmit: true, noUnusedLocals: true });
  return ts
    .getPreEmitDiagnostics(program)
    .filter((one) => one.file?.fileName.endsWith(test) && isMeant(one, isTyped))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
