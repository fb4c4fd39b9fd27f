/** `whittle_isolate`: `whittle isolate`, as a tool. */
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { patchOf } from '../reduction/ending/patch';
import type { Isolated } from '../reduction/events/events';
import { apart } from '../reduction/events/progress';
import { commonFields } from './arguments';
import { bounded, endFields, endOf, endWords } from './results';
import type { Answer, Tool } from './tool';

const schema = z.strictObject({
  failing: z.string().min(1).describe('The input that fails, inside the workspace. It does not change.'),
  passing: z
    .string()
    .min(1)
    .optional()
    .describe('A similar input that does not fail, inside the workspace. Default: the empty file.'),
  command: z
    .string()
    .min(1)
    .describe('Shell command that fails on one file and not on the other. {} is the path of the candidate.'),
  unit: z.enum(['lines', 'words', 'chars']).optional().describe('The finest changes. Default: words.'),
  ...commonFields,
});

export type IsolateArguments = z.infer<typeof schema>;

export const isolateTool: Tool<IsolateArguments> = {
  name: 'whittle_isolate',
  title: 'Isolate a failing difference',
  description:
    'Finds the smallest difference between a file that fails and a similar one that passes: the one change that makes the failure appear. Writes NAME.passing.EXT and NAME.failing.EXT beside the failing file and returns their patch. Give the command and a strict rule, as for whittle_reduce.',
  schema,
  result: z.object({
    failingPath: z.string().describe('The failing result, beside the failing input.'),
    passingPath: z.string().describe('The passing result.'),
    difference: z.string().describe('Their difference as a patch, from the passing to the failing one.'),
    cut: z.boolean().describe('The patch was too long.'),
    changes: z.number(),
    unit: z.string(),
    ...endFields,
  }),
};

/** One of each side. */
interface Pair<T> {
  readonly failing: T;
  readonly passing: T;
}

export function isolatedAnswer(
  paths: Pair<string>,
  pair: Pair<Buffer>,
  end: Isolated,
  notes: readonly string[],
): Answer {
  const { failing: failingPath, passing: passingPath } = paths;
  const { text: difference, cut } = bounded(patchOf(pair, paths));
  const { changes, unit } = end;
  const told = endOf(end, notes);
  const where = `The results are ${basename(failingPath)} and ${basename(passingPath)} in ${dirname(failingPath)}.`;
  return {
    texts: [`${endWords(apart(end), told)}\n${where}`, difference],
    told: { failingPath, passingPath, difference, cut, changes, unit, ...told },
  };
}
