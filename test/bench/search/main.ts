import { strategyNamed } from '../../../src/strategies/registry';
import { plainHddr, plainHdd } from './baselines';
import { library, libraryProperties } from './library';
import { trace } from './measure';

async function main(): Promise<void> {
  const [strategies, names] = process.argv.slice(2).map((list) => list.split(','));
  for (const { name, holds } of libraryProperties) {
    if (names && !names.includes(name)) continue;
    const subject = { name, fileName: library.name, text: library.text(), holds };
    for (const strategy of strategies) {
      const start = performance.now();
      const [which, reducer] = strategy.split('+');
      const { sizes, result, inside } = await trace(subject, {
        options: process.env.NOHOIST ? { hoists: 'off' } : {},
        name: strategy,
        strategy: [plainHddr, plainHdd].find((one) => one.name === which) ?? strategyNamed(which)!,
        reducer,
      });
      const end = sizes[sizes.length - 1];
      const reached = sizes.indexOf(end);
      console.log(
        name,
        strategy,
        'tests',
        sizes.length - 1,
        'tokens',
        end,
        'last gain at',
        reached,
        'base at',
        sizes.findIndex(
          (s) => s <= ({ chunk: 164, template: 485, sortBy: 633, isEqual: 294 } as Record<string, number>)[name],
        ),
        'x2 at',
        sizes.findIndex((s) => s <= 2 * end),
        'ms/test',
        (inside / sizes.length).toFixed(2),
        's',
        ((performance.now() - start) / 1000).toFixed(0),
      );
      if (process.env.SHOW) console.log(result);
    }
  }
}
void main();
