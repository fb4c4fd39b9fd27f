/** `whittle_isolate` by `whittle isolate`. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isolatedAnswer, isolateTool as tool, ToolError, type ArgumentsOf } from '../../agents/tools';
import { pathInside, placesOf } from '../../agents/places';
import { toldElsewhere } from '../files';
import type { ServedTool } from './serving';
import { ranInTerminal } from './terminal';
import { inTurn } from './turns';
import { wordsOf } from './words';

export const isolateTool: ServedTool<ArgumentsOf<'whittle_isolate'>> = {
  tool,
  async run({ failing, passing, ...common }, terminal) {
    const { file, outputs, directory } = placesOf({ ...common, file: failing! }, ['failing', 'passing']);
    const other = passing === undefined ? [] : [pathInside(passing, common.roots)];
    const words = [...wordsOf('isolate', common), '--', file, ...other];
    return await inTurn(file, terminal.signal, async () => {
      const { end, notes } = await ranInTerminal(words, directory, terminal);
      if (end.event !== 'isolated') throw new ToolError('The run ended without a result: try it again.');
      const elsewhere = toldElsewhere(notes);
      const at = outputs.map((path) => (elsewhere === undefined ? path : join(elsewhere, basename(path))));
      const bytes = await Promise.all(at.map((path) => readFile(path)));
      return isolatedAnswer(paired(at), paired(bytes), end, notes);
    });
  },
};

const paired = <T>([failing, passing]: readonly T[]) => ({ failing, passing });
