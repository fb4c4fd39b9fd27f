/** Reports of runners for JavaScript: jest, vitest, mocha, Playwright, node:test. */
import { stripVTControlCharacters } from 'node:util';
import {
  type Frame,
  decoded,
  framesBy,
  framesOf,
  headOf,
  lastObject,
  linesBefore,
  type RanTest,
  type ReadReport,
  type TestFailure,
} from './report';

interface JestTest {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

interface JestFile {
  readonly name: string;
  readonly status?: string;
  readonly assertionResults: readonly JestTest[];
}

/** The JSON of jest (`--json`), which others print as well. */
export const jestReport: ReadReport = ({ stdout }) => {
  const isReport = (one: object) => 'numTotalTests' in one && 'testResults' in one && Array.isArray(one.testResults);
  const files = lastObject<{ readonly testResults: readonly JestFile[] }>(stdout, isReport)?.testResults;
  if (!files) return undefined;
  // A file that cannot be loaded.
  if (files.some(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0))
    return undefined;
  const tests = files.flatMap(({ name: file, assertionResults }) => assertionResults.map((one) => ({ file, ...one })));
  const ran = tests
    .filter(({ status }) => /^(?:passed|failed)$/.test(status))
    .map((test) => ({ ...test, titles: [...test.ancestorTitles.filter((one) => one !== ''), test.title] }));
  const failures = ran
    .filter(({ status }) => status === 'failed')
    .map(({ titles, failureMessages = [] }) => ({ ...named(titles), ...failureOf(failureMessages[0]) }));
  return { failures, passed: ran.length - failures.length, ran: ran.map(({ file, titles }) => ({ file, titles })) };
};

const named = (titles: readonly string[], by = ' ') => ({ test: titles.join(by), titles });

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

/** vitest with two reporters, which all versions print to stdout: `tap-flat` has tests, errors and values, `github-actions` the stacks. */
export const vitestReport: ReadReport = ({ stdout }) => {
  const lines = stripVTControlCharacters(stdout).split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  const ran: RanTest[] = [];
  let passed = 0;
  for (const [at, line] of lines.entries()) {
    const [whole, failed, escaped, comment = ''] = vitestTest.exec(line) ?? [];
    if (whole === undefined || /^(?:SKIP|TODO)\b/.test(comment)) continue;
    const name = unescaped(escaped);
    const [file, ...titles] = name.replace(project, '').split(between);
    if (failed && titles.length === 0) return undefined;
    if (titles.length > 0) ran.push({ file, titles });
    if (failed) failures.push(vitestFailure(name, blockAfter(lines, at).join('\n'), lines));
    else passed++;
  }
  return { failures, passed, ran };
};

function vitestFailure(name: string, block: string, lines: readonly string[]): TestFailure {
  const titles = name.split(between).slice(1);
  const [, kind = 'Error', message = ''] =
    /^ +name: "(.*)"\n +message: "([^]*?)"(?=\n {4}\S|(?![^]))/m.exec(block) ?? [];
  const [values] = /^ {4}(?:actual|expected): [^]*/m.exec(block) ?? [];
  const said = [message.replaceAll('\\"', '"'), ...(values ? [values] : [])].join('\n');
  return { ...named(titles, between), kind, message: said, frames: annotatedFrames(name, lines) };
}

/** Between `---` and `...`, or the next `---`: a test of vitest may go on after `expect.soft`. */
function blockAfter(lines: readonly string[], at: number): readonly string[] {
  const [, indent] = /^( *)---$/.exec(lines[at + 1] ?? '') ?? [];
  return indent === undefined ? [] : linesBefore(new RegExp(`^${indent}(?:---|\\.{3})$`), lines.slice(at + 2));
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
  readonly file: string;
  readonly fullTitle: string;
  /** `expected`, `actual`: values that the assertion compared. */
  readonly err: Partial<Error> & { readonly expected?: unknown; readonly actual?: unknown };
}

interface MochaReport {
  readonly failures: readonly MochaTest[];
  readonly passes: readonly unknown[];
  readonly tests?: readonly MochaTest[];
}

/** mocha's reporter `json`. */
export const mochaReport: ReadReport = ({ stdout }) => {
  const report = lastObject<MochaReport>(stdout, (one) => 'stats' in one && Array.isArray(one.failures));
  if (!report) return undefined;
  const ran = report.tests?.map(({ file, fullTitle }) => ({ file, titles: [fullTitle] }));
  return { failures: report.failures.map(mochaFailure), passed: report.passes.length, ran };
};

function mochaFailure({ fullTitle, err: { stack, message, name, expected, actual } }: MochaTest): TestFailure {
  const found = failureOf(stack);
  const hasValues = expected !== undefined || actual !== undefined;
  const values = hasValues ? [`expected: ${JSON.stringify(expected)}`, `actual: ${JSON.stringify(actual)}`] : [];
  const said = [message ?? found.message, ...values].join('\n');
  return { ...named([fullTitle]), ...found, kind: name ?? found.kind, message: said };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly PlaywrightTest[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightTest {
  readonly title: string;
  readonly ok: boolean;
  /** An error of a time limit has no stack. */
  readonly tests: readonly {
    readonly results: readonly { readonly error?: Partial<Error> & { readonly location?: Frame } }[];
  }[];
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
  if (!all) return undefined;
  const failures = all.filter(({ ok }) => !ok).map(playwrightFailure);
  return { failures, passed: all.length - failures.length };
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
  const { file, line } = error?.location ?? {};
  const place = frames.length === 0 && file !== undefined && line !== undefined ? [{ file, line }] : frames;
  // The log has as many lines as there was time for.
  return { ...named(titles), kind, frames: place, message: message.split('\n\nCall log:')[0] };
}

const subtest = /^( *)# (?:Subtest: )?(.*)$/;
const tapEnd = /^( *)(not )?ok \d+ (?:- )?(.*)$/;
const field = /^ *(\w+): ?(.*)$/;

/** node:test's reporter `tap`, and what tap and tape print: a block of YAML for each test, or assert of one, that failed. */
export const tapReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  const titles: string[] = [];
  let passed = 0;
  lines.forEach((line, at) => {
    const [, indent, title] = subtest.exec(line) ?? [];
    if (title !== undefined) titles.splice(indent.length / 4, Infinity, unescaped(title));
    const [whole, depth, failed, told] = tapEnd.exec(line) ?? [];
    if (whole === undefined || /# (?:SKIP|TODO)\b/i.test(line)) return;
    const block = fieldsOf(blockAfter(lines, at));
    const own = titles.slice(0, depth.length / 4 + 1);
    if (failed === undefined) passed += Number(block.type !== 'suite');
    else if (
      /stack|failureType/.test(Object.keys(block).join()) &&
      block.failureType !== 'subtestsFailed' &&
      block.type !== 'suite'
    )
      failures.push(tapFailure(own, { error: told, ...block }));
  });
  return { failures, passed };
};

function tapFailure(titles: readonly string[], block: Readonly<Record<string, string>>): TestFailure {
  const { error, type = 'Error', name = type, stack = '' } = block;
  const values = ['expected', 'actual', 'diff'].flatMap((key) => (key in block ? [`${key}: ${block[key]}`] : []));
  // Most lack the word `at`, some have no brackets.
  const frames = framesOf(stack.replace(/^\s*(?:at )?/gm, '    at ').replace(/at (\S+)$/gm, 'at x ($1)'));
  return { ...named(titles, between), kind: name, message: [error, ...values].join('\n'), frames };
}

/** Those of several lines as they are. */
function fieldsOf(block: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  const indent = block[0]?.search(/\S/);
  let name = '';
  for (const line of block) {
    const [, key, value] = (line.search(/\S/) === indent && field.exec(line)) || [];
    if (key !== undefined) fields[(name = key)] = /^\|[-\d]?$/.test(value) ? '' : value.replace(/^(['"])(.*)\1$/, '$2');
    else if (name !== '') fields[name] += `\n${line.slice(indent + 2)}`;
  }
  return fields;
}

const unescaped = (title: string): string => title.replace(/\\([#\\])/g, '$1');
