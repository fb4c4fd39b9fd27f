/** Python's unittest: a traceback for each test that failed, on stderr. */
import type { Frame, ReadReport, TestFailure } from './report';

const rule = /^={20,}$/;
const heading = /^(?:FAIL|ERROR): (\S+) \((\S+?)\)(?: (.*))?$/;
/** Stands for a file, a class or a test that cannot be loaded. */
const notLoaded = /^ERROR: .*\bunittest\.loader\._FailedTest\b/m;
const place = /^ {2}File "(.+?)", line (\d+), in /;
const count = /^Ran (\d+) tests? in /m;
const named = /^([\w.]+)(?:: |$)/;

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
  const failures = blocks.slice(1).flatMap(failureOf);
  return { failures, passed: Number(ran) - new Set(failures.map(({ test }) => test)).size };
};

function failureOf([head, ...lines]: readonly string[]): TestFailure[] {
  const [, name, where] = heading.exec(head ?? '') ?? [];
  if (name === undefined) return [];
  const test = where.endsWith(`.${name}`) ? where : `${where}.${name}`;
  const start = lines.findLastIndex((line) => place.test(line));
  const ends = lines.findIndex((line, at) => at > start && /^-{20,}$/.test(line));
  const after = lines.slice(start + 1, ends < 0 ? lines.length : ends).filter((line) => !/^ {2,}/.test(line));
  const whole = after.join('\n').trim();
  const [, kind = 'Error'] = named.exec(whole) ?? [];
  const frames = lines.flatMap((line): Frame[] => {
    const [, file, number] = place.exec(line) ?? [];
    return file === undefined || /[\\/]unittest[\\/]/.test(file) ? [] : [{ file, line: Number(number) }];
  });
  const titles = test.split('.').slice(-2);
  return [{ test, titles, kind, message: whole.replace(named, '').trim(), frames: frames.reverse() }];
}
