/** Runs a test as it is, once, and reads what the runner says of it. */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { overlay } from '../oracle/places/overlay';
import type { OracleCommand } from '../oracle/processes/command';
import { readReport, type ReportForm } from '../oracle/reports/readers';
import type { TestFailure, TestReport } from '../oracle/reports/report';
import type { Target } from '../oracle/places/place';
import { openTester, type Ran, type Tester } from '../oracle/tester';

/** What is run, and where. */
export interface TestInput extends Target {
  readonly fileName: string;
  readonly file: string;
  readonly root: string;
  readonly content: Content;
  readonly timeoutMs: number;
}

export interface FirstRun extends Ran {
  /** Undefined if the runner has none, or did not get as far. */
  readonly report: TestReport | undefined;
}

/** Lends a way to run commands on the test file in a copy of its workspace, and a directory for what they tell. Throws `SandboxError`. */
export async function withRuns<T>(
  input: TestInput,
  signal: AbortSignal,
  work: (run: (command: OracleCommand, form?: ReportForm) => Promise<FirstRun>, root: string) => Promise<T>,
): Promise<T> {
  const tester = await openTester(overlay, input);
  try {
    return await work((command, form) => runOnce(tester, input, command, form, signal), tester.root!);
  } finally {
    tester.dispose();
  }
}

async function runOnce(
  tester: Tester,
  { content, timeoutMs }: TestInput,
  command: OracleCommand,
  form: ReportForm | undefined,
  signal: AbortSignal,
): Promise<FirstRun> {
  const keep = new Set(['stdout', 'stderr'] as const);
  const ran = await tester.run({ command, content, timeoutMs, signal, keep });
  return { ...ran, report: ran.timedOut || !form ? undefined : readReport(form, ran.said) };
}

/** The first failure of the run. Throws `OracleError` if there is none; undefined if the file could not even be loaded. */
export function failureIn({ report, status, output, timedOut }: FirstRun, name: string): TestFailure | undefined {
  if (timedOut) {
    throw new OracleError(l10n.t('{0} did not end in time: give the test more time.', name), output);
  }
  if (report?.failures[0]) return report.failures[0];
  if (report && status === 0 && report.passed > 0) {
    throw new OracleError(l10n.t('{0} passes, so there is no failure to reduce: choose a test that fails.', name));
  }
  if (report && report.passed === 0) {
    throw new OracleError(
      l10n.t('{0} was not found by its runner: check the name, or run its file as a whole.', name),
      output,
    );
  }
  return undefined;
}
