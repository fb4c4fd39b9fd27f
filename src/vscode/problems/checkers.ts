/** Programs that report what an editor shows as a problem: how to run them, and how to know the problem in their output. */
import type { Diagnostic, Position } from 'vscode';
import { escaped } from '../../oracle/judging/linePattern';

/** A problem of the Problems view; its source is who reports it: `ts`, `eslint`, … */
export type Finding = Pick<Diagnostic, 'source' | 'code' | 'message'>;

export interface Check {
  /** The first word is the program; the first line whose program is found runs. `${project}`: the nearest tsconfig.json; without one it does not run. */
  readonly lines: readonly string[];
  /** Problem matchers whose problems these are. */
  readonly matchers: readonly string[];
  /** Regular expression for one line of the output. */
  readonly pattern: string;
  /** The same in words: code and message. */
  readonly told: string;
}

interface Checker {
  readonly sources: RegExp;
  /** VS Code's ids: a file of such a language wakes the extension, which then offers the light bulb. */
  readonly languages: readonly string[];
  readonly lines: readonly string[];
  readonly matchers?: readonly string[];
  /** The code is no part of the output's line. */
  readonly hidesCode?: true;
}

const scripts = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

const forPython: readonly (readonly [sources: RegExp, ...lines: string[]])[] = [
  [/^ruff$/i, 'ruff check --no-cache --output-format concise ${file}'],
  [/^mypy$/i, 'mypy --no-error-summary --no-color-output ${file}'],
  [/^(based)?py(right|lance)$/i, 'pyright ${file}', 'basedpyright ${file}'],
  [/^pylint$/i, 'pylint ${file}'],
  [/^flake8$/i, 'flake8 ${file}'],
];

export const checkers: readonly Checker[] = [
  {
    sources: /^(ts|tsc|typescript|js|javascript)$/i,
    languages: scripts,
    lines: ['tsc --noEmit --pretty false -p ${project}', 'tsc --noEmit --pretty false --allowJs --checkJs ${file}'],
    matchers: ['$tsc', '$tsc-watch'],
  },
  {
    sources: /^eslint$/i,
    languages: scripts,
    lines: ['eslint --no-color ${file}'],
    matchers: ['$eslint-stylish', '$eslint-compact'],
  },
  { sources: /^stylelint$/i, languages: ['css', 'less', 'scss'], lines: ['stylelint --no-color ${file}'] },
  ...forPython.map(([sources, ...lines]) => ({ sources, languages: ['python'], lines })),
  { sources: /^shellcheck$/i, languages: ['shellscript'], lines: ['shellcheck --format gcc ${file}'] },
  {
    sources: /^(rustc|cargo|rust-analyzer)$/i,
    languages: ['rust'],
    lines: ['cargo check --message-format short --quiet'],
    matchers: ['$rustc'],
    hidesCode: true,
  },
  {
    sources: /^(gcc|g\+\+|clang|clang\+\+|clangd|c\/c\+\+|cpptools)$/i,
    languages: ['c', 'cpp'],
    lines: ['clang -fsyntax-only -fno-color-diagnostics ${file}', 'gcc -fsyntax-only ${file}'],
    matchers: ['$gcc'],
    hidesCode: true,
  },
  {
    sources: /^(go|compiler|gopls)$/i,
    languages: ['go'],
    lines: ['go vet .'],
    matchers: ['$go'],
    hidesCode: true,
  },
];

/** Undefined for problems that no known command shows. */
export function checkOf(finding: Finding): Check | undefined {
  const checker = checkerOf(finding);
  // The editor adds such a hint, and linters leave the last full stop out.
  const [line] = finding.message.split('\n');
  const text = line.replace(/( \(fix(es)? available\))?\s*$/, '').replace(/\.$/, '');
  if (!checker || text.trim() === '') return undefined;
  const { lines, matchers = [] } = checker;
  const [words, code] = [text.trim(), printedCode(finding)];
  const [said, name] = [expressionFor(words), expressionFor(code)];
  // Before the message or after it.
  const pattern = name ? `^(?=.*${said}).*${name}(?!\\w)` : said;
  return { matchers, lines, pattern, told: code ? `${code}: ${words}` : words };
}

/**
 * How the output words the problem `at` a place of the file: with the same code in the same line, or if the program prints no code, in the same
 * column as well. Undefined if it does not.
 */
export function wordingIn(
  output: string,
  finding: Finding,
  fileName: string,
  at: Pick<Position, 'line' | 'character'>,
) {
  const code = escaped(printedCode(finding));
  const column = code ? '(?:[:,]\\d+)?' : `[:,]${at.character + 1}`;
  // `  12:9  error  …` below the name of the file, or `src/a.ts(12,9): error …`
  const place = `^(?:\\s*|(?:.*[\\s/\\\\])?${escaped(fileName)}[:(])${at.line + 1}${column}\\)?:?\\s`;
  const found = new RegExp(`${place}(.*${code ? `(?<!\\w)${code}(?!\\w)` : ''}.*)$`, 'm').exec(output);
  return found?.[1]
    .replace(/^\s*(?:fatal )?(?:error|warning)\b(?:\[\w+\])?:?/, '')
    .replace(code ? new RegExp(`[[(]?(?<!\\w)${code}(?!\\w)[\\])]?:?`) : '', '')
    .trim();
}

function checkerOf({ source = '' }: Finding): Checker | undefined {
  return checkers.find(({ sources }) => sources.test(source));
}

/** Empty if the program prints none. */
function printedCode(finding: Finding): string {
  const { code: given, source = '' } = finding;
  if (checkerOf(finding)?.hidesCode) return '';
  const code = String((typeof given === 'object' ? given.value : given) ?? '');
  return /^\d+$/.test(code) && /^(ts|js)/i.test(source) ? `TS${code}` : code;
}

/** The text literally, but for its blanks and the kind of its quotes. */
function expressionFor(text: string): string {
  return escaped(text)
    .replaceAll(' ', '\\s+')
    .replace(/['"`‘’“”]/g, '[\'"`‘’“”]');
}
