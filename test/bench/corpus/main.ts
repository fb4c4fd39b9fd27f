/**
 * `npm run bench:corpus -- [CASE…] [--variants LIST]`: every case of the corpus with its real oracle. The corpus is found by the
 * variable WHITTLE_CORPUS. What is measured is kept in out/bench/corpus.jsonl: a run that was broken off goes on where it was.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Command } from 'commander';
import { table, whole } from '../support/report';
import { casesOf } from './cases';
import { measure } from './measure';
import type { Measured } from './measure';

const journal = 'out/bench/corpus.jsonl';

interface Options {
  readonly variants: string;
  readonly minutes: string;
  readonly fresh?: boolean;
}

async function main(names: readonly string[], { variants, minutes, fresh }: Options): Promise<void> {
  const corpus = process.env.WHITTLE_CORPUS;
  if (!corpus) throw new Error('WHITTLE_CORPUS is not set: set it to a folder with cases (CONTRIBUTING.md).');
  if (fresh) rmSync(journal, { force: true });
  const wanted = variants.split(',').map((variant) => variant.trim());
  const cases = casesOf(corpus, names);
  const known = read();
  for (const one of cases) {
    for (const variant of wanted) {
      if (known.some((measured) => measured.case === one.name && measured.variant === variant)) continue;
      const measured = await measure(one, variant, Number(minutes));
      known.push(measured);
      mkdirSync('out/bench', { recursive: true });
      appendFileSync(journal, `${JSON.stringify(measured)}\n`);
      console.error(`${one.name}, ${variant}: ${cell(measured)}`);
    }
  }
  const rows = cases.map(({ name }) => [
    name,
    ...wanted.map((variant) => cell(known.find((measured) => measured.case === name && measured.variant === variant))),
  ]);
  console.log(table(['case', ...wanted], rows));
  console.log('\nTokens / tests of the search / s; * stopped at the limit of time.');
}

function read(): Measured[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Measured);
}

function cell(measured: Measured | undefined): string {
  if (!measured?.finished) return measured?.problem ? `– (${measured.problem.split('\n')[0].slice(0, 60)})` : '–';
  const { tokens, search, ms, ending } = measured.finished;
  const doubt = measured.problem ? ' !' : ending === 'done' ? '' : '*';
  return `${whole(tokens.after)} / ${whole(search.tests)} / ${whole(ms / 1000)}${doubt}`;
}

void new Command('bench:corpus')
  .argument('[cases...]', 'default: all')
  .option('--variants <list>', 'strategies, with options if wanted, separated by commas', 'default,hddr')
  .option('--minutes <count>', 'limit of a run', '10')
  .option('--fresh', 'forget what was measured before')
  .action(main)
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
