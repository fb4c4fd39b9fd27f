/** A whole reduction by the driver of the product, in this process. */
import type { Finished } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { jobWith } from '../../support/jobs';

/** `line` is the test, a line for the shell in which `{}` is the candidate. */
export async function reduced(fileName: string, text: string, line: string, jobs: number): Promise<Finished> {
  const job = jobWith({ fileName, text, command: line, jobs });
  return (await reduce(job, () => {}, new AbortController().signal)).finished;
}

/** So many functions of JavaScript, f0, f1, …, a line each. */
export function functionsText(count: number): string {
  return Array.from({ length: count }, (_, n) => `function f${n}(a, b) { return [a, b, ${n}]; }\n`).join('');
}

/** Numbers of those that must stay. */
export const required = Array.from({ length: 16 }, (_, n) => 3 * n + 1);

/** Share of the workers' time that is not spent in tests. */
export function timeOutside({ ms, oracleMs }: Finished, jobs: number): number {
  return 1 - oracleMs / (ms * jobs);
}
