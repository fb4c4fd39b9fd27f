/** Reports of runners for Python: pytest, unittest. */
import { blocksBy, framesBy, linesBefore, type ReadReport, type TestFailure } from './report';

const section = /^=+ (.*) =+$/;
const pytestHeading = /^_{3,} (?:ERROR at \w+ of )?(.+?) _{3,}$/;
const pytestPlace = /^(.+?):(\d+): in /;
const summary = /^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+s.* =+$/;
const failedLine = /^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$/;
const kindOf = /^((?:[\w]+\.)*\w*(?:Error|Exception|Exit|Failed|Warning|Interrupt|Iteration)|[A-Z]\w*)(?=:|$)/;

/** pytest with `--tb=short`. */
export const pytestReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  const end = lines.findLast((line) => summary.test(line));
  if (end === undefined) return undefined;
  const ids = lines.flatMap((line) => failedLine.exec(line)?.[1] ?? []);
  const sections = blocksBy(section, lines).filter(({ head: [, title] }) => /^(?:FAILURES|ERRORS)$/.test(title));
  const blocks = sections.flatMap((one) => blocksBy(pytestHeading, one.lines));
  const failures = blocks.map(({ head: [, name], lines: own }, at) => pytestFailure(name, own, ids[at]));
  return { failures, passed: Number(/(\d+) passed/.exec(end)?.[1] ?? 0) };
};

function pytestFailure(name: string, lines: readonly string[], id: string | undefined): TestFailure {
  const titles = id?.includes('::') ? id.split('::').slice(1) : name.split('.');
  const own = linesBefore(/^-+ Captured /, lines);
  const message = own.flatMap((line) => (/^E(?: {3}|$)/.test(line) ? [line.slice(4)] : [])).join('\n');
  const frames = framesBy(pytestPlace, own, /site-packages|[\\/]_pytest[\\/]/);
  const kind = kindOf.exec(message)?.[1] ?? 'AssertionError';
  return { test: titles.join('::'), titles: joinedParameters(titles), kind, message, frames: frames.reverse() };
}

/** A parameter may have `::` in it. */
function joinedParameters(titles: readonly string[]): string[] {
  const at = titles.findIndex((title) => title.includes('['));
  return at < 0 ? [...titles] : [...titles.slice(0, at), titles.slice(at).join('::')];
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
  const frames = framesBy(unittestPlace, lines, /[\\/]unittest[\\/]/);
  const message = whole.replace(named, '').trim();
  return { test, titles: test.split('.').slice(-2), kind, message, frames: frames.reverse() };
}
