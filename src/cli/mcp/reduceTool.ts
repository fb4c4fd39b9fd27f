/** `whittle_reduce`: `whittle reduce` or `whittle test`, as a tool. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sizes } from '../../reduction/events/progress';
import { named } from '../files';
import { toldElsewhere } from '../results/elsewhere';
import { commonFields, optionsOf, ToolError } from './arguments';
import { bounded, endFields, endOf, endWords, sizeFields, textFields } from './results';
import { directoryInside, pathInside, rootAround } from './roots';
import { ranInTerminal } from './terminal';
import type { Tool } from './tool';

const schema = z.strictObject({
  file: z.string().min(1).describe('The failing input, inside a root. It does not change.'),
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
});

type ReduceArguments = z.infer<typeof schema>;

const result = z.object({ ...textFields, ...sizeFields, ...endFields });

export const reduceTool: Tool<ReduceArguments> = {
  name: 'whittle_reduce',
  title: 'Reduce a failing input',
  description:
    'Makes a failing file small: removes everything that a failure does not need, and writes the few lines that are left to NAME.reduced.EXT beside the file. Give the command that fails and a strict rule: match with the message of the failure, or sameFailure. Without a rule, exit code 0 means that the bug is there, as for a script that checks for it. For a failing test file give test in place of command. It can take minutes: set maxSeconds.',
  schema,
  result,
  async run({ roots, cwd, ...given }, terminal) {
    const file = pathInside(given.file, roots);
    const output = pathInside(named(file, 'reduced'), roots);
    const directory = cwd === undefined ? rootAround(file, roots)! : directoryInside(cwd, roots);
    const { end, notes } = await ranInTerminal([...wordsOf(given), '--', file], directory, terminal);
    if (end.event !== 'finished') throw new ToolError('The run ended without a result: try it again.');
    const path = toldElsewhere(notes) ?? output;
    const { bytes, tokens } = end;
    const told = endOf(end, notes);
    const { text, cut } = bounded(await readFile(path, 'utf8'));
    const words = `${endWords(sizes(tokens.before, tokens.after), told)}\nThe result is in ${path}.`;
    return {
      content: [words, cut ? `${text}\n(The file has the rest.)` : text].map((part) => ({ type: 'text', text: part })),
      structuredContent: { path, text, cut, bytes, tokens, ...told },
    };
  },
};

/** Throws `ToolError`. */
function wordsOf({ file: _, command, test, search, ...common }: Omit<ReduceArguments, 'cwd'>): string[] {
  const searched = search === undefined ? [] : [`--search=${search}`];
  if (command !== undefined && test === undefined) {
    return ['reduce', `--test=${command}`, ...searched, ...optionsOf(common)];
  }
  if (command !== undefined || test === undefined) {
    throw new ToolError('Give either command, or test for a failing test file.');
  }
  const { exit, match, noMatch, sameFailure, place, runs, need } = common;
  if ([exit, match, noMatch, sameFailure, place, runs, need].some((value) => value !== undefined)) {
    throw new ToolError(
      'A failing test has its own rule: remove exit, match, noMatch, sameFailure, place, runs and need.',
    );
  }
  const { name = [], passesAt } = test;
  const revision = passesAt === undefined ? [] : [`--passes-at=${passesAt}`];
  return ['test', ...name.map((title) => `--name=${title}`), ...revision, ...searched, ...optionsOf(common)];
}
