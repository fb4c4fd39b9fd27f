/** `whittle_reduce` by `whittle reduce` or `whittle test`. */
import { readFile } from 'node:fs/promises';
import { placesOf } from '../../agents/places';
import { reducedAnswer, reduceTool as tool, ToolError, type ArgumentsOf } from '../../agents/tools';
import { toldElsewhere } from '../files';
import type { ServedTool } from './serving';
import { ranInTerminal } from './terminal';
import { inTurn } from './turns';
import { wordsOf } from './words';

export const reduceTool: ServedTool<ArgumentsOf<'whittle_reduce'>> = {
  tool,
  async run(given, terminal) {
    const { file, outputs, directory } = placesOf({ ...given, file: given.file! }, ['reduced']);
    return await inTurn(file, terminal.signal, async () => {
      const { end, notes } = await ranInTerminal(
        [...wordsOf(given.test ? 'test' : 'reduce', given), '--', file],
        directory,
        terminal,
      );
      if (end.event !== 'finished') throw new ToolError('The run ended without a result: try it again.');
      const path = toldElsewhere(notes) ?? outputs[0];
      return reducedAnswer({ path, text: await readFile(path, 'utf8') }, end, notes);
    });
  },
};
