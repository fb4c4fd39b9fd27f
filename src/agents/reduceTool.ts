/** `whittle_reduce`: `whittle reduce` or `whittle test`, as a tool. */
import { z } from 'zod';
import type { Finished } from '../reduction/events/events';
import { sizes } from '../reduction/events/progress';
import { commonFields } from './arguments';
import { bounded, endFields, endOf, endWords, sizeFields, textFields } from './results';
import type { Answer, Tool } from './tool';

const schema = z
  .strictObject({
    file: z.string().min(1).describe('The failing input, inside the workspace. It does not change.'),
    command: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Shell command that fails on the file. {} is the path of the candidate; without it the command runs in a directory that holds the candidate under its name. It runs tens or hundreds of times on this machine.',
      ),
    test: z
      .strictObject({
        name: z.array(z.string()).optional().describe('Titles of the test, outermost first.'),
        passesAt: z.string().optional().describe('A git revision at which the test passes.'),
      })
      .optional()
      .describe(
        'In place of command, if the file is a failing test of mocha, jest, vitest, Playwright, node:test, pytest, unittest, go test or cargo test: {} takes its first failing test.',
      ),
    search: z.string().optional().describe('How to search, as `whittle searches` lists it. The default is good.'),
    ...commonFields,
  })
  .superRefine(({ command, test, ...others }, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', message });
    if ((command === undefined) === (test === undefined)) {
      return complain('Give either command, or test for a failing test file.');
    }
    const { exit, match, noMatch, sameFailure, place, runs, need } = others;
    if (test && [exit, match, noMatch, sameFailure, place, runs, need].some((value) => value !== undefined)) {
      complain('A failing test has its own rule: remove exit, match, noMatch, sameFailure, place, runs and need.');
    }
  });

export type ReduceArguments = z.infer<typeof schema>;

export const reduceTool: Tool<ReduceArguments> = {
  name: 'whittle_reduce',
  title: 'Reduce a failing input',
  description:
    'Makes a failing file small: removes everything that a failure does not need, and writes the few lines that are left to NAME.reduced.EXT beside the file. Give the command that fails and a strict rule: match with the message of the failure, or sameFailure. Without a rule, exit code 0 means that the bug is there, as for a script that checks for it. For a failing test file give test in place of command. It can take minutes: set maxSeconds.',
  schema,
  result: z.object({ ...textFields, ...sizeFields, ...endFields }),
};

/** `text`: the result, which is in `path`. */
export function reducedAnswer(
  { path, text: whole }: { readonly path: string; readonly text: string },
  end: Finished,
  notes: readonly string[],
): Answer {
  const { bytes, tokens } = end;
  const told = endOf(end, notes);
  const { text, cut } = bounded(whole);
  const words = `${endWords(sizes(tokens.before, tokens.after), told)}\nThe result is in ${path}.`;
  return {
    texts: [words, cut ? `${text}\n(The file has the rest.)` : text],
    told: { path, text, cut, bytes, tokens, ...told },
  };
}
