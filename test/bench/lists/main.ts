/**
 * `npm run bench:lists -- [SECTION…] [--lists N]`: what list reducers cost, as the papers measure it. Markdown goes to the
 * terminal, plots to out/bench; the exit code is 1 if a claim is not met.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Report } from '../support/report';
import { cpu } from './cpu';
import { groups } from './groups';
import { minimality } from './minimality';
import { p0 } from './p0';
import { parallel } from './parallel';
import { queries } from './queries';
import type { BenchOptions, Section } from './section';
import { weighted } from './weighted';

const sections: readonly Section[] = [
  { name: 'weighted', title: 'Weighted lists', run: weighted },
  { name: 'parallel', title: 'Levels of parallelism', run: parallel },
  { name: 'cpu', title: 'Time inside the search', run: cpu },
  { name: 'queries', title: 'Kinds of queries', run: queries },
  { name: 'minimality', title: 'Results that are not 1-minimal', run: minimality },
  { name: 'p0', title: 'The first guess', run: p0 },
  { name: 'groups', title: 'Group testing', run: groups },
];

const plots = 'out/bench';

async function main(names: readonly string[], options: BenchOptions): Promise<void> {
  const claims: Report['claims'][number][] = [];
  for (const { title, run } of sections.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const start = performance.now();
    const report = await run(options);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`## ${title}\n\n${report.text}\n\n(${seconds} s)\n`);
    claims.push(...report.claims);
    mkdirSync(plots, { recursive: true });
    for (const [name, plot] of Object.entries(report.plots)) writeFileSync(join(plots, name), plot);
  }
  for (const { text, met } of claims) console.log(`${met ? 'met   ' : 'MISSED'} ${text}`);
  process.exitCode = claims.every(({ met }) => met) ? 0 : 1;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return value;
}

void new Command('bench:lists')
  .addArgument(new Argument('[sections...]', 'default: all').choices(sections.map(({ name }) => name)))
  .option('--lists <count>', 'lists of the weighted simulation; other sections take their share', positive, 5000)
  .option('--threads <count>', 'threads of the weighted simulation', positive, availableParallelism())
  .action(main)
  .parseAsync();
