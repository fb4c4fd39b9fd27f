/**
 * Is a reduced test meaningful? It must pass in the right project and fail in the wrong one, and it must really run: the named test,
 * not any other. Each answer is a run in a project of its own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcomes';
import { runners, type BenchRunner, type Chosen, type RunnerName } from './runners';
import { run } from './running';

/** `passed beside a failure`: the test passes, but its command fails, since the file breaks before or after it. */
type Answer = Outcome | 'passed beside a failure';

export interface Judged {
  readonly right: Answer;
  readonly wrong: Answer;
  readonly meaningful: boolean;
}

/** Directories of the right and the wrong project; both are written to. */
export interface Pair {
  readonly right: string;
  readonly wrong: string;
}

const ms = 60_000;

/** `text`: of the test file. */
export async function judge(one: Chosen & { readonly runner: RunnerName }, text: string, pair: Pair): Promise<Judged> {
  const right = await outcomeIn(pair.right, one, text);
  const wrong = await outcomeIn(pair.wrong, one, text);
  return { right, wrong, meaningful: right === 'passed' && wrong === 'failed' };
}

async function outcomeIn(
  directory: string,
  one: Chosen & { readonly runner: RunnerName },
  text: string,
): Promise<Answer> {
  writeFileSync(join(directory, one.test), text);
  const runner: BenchRunner = runners[one.runner];
  const output = await run(runner.words(one, true), { cwd: directory, ms });
  const outcome = runner.outcome(output, one);
  return outcome === 'passed' && output.code !== 0 ? 'passed beside a failure' : outcome;
}
