/** `whittle compare`: its options and its help. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { usualContenders } from '../../reduction/comparison/contenders';
import { withRunOptions } from '../options/runOptions';
import { withTestOptions } from '../options/testOptions';
import type { TestWords } from '../options/testOptions';
import { also, count } from '../options/values';

/** Adds the command, and says which tests a command line has given. */
export function compareCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('compare')
    .description('Reduce each FILE with several searches, one after the other, and print a table of what each took.')
    .argument('<file...>', 'failing inputs; unchanged after the run');
  const tests = withTestOptions(command, 'as for reduce');
  command
    .optionsGroup('Options of the comparison:')
    .option('--of <searches>', 'searches, separated by commas, see whittle searches', usualContenders.join())
    .addOption(
      repeatable(
        '--vary <option=values>',
        'each search with each of these values: p0=0.01,0.1,0.3 or reducer=cdd,ddmin',
      ),
    )
    .option('--rounds <n>', 'compare this many times, each with the next seed; medians count', count, 1)
    .option('--kinds', 'also print the number of tests by kind, and what sweeps (+sweep=on) still removed')
    .addOption(repeatable('--keep <regex>', 'never remove text that matches'))
    .option('--target-size <n>', 'stop each search as soon as at most this many tokens are left', count)
    .addOption(repeatable('-o, --output <file>', 'write the tables: .md, .json or .csv'))
    .option('--plot <file>', 'write the sizes of one file over tests as SVG')
    .addHelpText(
      'after',
      `
Each search has all limits (--max-time, --max-tests, --target-size) for itself and does not know the tests of the others.
Tests: different candidates that the search asked for. Oracle: the times of all its processes, summed up. Time: from start
to end, with calibration and confirmation. Tok/s: tokens removed per second. With several files or rounds, the means against
the first search follow, with p by Wilcoxon's signed-rank test (from six files on). No reduced file is written.

Exit codes: 0 all were compared, 1 the bug is not there on the input (or no longer on a result), 2 wrong command line, input
or output, or a run failed, 130 interrupted. Rows that are there are always kept.

Examples:
  whittle compare crash.js --test 'node check.js {}' --of default,hddr:cdd,hddr:ddmin --max-time 60 --plot crash.svg
  whittle compare bugs/*.c --test './crashes {}' --of hddr --vary reducer=cdd,probdd,ddmin -o bugs.md -o bugs.csv
  whittle compare crash.js --test 'node check.js {}' --of hddr:probdd,hddr:cdd --vary p0=0.01,0.1,0.3 --kinds`,
    );
  return [withRunOptions(command), tests];
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).argParser(also).default([], 'none');
}
