/** The forms of reports that are understood. A new one is a file beside this one and a line here. */
import type { Said } from '../processes/output';
import { cargoReport, goReport } from './compiled';
import { jestReport, mochaReport, playwrightReport, tapReport, vitestReport } from './javascript';
import { pytestReport, unittestReport } from './python';
import type { ReadReport, TestReport } from './report';

export const readers = {
  mocha: mochaReport,
  jest: jestReport,
  vitest: vitestReport,
  playwright: playwrightReport,
  tap: tapReport,
  pytest: pytestReport,
  unittest: unittestReport,
  go: goReport,
  cargo: cargoReport,
} satisfies Record<string, ReadReport>;

/** How a runner prints its report. */
export type ReportForm = keyof typeof readers;

export function readReport(form: ReportForm, said: Said): TestReport | undefined {
  return readers[form](said);
}
