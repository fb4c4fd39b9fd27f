/** The forms of reports that are understood. A new one is a file beside this one and a line here. */
import type { Said } from '../processes/output';
import { cargoReport } from './cargo';
import { goReport } from './go';
import { jestReport } from './jest';
import { mochaReport } from './mocha';
import { playwrightReport } from './playwright';
import { pytestReport } from './pytest';
import type { ReadReport, TestReport } from './report';
import { tapReport } from './tap';
import { unittestReport } from './unittest';
import { vitestReport } from './vitest';

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
