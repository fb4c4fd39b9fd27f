/**
 * `npm run bench:search -- [SECTION…] [--subjects LIST] [--long] [--fresh]`: how many tests the strategies need on trees. Markdown
 * goes to the terminal, plots to out/bench; the exit code is 1 if a claim is not met. The corpus is found by the variable
 * WHITTLE_CORPUS.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import type { Claim } from '../support/report';
import { Bench } from './bench';
import type { BenchOptions, Section } from './bench';
import { ablations } from './sections/ablations';
import { corpus } from './sections/corpus';
import { goalsReached } from './sections/goals';
import { library } from './sections/library';
import { means } from './sections/means';
import { speed } from './sections/speed';
import { forgetVerdicts } from './verdicts';

const sections: readonly Section[] = [
  { name: 'library', title: 'Functions of a library', run: library },
  { name: 'corpus', title: 'Cases of the corpus', run: corpus },
  { name: 'means', title: 'Library and corpus together', run: means },
  { name: 'goals', title: 'Goals of the default strategy', run: goalsReached },
  { name: 'ablations', title: 'Ablations', run: ablations },
  { name: 'speed', title: 'Time inside the search', run: speed },
];

const plotFolder = 'out/bench';

async function main(
  names: readonly string[],
  { fresh, ...options }: BenchOptions & { fresh?: boolean },
): Promise<void> {
  if (fresh) forgetVerdicts();
  const bench = new Bench(options);
  const claims: Claim[] = [];
  for (const { title, run } of sections.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const start = performance.now();
    const report = await run(bench);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`## ${title}\n\n${report.text}\n`);
    console.error(`${title}: ${seconds} s`);
    claims.push(...report.claims);
    mkdirSync(plotFolder, { recursive: true });
    for (const [name, plot] of Object.entries(report.plots)) writeFileSync(join(plotFolder, name), plot);
  }
  if (claims.length > 0) console.log('## Claims\n');
  for (const { text, met } of claims) console.log(`- ${met ? 'met' : 'MISSED'}: ${text}`);
  process.exitCode = claims.every(({ met }) => met) ? 0 : 1;
}

void new Command('bench:search')
  .addArgument(new Argument('[sections...]', 'default: all').choices(sections.map(({ name }) => name)))
  .option('--subjects <list>', 'only these, separated by commas', (list) => list.split(','))
  .option('--long', 'also js-esbuild-minify-and, which takes minutes')
  .option('--fresh', 'forget the verdicts of oracles and parse filter that were kept')
  .action(main)
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
