/** The end of a run, in words and as plain data. */
import { z } from 'zod';
import type { EndTold } from '../reduction/events/events';
import { testCount } from '../reduction/events/progress';

/** Characters of a text in an answer; the file has all of them. */
const longest = 20_000;

const beforeAndAfter = z.object({ before: z.number(), after: z.number() });

/** What both tools tell of the end. */
export const endFields = {
  verified: z.boolean().describe('The result was tested again at the end and still fails.'),
  ending: z
    .enum(['done', 'time', 'tests', 'size', 'enough', 'interrupted', 'broken'])
    .describe('Why the run ended: done (nothing left to try), a limit (time, tests), or a problem (broken).'),
  problem: z.string().optional().describe('Anything that makes the result doubtful.'),
  tests: z.number(),
  seconds: z.number(),
  notes: z.array(z.string()).describe('Notices of the run.'),
};

export const textFields = {
  path: z.string().describe('The result, beside the input.'),
  text: z.string().describe(`The result itself, at most ${longest} characters.`),
  cut: z.boolean().describe('The text was too long; the file has all of it.'),
};

export const sizeFields = { bytes: beforeAndAfter, tokens: beforeAndAfter };

export function endOf({ confirmed, ending, problem, tests, ms }: EndTold, notes: readonly string[]) {
  const seconds = Math.round(ms / 100) / 10;
  return { verified: confirmed, ending, problem, tests, seconds, notes: [...notes] };
}

export function bounded(text: string): { readonly text: string; readonly cut: boolean } {
  return { text: text.slice(0, longest), cut: text.length > longest };
}

const ends: Record<EndTold['ending'], string> = {
  done: 'nothing is left to try',
  time: 'stopped at maxSeconds',
  tests: 'stopped at maxTests',
  size: 'small enough',
  enough: 'stopped',
  interrupted: 'stopped by the user',
  broken: 'the run failed',
};

/** `figures · 34 tests · 1.2 s: nothing is left to try.`, and if the result can be trusted. */
export function endWords(figures: string, end: ReturnType<typeof endOf>): string {
  const trust = end.verified ? 'It was tested again and still fails.' : 'NOT verified: do not rely on it.';
  const lines = [`${figures} · ${testCount(end.tests)} · ${end.seconds} s: ${ends[end.ending]}. ${trust}`];
  return [...lines, ...(end.problem ? [end.problem] : []), ...end.notes.filter((note) => note !== end.problem)].join(
    '\n',
  );
}
