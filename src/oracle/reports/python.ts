/** Reports of runners for Python: pytest, unittest. */
import { framesBy, type ReadReport, type TestFailure } from './report';

const section = /^=+ (?:FAILURES|ERRORS) =+$/;
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
  const failures = blocksIn(lines).map((block, at) => pytestFailure(block, ids[at]));
  return { failures, passed: Number(/(\d+) passed/.exec(end)?.[1] ?? 0) };
};

interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

function blocksIn(lines: readonly string[]): Block[] {
  const blocks: { name: string; lines: string[] }[] = [];
  let isInside = false;
  for (const line of lines) {
    if (/^=+ .* =+$/.test(line)) isInside = section.test(line);
    const [, name] = (isInside && pytestHeading.exec(line)) || [];
    if (name !== undefined) blocks.push({ name, lines: [] });
    else if (isInside) blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

function pytestFailure({ name, lines }: Block, id: string | undefined): TestFailure {
  const titles = id?.includes('::') ? id.split('::').slice(1) : name.split('.');
  const captured = lines.findIndex((line) => /^-+ Captured /.test(line));
  const own = captured < 0 ? lines : lines.slice(0, captured);
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

/** Python's unittest: a traceback for each test that failed, on stderr. */
const rule = /^={20,}$/;
const unittestHeading = /^(?:FAIL|ERROR): (\S+) \((\S+?)\)(?: (.*))?$/;
/** Stands for a file, a class or a test that cannot be loaded. */
const notLoaded = /^ERROR: .*\bunittest\.loader\._FailedTest\b/m;
const unittestPlace = /^ {2}File "(.+?)", line (\d+), in /;
const count = /^Ran (\d+) tests? in /m;
const named = /^([\w.]+)(?:: |$)/;

/** A traceback for each test that failed, on stderr. */
export const unittestReport: ReadReport = ({ stderr }) => {
  const [, ran] = count.exec(stderr) ?? [];
  if (ran === undefined || notLoaded.test(stderr)) return undefined;
  const blocks = stderr.split('\n').reduce<string[][]>(
    (all, line) => {
      if (rule.test(line)) all.push([]);
      else all.at(-1)!.push(line);
      return all;
    },
    [[]],
  );
  const failures = blocks.slice(1).flatMap(unittestFailure);
  return { failures, passed: Number(ran) - new Set(failures.map(({ test }) => test)).size };
};

function unittestFailure([head, ...lines]: readonly string[]): TestFailure[] {
  const [, name, where] = unittestHeading.exec(head ?? '') ?? [];
  if (name === undefined) return [];
  const test = where.endsWith(`.${name}`) ? where : `${where}.${name}`;
  const start = lines.findLastIndex((line) => unittestPlace.test(line));
  const ends = lines.findIndex((line, at) => at > start && /^-{20,}$/.test(line));
  const after = lines.slice(start + 1, ends < 0 ? lines.length : ends).filter((line) => !/^ {2,}/.test(line));
  const whole = after.join('\n').trim();
  const [, kind = 'Error'] = named.exec(whole) ?? [];
  const frames = framesBy(unittestPlace, lines, /[\\/]unittest[\\/]/);
  const titles = test.split('.').slice(-2);
  return [{ test, titles, kind, message: whole.replace(named, '').trim(), frames: frames.reverse() }];
}
