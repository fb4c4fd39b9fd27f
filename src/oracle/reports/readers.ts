/** The runners whose reports are understood, and the reports of those for Python, Rust and Go. A new one is a reader and a line of the table. */
import { blocksBy, framesBy, linesBefore, type ReadReport, type TestFailure, type TestReport } from './report';
import type { Said } from '../processes/output';
import { jestReport, mochaReport, playwrightReport, tapReport, vitestReport } from './javascript';

const heading = /^---- (\S+)(?: - .*)? stdout ----$/;
/** Since Rust 1.73; before, the message stood in quotes before the place. */
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (.+?):(\d+):\d+:$/;
const panickedBefore = /^thread '.*' panicked at '([^]*?)', (\S+?:\d+:\d+)$/gm;
/** A test that must panic has no other message. */
const remark = /^note: (test did not panic as expected.*?)(?: at (\S+):(\d+):\d+)?$/;
const result = /^test result: \w+\. (\d+) passed; \d+ failed/gm;

/** What each failed test said, with the places of its panics: one of a thread that it joins comes first. */
const cargoReport: ReadReport = ({ stdout }) => {
  const results = [...stdout.matchAll(result)];
  if (results.length === 0) return undefined;
  const text = stdout.replace(panickedBefore, (_, message, place) => `thread '' panicked at ${place}:\n${message}`);
  const failures = blocksBy(heading, text.split('\n'), /^failures:$/).map(({ head: [, test], lines }) => {
    const said = lines.slice(lines.findIndex((line) => panicked.test(line)) + 1);
    const own = linesBefore(/^(?:stack backtrace:|note: )/, said);
    const [, noPanic = ''] = lines.flatMap((line) => remark.exec(line) ?? []);
    const frames = framesBy(panicked, lines);
    const place = lines.flatMap((line) => remark.exec(line)?.slice(2) ?? []).join(':');
    return {
      ...{ test, titles: test.split('::'), kind: 'panic', message: own.join('\n').trim() || noPanic },
      frames: frames.length > 0 ? frames : framesBy(/^(.+):(\d+)$/, [place]),
    };
  });
  return { failures, passed: results.reduce((sum, [, passed]) => sum + Number(passed), 0) };
};

const running = /^=== (?:RUN|CONT|NAME) +(\S*)/;
/** A test may have printed the beginning of its line. */
const ended = /--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)$/;
const said = /^ +(\S+\.go):(\d+): (.*)$/;
/** Of testify: no part of what it says, as both change with rows and lines. */
const where = /^(?:Error Trace|Test):\s|^\S+\.go:\d+$/;
const panic = /^(?:panic|fatal error): (.*?)(?: \[recovered.*\])?$/;
const frame = /^\t(.+\.go):(\d+)(?: |$)/;
/** Files of Go itself. */
const own = /\/src\/(?:testing|runtime|reflect|internal)\//;

/** With `-v`, which prints what a test says as it runs, and its verdict below; without it, the verdict comes first. */
const goReport: ReadReport = ({ stdout, stderr }) => {
  const lines = `${stdout}\n${stderr}`.split('\n');
  const has = (form: RegExp) => lines.some((line) => form.test(line));
  if (!has(/^(?:ok|FAIL)\b/) || has(/\[(?:build|setup) failed\]/)) return undefined;
  const told = new Map<string, string[]>();
  const failed = new Set<string>();
  let passed = 0;
  let at = '';
  for (const line of lines) {
    const [, verdict, test] = ended.exec(line) ?? [];
    at = running.exec(line)?.[1] ?? test ?? at;
    if (verdict === 'PASS') passed++;
    // A panic of another goroutine ends all, without a verdict.
    if (verdict === 'FAIL' || (failed.size === 0 && panic.test(line))) failed.add(at);
    if (verdict !== undefined || line.startsWith('=== ')) continue;
    if (!told.has(at)) told.set(at, []);
    told.get(at)!.push(line);
  }
  failed.delete('');
  // A test with subtests fails because of them.
  const innermost = [...failed].filter((test) => ![...failed].some((other) => other.startsWith(`${test}/`)));
  return { failures: innermost.map((test) => goFailure(test, told.get(test) ?? [])), passed };
};

function goFailure(test: string, all: readonly string[]): TestFailure {
  const titles = test.split('/');
  const lines = linesBefore(/^(?:FAIL|PASS|exit status)\b/, all);
  const [panicMessage] = lines.flatMap((line) => panic.exec(line)?.slice(1) ?? []);
  if (panicMessage !== undefined)
    return { test, titles, kind: 'panic', message: panicMessage, frames: framesBy(frame, lines, own) };
  // The message, and lines that belong to it; of an example, what it printed.
  const first = lines.findIndex((line) => said.test(line) || line === 'got:');
  const message = lines
    .slice(first < 0 ? lines.length : first)
    .flatMap((line) => said.exec(line)?.[3] ?? (/^ {8}/.test(line) || lines[first] === 'got:' ? line.trim() : []))
    .map((line) => line.replace(/^Error:\s*\t/, ''))
    .filter((line) => line !== '' && !where.test(line));
  return { test, titles, kind: 'Error', message: message.join('\n'), frames: framesBy(said, lines) };
}

const section = /^=+ (.*) =+$/;
/** A long name leaves one sign on each side. */
const pytestHeading = /^(?=_{3}|.{75})_+ (?:ERROR at \w+ of )?(.+?) _+$/;
const notCollected = /^_+ ERROR collecting .* _+$/m;
/** With `-v`. */
const pytestRan = /^(\S.*?\.py)::(.+) [A-Z]+ +\[ *\d+%\]$/;
const pytestPlace = /^(.+?):(\d+): in /;
const summary = /^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+s.* =+$/;
const kindOf = /^((?:[\w]+\.)*\w*(?:Error|Exception|Exit|Failed|Warning|Interrupt|Iteration)|[A-Z]\w*)(?=:|$)/;
/** Between the errors of a chain: the last one has failed the test. */
const chained = /^(?:During handling of the above|The above) exception\b/;
/** The values of a subtest. */
const subtest = /(?: \[[^[\]]*\])?(?: \([^()]*\))?$/;

/** pytest with `--tb=short`. Undefined if the file cannot be loaded. */
const pytestReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  const end = lines.findLast((line) => summary.test(line));
  if (end === undefined || notCollected.test(stdout)) return undefined;
  const sections = blocksBy(section, lines).filter(({ head: [, title] }) => /^(?:FAILURES|ERRORS)$/.test(title));
  const blocks = sections.flatMap((one) => blocksBy(pytestHeading, one.lines));
  const failures = blocks.map(({ head: [, name], lines: own }) => pytestFailure(name.replace(subtest, ''), own));
  const ran = lines.flatMap((line) => {
    const [, file, titles] = pytestRan.exec(line) ?? [];
    return file === undefined ? [] : [{ file, titles: titles.split(/::(?![^[]*\])/) }];
  });
  return { failures, passed: Number(/(\d+) passed/.exec(end)?.[1] ?? 0), ran };
};

function pytestFailure(name: string, lines: readonly string[]): TestFailure {
  // `TestCart.test_adds[1.5]`: a parameter may have any signs in it.
  const [, before, parameter] = /^([^[]*)([^]*)$/.exec(name)!;
  const titles = before.split('.');
  titles[titles.length - 1] += parameter;
  const own = linesBefore(/^-+ Captured /, lines);
  const frames = framesBy(pytestPlace, own, /site-packages|[\\/]_pytest[\\/]/);
  const last = messageIn(own.slice(own.findLastIndex((line) => chained.test(line)) + 1));
  // One that should have failed, and one that pytest could not run, have no error.
  const message = messageIn(own) || own.join('\n').trim();
  const kind = kindOf.exec(last)?.[1] ?? 'AssertionError';
  return { test: titles.join('::'), titles, kind, message, frames: frames.reverse() };
}

function messageIn(lines: readonly string[]): string {
  return lines.flatMap((line) => (/^E(?: {3}|$)/.test(line) ? [line.slice(4)] : [])).join('\n');
}

const unittestHeading = /^(?:FAIL|ERROR): (\S+) \((\S+?)\)(?: .*)?$/;
/** Stands for a file, a class or a test that cannot be loaded. */
const notLoaded = /^ERROR: .*\bunittest\.loader\._FailedTest\b/m;
const unittestPlace = /^ {2}File "(.+?)", line (\d+), in /;
const named = /^([\w.]+)(?:: |$)/;

/** A traceback for each test that failed, on stderr. */
const unittestReport: ReadReport = ({ stderr }) => {
  const [, ran] = /^Ran (\d+) tests? in /m.exec(stderr) ?? [];
  if (ran === undefined || notLoaded.test(stderr)) return undefined;
  const blocks = blocksBy(unittestHeading, stderr.split('\n'), /^={20,}$/);
  const failures = blocks.map(({ head: [, name, where], lines }) => unittestFailure(name, where, lines));
  return { failures, passed: Number(ran) - new Set(failures.map(({ test }) => test)).size };
};

function unittestFailure(name: string, where: string, lines: readonly string[]): TestFailure {
  const test = where.endsWith(`.${name}`) ? where : `${where}.${name}`;
  const after = lines.slice(lines.findLastIndex((line) => unittestPlace.test(line)) + 1);
  const own = linesBefore(/^-{20,}$/, after).filter((line) => !/^ {2,}/.test(line));
  const whole = own.join('\n').trim();
  const [, kind = 'Error'] = named.exec(whole) ?? [];
  const frames = framesBy(unittestPlace, lines, /[\\/]lib[\\/](?:python[\d.]+[\\/])?(?:unittest|asyncio)[\\/]/i);
  const message = whole.replace(named, '').trim();
  return { test, titles: test.split('.').slice(-2), kind, message, frames: frames.reverse() };
}

/** By the runner's name. */
export const readers: Readonly<Record<string, ReadReport | undefined>> = {
  mocha: mochaReport,
  jest: jestReport,
  vitest: vitestReport,
  playwright: playwrightReport,
  'node:test': tapReport,
  tap: tapReport,
  pytest: pytestReport,
  unittest: unittestReport,
  'go test': goReport,
  'cargo test': cargoReport,
};

/** Undefined if this runner has no report, or did not get as far. */
export const readReport = (runner: string, said: Said): TestReport | undefined => readers[runner]?.(said);
