/** `whittle compare`: its options and its help. */
import type { Command } from 'commander';
import { usualContenders } from '../../reduction/comparison/contenders';
import { withRunOptions } from '../options/runOptions';
import { withTestOptions, type TestWords } from '../options/testOptions';
import { count, repeatable } from '../options/values';

/** Adds the command; the function returns the tests of the command line. */
export function compareCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('compare')
    .description('Reduce each FILE with several searches, one after the other, and print a table of their costs.')
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
    .option('--rounds <n>', 'repeat the comparison this often, each time with the next seed; medians count', count, 1)
    .option('--kinds', 'also print the number of tests by kind, and the elements that sweeps (+sweep=on) still removed')
    .addOption(repeatable('--keep <regex>', 'never remove text that matches'))
    .option('--target-size <n>', 'stop each search as soon as at most this many tokens are left', count)
    .addOption(repeatable('-o, --output <file>', 'write the tables: .md, .json or .csv'))
    .option('--plot <file>', 'write the sizes of one file over tests as SVG')
    .addHelpText(
      'after',
      `
Each search has the whole budget (--max-time, --max-tests, --target-size) and uses no verdict of another. Tests: different
candidates that the search tested. Oracle: the total time of all test processes. Time: the whole run, with calibration and
verification. Tokens/s: tokens removed per second. For several files or rounds, a table of means follows, with ratios to the
first search and p by Wilcoxon's signed-rank test (from six files on). No reduced file is written.

Exit codes: 0 all were compared, 1 the bug is not there on the input (or no longer on a result), 2 wrong command line, input
or output, or a run failed, 130 interrupted. Finished rows are always printed.

Examples:
  whittle compare crash.js --test 'node check.js {}' --of default,hddr:cdd,hddr:ddmin --max-time 60 --plot crash.svg
  whittle compare bugs/*.c --test './crashes {}' --of hddr --vary reducer=cdd,probdd,ddmin -o bugs.md -o bugs.csv
  whittle compare crash.js --test 'node check.js {}' --of hddr:probdd,hddr:cdd --vary p0=0.01,0.1,0.3 --kinds`,
    );
  return [withRunOptions(command), tests];
}
