/** Which command shows a problem of the Problems view, and what its line looks like there. */

export interface Problem {
  /** Who says so: `ts`, `eslint`, … */
  readonly source: string;
  readonly code?: string;
  readonly message: string;
}

interface Checker {
  readonly sources: RegExp;
  /** Problem matchers whose problems these are. */
  readonly matchers: readonly string[];
  /** The first word is the program; the first line whose program is found runs. `${project}`: the nearest tsconfig.json; without one it does not run. */
  readonly lines: readonly string[];
  /** Is the code part of the output's line? */
  readonly tellsCode: boolean;
}

const checkers: readonly Checker[] = [
  {
    sources: /^(ts|tsc|typescript|js|javascript)$/i,
    matchers: ['$tsc', '$tsc-watch'],
    lines: ['tsc --noEmit --pretty false -p ${project}', 'tsc --noEmit --pretty false --allowJs --checkJs ${file}'],
    tellsCode: true,
  },
  {
    sources: /^eslint$/i,
    matchers: ['$eslint-stylish', '$eslint-compact'],
    lines: ['eslint --no-color ${file}'],
    tellsCode: true,
  },
  { sources: /^stylelint$/i, matchers: [], lines: ['stylelint --no-color ${file}'], tellsCode: true },
  {
    sources: /^ruff$/i,
    matchers: [],
    lines: ['ruff check --no-cache --output-format concise ${file}'],
    tellsCode: true,
  },
  { sources: /^mypy$/i, matchers: [], lines: ['mypy --no-error-summary --no-color-output ${file}'], tellsCode: true },
  {
    sources: /^(based)?py(right|lance)$/i,
    matchers: [],
    lines: ['pyright ${file}', 'basedpyright ${file}'],
    tellsCode: true,
  },
  { sources: /^pylint$/i, matchers: [], lines: ['pylint ${file}'], tellsCode: true },
  { sources: /^flake8$/i, matchers: [], lines: ['flake8 ${file}'], tellsCode: true },
  { sources: /^shellcheck$/i, matchers: [], lines: ['shellcheck --format gcc ${file}'], tellsCode: true },
  {
    sources: /^(rustc|cargo|rust-analyzer)$/i,
    matchers: ['$rustc'],
    lines: ['cargo check --message-format short --quiet'],
    tellsCode: false,
  },
  {
    sources: /^(gcc|g\+\+|clang|clang\+\+|clangd|c\/c\+\+|cpptools)$/i,
    matchers: ['$gcc'],
    lines: ['clang -fsyntax-only -fno-color-diagnostics ${file}', 'gcc -fsyntax-only ${file}'],
    tellsCode: false,
  },
  { sources: /^(go|compiler|gopls)$/i, matchers: ['$go'], lines: ['go vet .'], tellsCode: false },
];

export interface Check {
  readonly matchers: readonly string[];
  readonly lines: readonly string[];
  /** Regular expression for one line of the output. */
  readonly pattern: string;
}

/** Undefined for problems that no known command shows. */
export function checkOf({ source, code, message }: Problem): Check | undefined {
  const checker = checkers.find(({ sources }) => sources.test(source));
  // The editor adds such a hint, and linters leave the last full stop out.
  const text = message
    .split('\n')[0]
    .replace(/ \(fix(es)? available\)$/, '')
    .replace(/\.$/, '')
    .trim();
  if (!checker || text === '') return undefined;
  const { matchers, lines, tellsCode } = checker;
  const said = expressionFor(text);
  // Before the message or after it.
  const name =
    tellsCode && code ? expressionFor(/^\d+$/.test(code) && /^(ts|js)/i.test(source) ? `TS${code}` : code) : '';
  return { matchers, lines, pattern: name ? `^(?=.*${said}).*${name}(?!\\w)` : said };
}

/** The text literally, but for its blanks and the kind of its quotes. */
function expressionFor(text: string): string {
  return text
    .replace(/[{}$.*+?^()[\]\\|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['"`‘’“”]/g, '[\'"`‘’“”]');
}
