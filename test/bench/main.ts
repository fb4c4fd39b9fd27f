/**
 * `npm run bench -- [BENCH [SECTION…]…]`: all benches, or those that are named. Tables go to the terminal, plots to out/bench; the
 * exit code is 1 if a claim is not met, or if with --quick a count is not the expected one.
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runQuick } from './quick';
import { suites } from './suites';
import { runSections } from './support/run';
import type { Options } from './support/suite';
import { chosenBy } from './support/words';
import { modes } from './tests/project';
import { ways } from './tests/reducing';

type Arguments = Options & { readonly quick?: boolean; readonly update?: boolean };

async function main(words: readonly string[], { quick, update = false, ...options }: Arguments): Promise<void> {
  const sections = quick ? [] : suites.map((suite) => [suite.name, suite.open(options)] as const);
  const chosen = chosenBy(words, new Map(quick ? suites.map(({ name }) => [name, []]) : sections));
  const names = chosen.map(({ bench }) => bench);
  const met = quick
    ? await runQuick(
        suites.filter(({ name }) => names.includes(name)),
        update,
      )
    : await runSections(chosen.flatMap((choice) => choice.sections));
  process.exitCode = met ? 0 : 1;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return value;
}

const listOf = (text: string) => text.split(',').map((word) => word.trim());

void new Command('bench')
  .argument('[words...]', `${suites.map(({ name }) => name).join(', ')}, and after a bench its sections; default: all`)
  .option('--quick', 'a few minutes of lists, search, growth and recorded: their counts must be the expected ones')
  .option('--update', 'with --quick: expect what is counted now')
  .option('--lists <count>', 'lists: lists of the weighted simulation; other sections take their share', positive, 5000)
  .option('--threads <count>', 'lists: threads of the weighted simulation', positive, availableParallelism())
  .option(
    '--subjects <list>',
    'search, corpus and public: only these, separated by commas; growth: only these searches, say default',
    listOf,
  )
  .option('--long', 'search: also cases that take many minutes')
  .option('--fresh', 'search, corpus and public: forget what was kept of earlier runs')
  .option('--variants <list>', 'corpus and public: searches; search papers: only these reducers', listOf)
  .option(
    '--minutes <count>',
    'limit of a run: corpus and public, 10 unless told; growth, 1, processor time of search and filter',
    positive,
  )
  .option('--runs <count>', 'overhead: tests of the endurance run; other sections take their share', positive, 20_000)
  .option('--max-size <tokens>', 'growth: tokens of the longest program', positive, 1_000_000)
  .option('--record', 'recorded: make the recording anew, which runs TypeScript for each test')
  .option('--case <name>', 'tests: only this case')
  .addOption(new Option('--mode <mode>', 'tests: only with this repository').choices(modes))
  .option('--max-time <s>', 'tests: seconds of a run', positive, 300)
  .option('--jobs <count>', 'tests: tests at once', positive, 2)
  .option('--aside <directory>', 'tests: the cases of this folder instead')
  .addOption(new Option('--by <command>', 'tests: how Whittle is called').choices(ways))
  .option('--show', 'tests: print each reduced test')
  .addHelpText(
    'after',
    `\nBenches:\n${suites.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`).join('\n')}`,
  )
  .action(main)
  .parseAsync()
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
