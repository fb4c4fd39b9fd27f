/**
 * Which tests disturb a test, so that it fails only after them. What is reduced is the list of the tests that run before it, one a line:
 * a candidate is run, in this order, with the test at its end.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import { isSameFailure } from '../oracle/judging/failureRule';
import { realPath } from '../oracle/places/roots';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import type { RanTest, TestFailure } from '../oracle/reports/report';
import type { Ran } from '../oracle/tester';
import type { Controls } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import { reduce } from '../reduction/reduce';
import { runners, shellText } from '../runners/recognise';
import { escapedTitle, pathFrom } from '../runners/testFile';
import { decode } from '../text/encoding';
import { commandOf, failing, reportOf, testRun, withRuns, type TestJob, type TestRun } from './testRun';

export interface OrderJob extends TestJob {
  /** Files whose tests run before those of the input: absolute. */
  readonly earlier: readonly string[];
}

/** The smallest order. Plain data. */
export interface Order {
  /** `cart.test.js › fills the cart`: the last one fails. */
  readonly tests: readonly string[];
  /** Tests that ran before it at first. */
  readonly before: number;
  /** Runs them, in this folder. */
  readonly command: string;
  readonly cwd: string;
}

/** Hardly any test matters. */
const orderSearch = 'lines:groups+p0=0.05';

/** If it is stopped, the best order so far. Throws `OracleError` and `SandboxError`. */
export async function smallestOrder(
  { earlier, ...given }: OrderJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls: Controls,
): Promise<Order> {
  const { titles } = given.oracle;
  const job = { ...given, oracle: { ...given.oracle, titles: [], warm: false } };
  const run = testRun(job, signal);
  const { whole, testsOf, commandFor, lineFor } = await severalOf(run, earlier);
  return withRuns(run, async (runOnce) => {
    const first = await failing(run, whole, runOnce);
    const all = testsOf(first);
    const failures = reportOf(run, first)?.failures ?? [];
    const isWanted = (one: TestFailure) => titles.length === 0 || isCalled(titles, one);
    const failure = failures.findLast((one) => isWanted(one) && all.some((test) => isCalled(test.titles, one)));
    if (!failure) throw new OracleError(noFailure(titles));
    const at = all.findLastIndex((test) => isCalled(test.titles, failure));
    const [before, last] = [all.slice(0, at), all[at]];
    const fails = async (tests: readonly RanTest[]) => {
      const report = reportOf(run, await runOnce(commandFor(tests)));
      return report?.failures.some((one) => isSameFailure(one, failure)) ?? false;
    };
    if (await fails([last])) throw new OracleError(failsAlone(failure, given.input.fileName));
    const orderOf = (text: string) => {
      const lines = new Set(text.split('\n'));
      return [...before.filter((test) => lines.has(labelOf(test))), last];
    };
    const call = (text: string) => text !== '' && fails(orderOf(text));
    const list = before.map(labelOf).join('\n');
    const input = { fileName: l10n.t('tests before it'), ...decode(Buffer.from(list)) };
    const oracle = { kind: 'function', property: { call } } as const;
    const tests = { ...job.tests, place: undefined, root: undefined };
    const { content } = await reduce({ ...job, input, oracle, tests, search: orderSearch }, onEvent, signal, controls);
    const order = orderOf(String(content));
    // A runner takes all tests of one title.
    const ran = testsOf(await runOnce(commandFor(order))).map(labelOf);
    return { tests: ran, before: at, command: lineFor(order), cwd: run.found.cwd };
  });
}

/** Runners that can run a list of tests, and report what they have run: the words in place of the path. */
const listers: Readonly<Record<string, ((tests: readonly RanTest[]) => readonly string[]) | undefined>> = {
  pytest: (tests) => tests.map(({ file, titles }) => [file, ...titles].join('::')),
  mocha: (tests) => ['--grep', byTitle(tests), ...filesOf(tests)],
  jest: (tests) => ['-t', byTitle(tests), '--runTestsByPath', ...filesOf(tests)],
  vitest: (tests) => ['-t', byTitle(tests).replaceAll(' ', ' (?:> )?'), ...filesOf(tests)],
};

function byTitle(tests: readonly RanTest[]): string {
  return `^(?:${tests.map(({ titles }) => escapedTitle(titles.join(' '))).join('|')})$`;
}

function filesOf(tests: readonly RanTest[]): string[] {
  return [...new Set(tests.map(({ file }) => file))];
}

/** Tests before it may fail, too. */
const stops = /^(?:-x|--bail(?:=.*)?|--runTestsByPath)$/;

/** Options for a report that a program reads. */
const forPrograms = /^(?:--json|--no-color|--colors=false|--reporter(?:=.*)?)$/;

/** Commands for the files, and for some of their tests. Throws `OracleError` if one runner cannot run them all. */
async function severalOf(run: TestRun, earlier: readonly string[]) {
  const { found, input, job } = run;
  const lister = listers[found.runner];
  if (!lister) {
    const all = Object.keys(listers).join(', ');
    throw new OracleError(l10n.t('{0} cannot run lists of tests: this works with {1}.', found.runner, all));
  }
  const runner = runners.find(({ name }) => name === found.runner)!;
  const files = [...earlier.map((path) => realPath(path)), input.file];
  const findings = files.map((path) => {
    const text = path === input.file ? job.input.text : decode(readFileSync(path)).text;
    return runner.find({ path, text, root: input.root }, []);
  });
  if (findings.some((finding) => finding?.cwd !== found.cwd))
    throw new OracleError(
      l10n.t('The files are not all tests of {0} in one package: give those of one package.', found.runner),
    );
  const paths = files.map((path) => pathFrom(found.cwd, path, input.root));
  const own = findings.at(-1)!.words.filter((word) => !stops.test(word));
  const ignored = `**/!(${files.map((path) => basename(path)).join('|')})`;
  const start = own.slice(0, -1).map((word) => (word.startsWith('**/!(') ? ignored : word));
  const options = found.runner === 'pytest' ? ['-v', '-p', 'no:randomly'] : [];
  const base = await commandOf(found, run);
  const lineWith = (words: readonly string[]) => shellText([...start, ...options, ...words]);
  const shown = start.filter((word, at) => !forPrograms.test(word) && start[at - 1] !== '--reporter');
  const ordered = (line: string): OracleCommand => ({
    ...base,
    warm: undefined,
    invocation: { line: fixedText(line) },
  });
  return {
    whole: ordered(lineWith(paths)),
    /** With the paths that were given: a runner may tell those of the copy. */
    testsOf: (ran: Ran) =>
      (reportOf(run, ran)?.ran ?? []).map(({ file, titles }) => ({
        titles,
        file: paths.find((path) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${path}`)) ?? file,
      })),
    commandFor: (tests: readonly RanTest[]) => ordered(lineWith(lister(tests))),
    /** As a person runs them. */
    lineFor: (tests: readonly RanTest[]) => shellText([...shown, ...options, ...lister(tests)]),
  };
}

function labelOf({ file, titles }: RanTest): string {
  return [file, ...titles].join(' › ').replaceAll('\n', ' ');
}

function isCalled(titles: readonly string[], failure: Pick<TestFailure, 'titles'>): boolean {
  return titles.join(' ') === failure.titles.join(' ');
}

function noFailure(titles: readonly string[]): string {
  return titles.length === 0
    ? l10n.t('No test of the files fails: give the files in the order in which they run, the one that fails last.')
    : l10n.t(
        '"{0}" does not fail after the tests before it: give the files in the order in which they run, its own last.',
        titles.join(' › '),
      );
}

function failsAlone({ test }: TestFailure, fileName: string): string {
  return l10n.t('"{0}" fails alone, too, so no other test disturbs it: reduce {1} as a failing test.', test, fileName);
}
