/** Reports of runners for Python: pytest, unittest. */
import { blocksBy, framesBy, linesBefore, type ReadReport, type TestFailure } from './report';

const section = /^=+ (.*) =+$/;
/** A long name leaves one sign on each side. */
const pytestHeading = /^(?=_{3}|.{75})_+ (?:ERROR at \w+ of )?(.+?) _+$/;
const notCollected = /^_+ ERROR collecting .* _+$/m;
const pytestPlace = /^(.+?):(\d+): in /;
const summary = /^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+s.* =+$/;
const kindOf = /^((?:[\w]+\.)*\w*(?:Error|Exception|Exit|Failed|Warning|Interrupt|Iteration)|[A-Z]\w*)(?=:|$)/;
/** Between the errors of a chain: the last one has failed the test. */
const chained = /^(?:During handling of the above|The above) exception\b/;
/** The values of a subtest. */
const subtest = /(?: \[[^[\]]*\])?(?: \([^()]*\))?$/;

/** pytest with `--tb=short`. Undefined if the file cannot be loaded. */
export const pytestReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  const end = lines.findLast((line) => summary.test(line));
  if (end === undefined || notCollected.test(stdout)) return undefined;
  const sections = blocksBy(section, lines).filter(({ head: [, title] }) => /^(?:FAILURES|ERRORS)$/.test(title));
  const blocks = sections.flatMap((one) => blocksBy(pytestHeading, one.lines));
  const failures = blocks.map(({ head: [, name], lines: own }) => pytestFailure(name.replace(subtest, ''), own));
  return { failures, passed: Number(/(\d+) passed/.exec(end)?.[1] ?? 0) };
};

function pytestFailure(name: string, lines: readonly string[]): TestFailure {
  const titles = titlesOf(name);
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

/** `TestCart.test_adds[1.5]`: a parameter may have any signs in it. */
function titlesOf(name: string): string[] {
  const [, before, parameter] = /^([^[]*)([^]*)$/.exec(name)!;
  const titles = before.split('.');
  return [...titles.slice(0, -1), titles.at(-1)! + parameter];
}

const unittestHeading = /^(?:FAIL|ERROR): (\S+) \((\S+?)\)(?: .*)?$/;
/** Stands for a file, a class or a test that cannot be loaded. */
const notLoaded = /^ERROR: .*\bunittest\.loader\._FailedTest\b/m;
const unittestPlace = /^ {2}File "(.+?)", line (\d+), in /;
const named = /^([\w.]+)(?:: |$)/;

/** A traceback for each test that failed, on stderr. */
export const unittestReport: ReadReport = ({ stderr }) => {
  const [, ran] = /^Ran (\d+) tests? in /m.exec(stderr) ?? [];
  if (ran === undefined || notLoaded.test(stderr)) return undefined;
  const blocks = blocksBy(unittestHeading, stderr.split('\n'), /^={20,}$/);
  const failures = blocks.map(({ head: [, name, where], lines }) => unittestFailure(name, where, lines));
  return { failures, passed: Number(ran) - new Set(failures.map(({ test }) => test)).size };
};

function unittestFailure(name: string, where: string, lines: readonly string[]): TestFailure {
  const test = where.endsWith(`.${name}`) ? where : `${where}.${name}`;
  const after = lines.slice(lines.findLastIndex((line) => unittestPlace.test(line)) + 1);
  const whole = linesBefore(/^-{20,}$/, after)
    .filter((line) => !/^ {2,}/.test(line))
    .join('\n')
    .trim();
  const [, kind = 'Error'] = named.exec(whole) ?? [];
  const frames = framesBy(unittestPlace, lines, /[\\/]lib[\\/](?:python[\d.]+[\\/])?(?:unittest|asyncio)[\\/]/i);
  const message = whole.replace(named, '').trim();
  return { test, titles: test.split('.').slice(-2), kind, message, frames: frames.reverse() };
}
