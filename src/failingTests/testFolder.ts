/** From a failing test to a job over several files: which of the workspace it needs, the command that runs it there, and its rule. */
import { dirname, join } from 'node:path';
import { common, wayIn } from '../oracle/places/roots';
import type { RuledCommand } from '../reduction/job';
import type { Range } from '../text/ranges';
import { slicedBy } from './guesses';
import { loadedFiles } from './loaded';
import { testSearch } from './reduceTest';
import { ruleOf, seeFailure, testRun, type TestJob } from './testRun';

/** Plain data; the command runs the test in a directory with the files. */
export interface TestFolder extends RuledCommand {
  /** The directory that has the test's package and all files that it loads, absolute, without links. */
  readonly base: string;
  /** The test file in it, with `/`. */
  readonly test: string;
  /** The statements of the test that compute the values of its failure: they stay. */
  readonly kept: readonly Range[];
  readonly search: string;
  /** The files that the test loads, as its runtime tells: paths in the directory; empty if it does not tell. */
  readonly loaded: readonly string[];
}

/** Throws `OracleError` (the test passes, is not found, does not end) and `SandboxError`. */
export async function testFolder(job: TestJob, signal: AbortSignal): Promise<TestFolder> {
  const run = testRun({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
  const { root, file } = run.input;
  const seen = await seeFailure(run);
  const { failure, command } = seen;
  const loaded = (await loadedFiles(run, command)).inside.map((path) => join(root, path));
  // Without a word of the runtime it may need anything.
  const base =
    loaded.length === 0 ? root : [file, ...loaded].reduce((one, other) => common(one, dirname(other))!, run.found.cwd);
  const pathOf = (path: string) => wayIn(base, path)!;
  const way = pathOf(run.found.cwd);
  const cwd = { source: way, parts: [{ slot: 'directory' as const }, ...(way === '' ? [] : [`/${way}`])] };
  return {
    ...{ base, test: pathOf(file), search: testSearch, loaded: loaded.map(pathOf) },
    command: { invocation: command.invocation, cwd },
    rule: (failure && ruleOf(run, seen, false)) ?? 'same-failure',
    kept: failure ? (await slicedBy(job, failure.frames)).slice : [],
  };
}
