/** Recognises test files, by path and by content; and turns titles of tests into patterns. */
import type { TestFile } from './runner';

/** Paths of tests in JavaScript and TypeScript. */
export const scriptTests = /(?:[._-](?:test|spec)s?|[\\\/](?:tests?|__tests__|specs?)[\\\/].*)\.[cm]?[jt]sx?$/;

const script = /\.[cm]?[jt]sx?$/;

/** Calls of the globals of mocha, jest and vitest. */
const calls = /^\s*(?:describe|context|suite|it|test|specify)(?:\.\w+)*\s*\(\s*['"`]/m;

export function isScript({ path }: TestFile): boolean {
  return script.test(path);
}

export function isTypeScript({ path }: TestFile): boolean {
  return /\.([cm]?ts|tsx)$/.test(path);
}

/** A test in JavaScript or TypeScript. */
export function isScriptTest(file: TestFile): boolean {
  return isScript(file) && (scriptTests.test(file.path) || calls.test(file.text));
}

/** Does it load this module? */
export function imports({ text }: TestFile, module: string): boolean {
  const name = module.replace(/[/.]/g, '\\$&');
  return new RegExp(`\\b(?:from|import|require\\()\\s*\\(?\\s*['"]${name}['"]`).test(text);
}

/** For regular expressions of JavaScript, Go and Rust. */
export function escapedTitle(title: string): string {
  return title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A test's whole title, as mocha, jest and vitest join it. */
export function fullTitle(titles: readonly string[]): string {
  return `^${escapedTitle(titles.join(' '))}$`;
}
