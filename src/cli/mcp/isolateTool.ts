/** `whittle_isolate`: `whittle isolate`, as a tool. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { apart } from '../../reduction/events/progress';
import { named } from '../files';
import { toldElsewhere } from '../results/elsewhere';
import { patchOf } from '../results/patch';
import { commonFields, optionsOf, ToolError } from './arguments';
import { bounded, endFields, endOf, endWords } from './results';
import { directoryInside, pathInside, rootAround } from './roots';
import { ranInTerminal } from './terminal';
import type { Tool } from './tool';

const schema = z.strictObject({
  failing: z.string().min(1).describe('The input that fails, inside a root. It does not change.'),
  passing: z
    .string()
    .min(1)
    .optional()
    .describe('A similar input that does not fail, inside a root. Default: the empty file.'),
  command: z
    .string()
    .min(1)
    .describe('Shell command that fails on one file and not on the other. {} is the path of the candidate.'),
  unit: z.enum(['lines', 'words', 'chars']).optional().describe('The finest changes. Default: words.'),
  ...commonFields,
});

const result = z.object({
  failingPath: z.string().describe('The failing result, beside the failing input.'),
  passingPath: z.string().describe('The passing result.'),
  difference: z.string().describe('Their difference as a patch, from the passing to the failing one.'),
  cut: z.boolean().describe('The patch was too long.'),
  changes: z.number(),
  unit: z.string(),
  ...endFields,
});

export const isolateTool: Tool<z.infer<typeof schema>> = {
  name: 'whittle_isolate',
  title: 'Isolate a failing difference',
  description:
    'Finds the smallest difference between a file that fails and a similar one that passes: the one change that makes the failure appear. Writes NAME.passing.EXT and NAME.failing.EXT beside the failing file and returns their patch. Give the command and a strict rule, as for whittle_reduce.',
  schema,
  result,
  async run({ roots, cwd, failing: one, passing: other, command, unit, ...common }, terminal) {
    const failing = pathInside(one, roots);
    const passing = other === undefined ? [] : [pathInside(other, roots)];
    const outputs = ['failing', 'passing'].map((kind) => pathInside(named(failing, kind), roots));
    const directory = cwd === undefined ? rootAround(failing, roots)! : directoryInside(cwd, roots);
    const finest = unit === undefined ? [] : [`--unit=${unit}`];
    const words = ['isolate', `--test=${command}`, ...finest, ...optionsOf(common), '--', failing, ...passing];
    const { end, notes } = await ranInTerminal(words, directory, terminal);
    if (end.event !== 'isolated') throw new ToolError('The run ended without a result: try it again.');
    const elsewhere = toldElsewhere(notes);
    const at = outputs.map((path) => (elsewhere === undefined ? path : join(elsewhere, basename(path))));
    const [failingPath, passingPath] = at;
    const [failingBytes, passingBytes] = await Promise.all(at.map((path) => readFile(path)));
    const pair = { failing: failingBytes, passing: passingBytes };
    const { text: difference, cut } = bounded(patchOf(pair, { failing: failingPath, passing: passingPath }));
    const told = endOf(end, notes);
    const { changes } = end;
    const where = `The results are ${basename(failingPath)} and ${basename(passingPath)} in ${dirname(failingPath)}.`;
    return {
      content: [`${endWords(apart(end), told)}\n${where}`, difference].map((text) => ({ type: 'text', text })),
      structuredContent: { failingPath, passingPath, difference, cut, changes, unit: end.unit, ...told },
    };
  },
};
