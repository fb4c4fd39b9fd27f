/** From a failing test to a job over several files: which of the workspace it needs, the command that runs it there, and its rule. */
import { within } from '../oracle/places/roots';
import { failureRule } from '../oracle/judging/failureRule';
import type { RuleSource } from '../oracle/judging/ruleWords';
import { type OracleCommand } from '../oracle/processes/command';
import type { Range } from '../text/ranges';
import { loadedFiles } from './loaded';
import { commandOf, firstFailure, preparationOf, recognisedFor, slicedBy, testSearch } from './prepare';
import type { TestJob } from './testJob';

export interface TestFolder {
  /** The workspace, absolute, without links. */
  readonly base: string;
  /** The test file in it, with `/`. */
  readonly test: string;
  /** Runs the test in a directory with the files. */
  readonly oracle: OracleCommand;
  readonly rule: RuleSource;
  /** The statements of the test that compute the values of its failure: they stay. */
  readonly kept: readonly Range[];
  /** The usual search for tests. */
  readonly search: string;
  /** Of these files, those that the test loads, and settings; all if its runtime does not tell. */
  likely(all: readonly string[]): readonly string[];
}

/** Throws `OracleError` (the test passes, is not found, does not end) and `SandboxError`. */
export async function testFolder(job: TestJob, signal: AbortSignal): Promise<TestFolder> {
  const run = preparationOf({ ...job, test: { ...job.test, warm: false } }, signal);
  const { root, file, content, fileName } = run.input;
  const found = recognisedFor(run, job.test.titles);
  const first = found.report && (await firstFailure(run, found));
  const command = first?.command ?? commandOf(found, run);
  const way = within(root, found.cwd) ?? '';
  const cwd = { source: way, parts: [{ slot: 'directory' as const }, ...(way === '' ? [] : [`/${way}`])] };
  const test = within(root, file)!.replaceAll('\\', '/');
  const rule = found.report && first && failureRule(found.report, first.failure, { content, fileName });
  const loaded = new Set([test, ...(await loadedFiles(run.input, command, signal))]);
  return {
    ...{ base: root, test, search: testSearch },
    oracle: { invocation: command.invocation, cwd },
    rule: rule ? { exit: { codes: [0], not: true }, failure: rule } : 'same-failure',
    kept: first ? (await slicedBy(run, first.failure.frames)).slice : [],
    likely: (all) => (loaded.size === 1 ? all : all.filter((path) => loaded.has(path) || settings.test(path))),
  };
}

/** Settings, which a runner reads without loading them. */
const settings =
  /(?:^|\/)(?:package\.json|\.[^/]*rc(?:\.\w+)?|[^/]*config[^/]*|conftest\.py|pytest\.ini|pyproject\.toml|tox\.ini|setup\.(?:cfg|py))$/;
