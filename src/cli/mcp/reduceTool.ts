/** `whittle_reduce` by `whittle reduce` or `whittle test`. */
import { readFile } from 'node:fs/promises';
import { ToolError } from '../../agents/arguments';
import { placesOf } from '../../agents/places';
import { reducedAnswer, reduceTool as tool, type ReduceArguments } from '../../agents/reduceTool';
import { toldElsewhere } from '../files';
import type { ServedTool } from './serving';
import { ranInTerminal } from './terminal';
import { inTurn } from './turns';
import { optionsOf } from './words';

export const reduceTool: ServedTool<ReduceArguments> = {
  tool,
  async run(given, terminal) {
    const { file, outputs, directory } = placesOf(given, ['reduced']);
    return await inTurn(file, terminal.signal, async () => {
      const { end, notes } = await ranInTerminal([...wordsOf(given), '--', file], directory, terminal);
      if (end.event !== 'finished') throw new ToolError('The run ended without a result: try it again.');
      const path = toldElsewhere(notes) ?? outputs[0];
      return reducedAnswer({ path, text: await readFile(path, 'utf8') }, end, notes);
    });
  },
};

function wordsOf({ command, test, search, ...common }: ReduceArguments): string[] {
  const options = [...(search === undefined ? [] : [`--search=${search}`]), ...optionsOf(common)];
  if (!test) return ['reduce', `--test=${command}`, ...options];
  const { name = [], passesAt } = test;
  const revision = passesAt === undefined ? [] : [`--passes-at=${passesAt}`];
  return ['test', ...name.map((title) => `--name=${title}`), ...revision, ...options];
}
