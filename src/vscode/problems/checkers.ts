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

/**
 * Who reports it; VS Code's ids of the languages, whose files wake the extension so that it offers the light bulb; how to see it. `hidesCode`:
 * the code is no part of the output's line.
 */
type Checker = readonly [
  sources: RegExp,
  languages: readonly string[],
  lines: readonly string[],
  matchers?: readonly string[],
  hidesCode?: boolean,
];

const scripts = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];
const python = ['python'];

const checkers: readonly Checker[] = [
  [
    /^(ts|tsc|typescript|js|javascript)$/i,
    scripts,
    ['tsc --noEmit --pretty false -p ${project}', 'tsc --noEmit --pretty false --allowJs --checkJs ${file}'],
    ['$tsc', '$tsc-watch'],
  ],
  [/^eslint$/i, scripts, ['eslint --no-color ${file}'], ['$eslint-stylish', '$eslint-compact']],
  [/^stylelint$/i, ['css', 'less', 'scss'], ['stylelint --no-color ${file}']],
  [/^ruff$/i, python, ['ruff check --no-cache --output-format concise ${file}']],
  [/^mypy$/i, python, ['mypy --no-error-summary --no-color-output ${file}']],
  [/^(based)?py(right|lance)$/i, python, ['pyright ${file}', 'basedpyright ${file}']],
  [/^pylint$/i, python, ['pylint ${file}']],
  [/^flake8$/i, python, ['flake8 ${file}']],
  [/^shellcheck$/i, ['shellscript'], ['shellcheck --format gcc ${file}']],
  [/^(rustc|cargo|rust-analyzer)$/i, ['rust'], ['cargo check --message-format short --quiet'], ['$rustc'], true],
  [
    /^(gcc|g\+\+|clang|clang\+\+|clangd|c\/c\+\+|cpptools)$/i,
    ['c', 'cpp'],
    ['clang -fsyntax-only -fno-color-diagnostics ${file}', 'gcc -fsyntax-only ${file}'],
    ['$gcc'],
    true,
  ],
  [/^(go|compiler|gopls)$/i, ['go'], ['go vet .'], ['$go'], true],
];

export const checkedLanguages: readonly string[] = [...new Set(checkers.flatMap(([, languages]) => languages))];

/** Undefined for problems that no known command shows. */
export function checkOf(finding: Finding): Check | undefined {
  const checker = checkerOf(finding);
  // The editor adds such a hint, and linters leave the last full stop out.
  const [line] = finding.message.split('\n');
  const text = line.replace(/( \(fix(es)? available\))?\s*$/, '').replace(/\.$/, '');
  if (!checker || text.trim() === '') return undefined;
  const [, , lines, matchers = []] = checker;
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
  return checkers.find(([sources]) => sources.test(source));
}

/** Empty if the program prints none. */
function printedCode(finding: Finding): string {
  const { code: given, source = '' } = finding;
  if (checkerOf(finding)?.[4]) return '';
  const code = String((typeof given === 'object' ? given.value : given) ?? '');
  return /^\d+$/.test(code) && /^(ts|js)/i.test(source) ? `TS${code}` : code;
}

/** The text literally, but for its blanks and the kind of its quotes. */
function expressionFor(text: string): string {
  return escaped(text)
    .replaceAll(' ', '\\s+')
    .replace(/['"`‘’“”]/g, '[\'"`‘’“”]');
}
