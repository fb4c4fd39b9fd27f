/** Reports of runners for JavaScript: jest, vitest, mocha, Playwright, node:test. */
import { stripVTControlCharacters } from 'node:util';
import {
  type Frame,
  decoded,
  framesBy,
  framesOf,
  headOf,
  lastObject,
  type ReadReport,
  type TestFailure,
} from './report';

interface JestTest {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

interface JestReport {
  readonly testResults: readonly { readonly status?: string; readonly assertionResults: readonly JestTest[] }[];
}

/** The JSON of jest (`--json`), which others print as well. */
export const jestReport: ReadReport = ({ stdout }) => {
  const report = lastObject<JestReport>(stdout, (one) => 'numTotalTests' in one && Array.isArray(one.testResults));
  if (!report) return undefined;
  const files = report.testResults;
  // A file that cannot be loaded.
  if (files.some(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0))
    return undefined;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return { failures: tests.filter(({ status }) => status === 'failed').map(jestFailure), passed };
};

function jestFailure({ ancestorTitles, title, failureMessages = [] }: JestTest): TestFailure {
  return { ...named([...ancestorTitles.filter((one) => one !== ''), title]), ...failureOf(failureMessages[0]) };
}

function named(titles: readonly string[], by = ' ') {
  return { test: titles.join(by), titles };
}

function failureOf(coloured = '') {
  const stack = stripVTControlCharacters(coloured);
  return { ...headOf(stack), frames: framesOf(stack) };
}

/** A test that ran: `file > suite > title`. One that has no time and no suite is a file that cannot be loaded. */
const vitestTest = /^(not )?ok \d+ - (.*?)(?: # (.*))?$/;
const annotated = /^::error .*?\btitle=([^,]*)(?:,[^:]*)?::(.*)$/;
const stackLine = /^ ❯ (?:(?:async |new )*[\w$.<>#]+ (?:\[as [^\]]+\] )?)?(.+):(\d+):\d+$/;
/** The name of a project stands before that of a test. */
const project = /^(?:\[[^\]]*\]|\|[^|]*\|) /;

/** Parts of a name; a title may hold it too. */
const between = ' > ';

/**
 * vitest with two reporters, which all versions print to the standard output: `tap-flat` has the tests, errors and whole values, and
 * `github-actions` the stacks.
 */
export const vitestReport: ReadReport = ({ stdout }) => {
  const lines = stripVTControlCharacters(stdout).split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  let passed = 0;
  for (const [at, line] of lines.entries()) {
    const [whole, failed, escaped, comment = ''] = vitestTest.exec(line) ?? [];
    if (whole === undefined || /^(?:SKIP|TODO)\b/.test(comment)) continue;
    const name = unescaped(escaped);
    if (failed && !name.includes(between)) return undefined;
    if (failed) failures.push(vitestFailure(name, blockAt(lines, at + 1), lines));
    else passed++;
  }
  return { failures, passed };
};

function vitestFailure(name: string, block: string, lines: readonly string[]): TestFailure {
  const titles = name.split(between).slice(1);
  const [, kind = 'Error', message = ''] =
    /^ +name: "(.*)"\n +message: "([^]*?)"(?=\n {4}\S|(?![^]))/m.exec(block) ?? [];
  const [values] = /^ {4}(?:actual|expected): [^]*/m.exec(block) ?? [];
  return {
    ...named(titles, between),
    kind,
    message: [message.replaceAll('\\"', '"'), ...(values ? [values] : [])].join('\n'),
    frames: annotatedFrames(name, lines),
  };
}

/** The first error of a test, from the line after `---`; a test may go on after `expect.soft`. */
function blockAt(lines: readonly string[], start: number): string {
  const end = lines.findIndex((line, at) => at > start && /^ {4}(?:---|\.\.\.)$/.test(line));
  return lines[start]?.trim() === '---' ? lines.slice(start + 1, end < 0 ? undefined : end).join('\n') : '';
}

/** Workflow commands write what would end them as URLs do. */
function annotatedFrames(name: string, lines: readonly string[]): Frame[] {
  for (const line of lines) {
    const [, title, text] = annotated.exec(line) ?? [];
    if (title === undefined || ![decoded(title), decoded(title).replace(project, '')].includes(name)) continue;
    return framesBy(stackLine, decoded(text).split('\n'));
  }
  return [];
}

interface MochaTest {
  readonly fullTitle: string;
  /** `expected`, `actual`: values that the assertion compared. */
  readonly err: {
    readonly stack?: string;
    readonly message?: string;
    readonly name?: string;
    readonly expected?: unknown;
    readonly actual?: unknown;
  };
}

interface MochaReport {
  readonly failures: readonly MochaTest[];
  readonly passes: readonly unknown[];
}

/** mocha's reporter `json`. */
export const mochaReport: ReadReport = ({ stdout }) => {
  const report = lastObject<MochaReport>(stdout, (one) => 'stats' in one && Array.isArray(one.failures));
  return report && { failures: report.failures.map(mochaFailure), passed: report.passes.length };
};

function mochaFailure({ fullTitle, err: { stack, message, name, expected, actual } }: MochaTest): TestFailure {
  const found = failureOf(stack);
  const hasValues = expected !== undefined || actual !== undefined;
  const values = hasValues ? [`expected: ${JSON.stringify(expected)}`, `actual: ${JSON.stringify(actual)}`] : [];
  return {
    ...named([fullTitle]),
    kind: name ?? found.kind,
    message: [message ?? found.message, ...values].join('\n'),
    frames: found.frames,
  };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly PlaywrightTest[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightTest {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly { readonly error?: PlaywrightError }[] }[];
}

/** One of a time limit has no stack. */
interface PlaywrightError {
  readonly stack?: string;
  readonly message?: string;
  readonly location?: Frame;
}

/** The JSON of Playwright Test. */
export const playwrightReport: ReadReport = ({ stdout }) => {
  const report = lastObject<Pick<PlaywrightSuite, 'suites'> & { readonly errors?: readonly unknown[] }>(
    stdout,
    (one) => 'config' in one && Array.isArray(one.suites),
  );
  // A file that cannot be loaded.
  if (report?.errors?.length && !report.suites?.length) return undefined;
  // The outermost suites are the files.
  const all = report?.suites?.flatMap((file) => testsIn(file, []));
  return (
    all && {
      failures: all.filter(({ ok }) => !ok).map(playwrightFailure),
      passed: all.filter(({ ok }) => ok).length,
    }
  );
};

type InSuites = PlaywrightTest & { readonly titles: readonly string[] };

function testsIn({ specs, suites = [] }: PlaywrightSuite, above: readonly string[]): InSuites[] {
  return [
    ...specs.map((spec) => ({ ...spec, titles: [...above, spec.title] })),
    ...suites.flatMap((suite) => testsIn(suite, [...above, suite.title])),
  ];
}

function playwrightFailure({ titles, tests }: InSuites): TestFailure {
  const [error] = tests.flatMap(({ results }) => results.flatMap((result) => result.error ?? []));
  const { message, kind, frames } = failureOf(error?.stack ?? error?.message);
  const place =
    frames.length === 0 && error?.location ? [{ file: error.location.file, line: error.location.line }] : frames;
  // The log has as many lines as there was time for.
  return { ...named(titles), kind, frames: place, message: message.split('\n\nCall log:')[0] };
}

const subtest = /^( *)# Subtest: (.*)$/;
const tapEnd = /^( *)(not )?ok \d+ - /;
const field = /^ *(\w+): ?(.*)$/;

/** node:test's reporter `tap`: a block of YAML for each test that failed. */
export const tapReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  const titles: string[] = [];
  let passed = 0;
  lines.forEach((line, at) => {
    const [, indent, title] = subtest.exec(line) ?? [];
    if (title !== undefined) titles.splice(indent.length / 4, Infinity, unescaped(title));
    const [whole, depth, failed] = tapEnd.exec(line) ?? [];
    if (whole === undefined || /# (?:SKIP|TODO)\b/i.test(line)) return;
    const level = depth.length / 4;
    const block = blockAfter(lines, at, depth.length + 2);
    const own = titles.slice(0, level + 1);
    if (failed === undefined) passed += Number(block.type !== 'suite');
    else if (block.failureType !== 'subtestsFailed' && block.type !== 'suite') failures.push(tapFailure(own, block));
  });
  return { failures, passed };
};

function tapFailure(titles: readonly string[], block: Readonly<Record<string, string>>): TestFailure {
  const { error = '', name = 'Error', stack = '' } = block;
  const values = ['expected', 'actual'].flatMap((key) => (key in block ? [`${key}: ${block[key]}`] : []));
  const frames = framesOf(stack.replace(/^\s*/gm, '    at ')); // they lack the word `at`
  return { ...named(titles, between), kind: name, message: [error, ...values].join('\n'), frames };
}

/** The fields between `---` and `...`; those of several lines as they are. */
function blockAfter(lines: readonly string[], at: number, indent: number): Record<string, string> {
  const fields: Record<string, string> = {};
  if (lines[at + 1]?.trim() !== '---') return fields;
  let name = '';
  for (let next = at + 2; next < lines.length && lines[next].trim() !== '...'; next++) {
    const line = lines[next];
    const isField = line.search(/\S/) === indent;
    const [, key, value] = (isField && field.exec(line)) || [];
    if (key !== undefined) fields[(name = key)] = value === '|-' ? '' : value.replace(/^(['"])(.*)\1$/, '$2');
    else if (name !== '') fields[name] += `\n${line.slice(indent + 2)}`;
  }
  return fields;
}

export function unescaped(title: string): string {
  return title.replace(/\\([#\\])/g, '$1');
}
