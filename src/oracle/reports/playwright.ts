/** The JSON of Playwright Test. */
import { stripVTControlCharacters } from 'node:util';
import { lastObject } from './json';
import type { ReadReport, TestFailure } from './report';
import { framesOf, headOf } from './stack';

interface Suite {
  readonly title: string;
  readonly specs: readonly Spec[];
  readonly suites?: readonly Suite[];
}

interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly { readonly error?: { readonly stack?: string } }[] }[];
}

interface Found {
  readonly titles: readonly string[];
  readonly spec: Spec;
}

export const playwrightReport: ReadReport = ({ stdout }) => {
  const report = lastObject(stdout, (object) => 'config' in object && Array.isArray(object.suites));
  if (!report) return undefined;
  const { suites } = report as unknown as { suites: Suite[] };
  // The outermost suites are the files.
  const all = suites.flatMap((file) => specsIn(file, []));
  return {
    failures: all.filter(({ spec }) => !spec.ok).map(failureOf),
    passed: all.filter(({ spec }) => spec.ok).length,
  };
};

function specsIn({ specs, suites = [] }: Suite, titles: readonly string[]): Found[] {
  return [
    ...specs.map((spec) => ({ spec, titles: [...titles, spec.title] })),
    ...suites.flatMap((suite) => specsIn(suite, [...titles, suite.title])),
  ];
}

function failureOf({ titles, spec: { tests } }: Found): TestFailure {
  const error = tests.flatMap(({ results }) => results.flatMap((result) => result.error ?? []))[0];
  const stack = stripVTControlCharacters(error?.stack ?? '');
  const { kind, message } = headOf(stack);
  // The log has as many lines as there was time for.
  return { test: titles.join(' '), titles, kind, message: message.split('\n\nCall log:')[0], frames: framesOf(stack) };
}
