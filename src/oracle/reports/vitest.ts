/**
 * vitest with two reporters: the JSON of jest, in which the message has only the beginnings of the values, and TAP, which has the whole
 * values.
 */
import { stripVTControlCharacters } from 'node:util';
import { jestReport } from './jest';
import type { ReadReport } from './report';

const failed = /^not ok \d+ - (.*?)(?: # time=.*)?$/;

export const vitestReport: ReadReport = (said) => {
  const report = jestReport(said);
  if (!report) return undefined;
  const values = valuesIn(stripVTControlCharacters(said.stdout).split('\n'));
  const failures = report.failures.map((failure) => {
    const name = failure.titles.join(' > ');
    const own = values.find(({ test }) => test === name || test.endsWith(` > ${name}`));
    return own ? { ...failure, message: [failure.message, ...own.lines].join('\n') } : failure;
  });
  return { ...report, failures };
};

/** By name of the test: the lines with `actual` and `expected`, to the end of its block. */
function valuesIn(lines: readonly string[]) {
  return lines.flatMap((line, at) => {
    const [, test] = failed.exec(line) ?? [];
    if (test === undefined) return [];
    const block = lines.slice(at, lines.indexOf('    ...', at));
    const first = block.findIndex((one) => /^ {4}(?:actual|expected): /.test(one));
    return first < 0 ? [] : [{ test, lines: block.slice(first) }];
  });
}
