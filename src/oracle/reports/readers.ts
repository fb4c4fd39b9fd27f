/** The runners whose reports are understood. A new one is a file beside this one and a line here. */
import type { Said } from '../processes/output';
import { cargoReport, goReport } from './compiled';
import { jestReport, mochaReport, playwrightReport, tapReport, vitestReport } from './javascript';
import { pytestReport, unittestReport } from './python';
import type { ReadReport, TestReport } from './report';

/** By the runner's name. */
export const readers: Readonly<Record<string, ReadReport | undefined>> = {
  mocha: mochaReport,
  jest: jestReport,
  vitest: vitestReport,
  playwright: playwrightReport,
  'node:test': tapReport,
  pytest: pytestReport,
  unittest: unittestReport,
  'go test': goReport,
  'cargo test': cargoReport,
};

/** Undefined if this runner has no report, or did not get as far. */
export function readReport(runner: string, said: Said): TestReport | undefined {
  return readers[runner]?.(said);
}
