/** mocha's reporter `json`. */
import { lastObject } from './json';
import type { ReadReport, TestFailure } from './report';
import { framesOf, headOf } from './stack';

interface MochaTest {
  readonly fullTitle: string;
  readonly err: { readonly stack?: string; readonly message?: string; readonly name?: string } & Values;
}

/** Values that the assertion compared. */
interface Values {
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly showDiff?: boolean;
}

export const mochaReport: ReadReport = ({ stdout }) => {
  const report = lastObject(stdout, (object) => 'stats' in object && Array.isArray(object.failures));
  if (!report) return undefined;
  const { failures, passes } = report as unknown as { failures: MochaTest[]; passes: unknown[] };
  return { failures: failures.map(failureOf), passed: passes.length };
};

function failureOf({ fullTitle, err }: MochaTest): TestFailure {
  const { kind, message } = headOf(err.stack ?? '');
  const said = err.message ?? message;
  return {
    test: fullTitle,
    titles: [fullTitle],
    kind: err.name ?? kind,
    message: [said, ...valuesOf(err)].join('\n'),
    frames: framesOf(err.stack ?? ''),
  };
}

function valuesOf({ expected, actual }: Values): string[] {
  return expected === undefined && actual === undefined
    ? []
    : [`expected: ${JSON.stringify(expected)}`, `actual: ${JSON.stringify(actual)}`];
}
