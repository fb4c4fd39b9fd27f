/** The JSON of jest (`--json`), which vitest (`--reporter=json`) and others print as well. */
import { stripVTControlCharacters } from 'node:util';
import { lastObject } from './json';
import type { ReadReport, TestFailure } from './report';
import { framesOf, headOf } from './stack';

interface JestTest {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

export const jestReport: ReadReport = ({ stdout }) => {
  const report = lastObject(stdout, (object) => 'numTotalTests' in object && Array.isArray(object.testResults));
  if (!report) return undefined;
  const { testResults } = report as unknown as { testResults: { status?: string; assertionResults: JestTest[] }[] };
  // A file that cannot be loaded.
  if (testResults.some(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0))
    return undefined;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    failures: tests.filter(({ status }) => status === 'failed').map(failureOf),
    passed: tests.filter(({ status }) => status === 'passed').length,
  };
};

function failureOf({ ancestorTitles, title, failureMessages = [] }: JestTest): TestFailure {
  const titles = [...ancestorTitles.filter((one) => one !== ''), title];
  const stack = stripVTControlCharacters(failureMessages[0] ?? '');
  return { test: titles.join(' '), titles, ...headOf(stack), frames: framesOf(stack) };
}
