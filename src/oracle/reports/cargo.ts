/** cargo test: what each failed test said, with the place of its panic. */
import type { ReadReport, TestFailure } from './report';

const heading = /^---- (\S+)(?: - .*)? stdout ----$/;
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (.+?):(\d+):\d+:$/;
const result = /^test result: \w+\. (\d+) passed; (\d+) failed/m;

export const cargoReport: ReadReport = ({ stdout }) => {
  const [, passed] = result.exec(stdout) ?? [];
  if (passed === undefined) return undefined;
  const lines = stdout.split('\n');
  const failures = lines.flatMap((line, at) => {
    const [, test] = heading.exec(line) ?? [];
    return test === undefined ? [] : [failureOf(test, lines.slice(at + 1))];
  });
  return { failures, passed: Number(passed) };
};

function failureOf(test: string, lines: readonly string[]): TestFailure {
  const end = lines.findIndex((line) => heading.test(line) || /^failures:$/.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const at = own.findIndex((line) => panicked.test(line));
  const [, file, number] = panicked.exec(own[at] ?? '') ?? [];
  const rest = own.slice(at + 1);
  const stop = rest.findIndex((line) => /^(?:stack backtrace:|note: )/.test(line));
  const message = (stop < 0 ? rest : rest.slice(0, stop)).join('\n').trim();
  const frames = file === undefined ? [] : [{ file, line: Number(number) }];
  return { test, titles: test.split('::'), kind: 'panic', message, frames };
}
