/** The forms of reports that are understood. A new one is a file beside this one and a line here. */
import type { Said } from '../judging/said';
import { cargoReport } from './cargo';
import { goReport } from './go';
import { jestReport } from './jest';
import { mochaReport } from './mocha';
import { pytestReport } from './pytest';
import type { ReadReport, TestReport } from './report';
import { tapReport } from './tap';
import { unittestReport } from './unittest';

const readers = {
  mocha: mochaReport,
  jest: jestReport,
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
