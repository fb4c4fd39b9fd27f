/** `whittle compare`: its options and its help. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { usualContenders } from '../reduction/comparison/contenders';
import { withRecordingOptions, withReducerOptions, withRunOptions } from './runOptions';
import { withTestOptions } from './testOptions';
import type { TestWords } from './testOptions';
import { also, count } from './values';

/** Adds the command, and says which tests a command line has given. */
export function compareCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('compare')
    .description('Reduce each FILE in several ways, one after the other, and print a table of what each took.')
    .argument('<file...>', 'failing inputs; they are not changed, or with --place in-place only while the run lasts');
  const tests = withTestOptions(command, 'as for reduce');
  command
    .optionsGroup('Options of the comparison:')
    .option(
      '--of <names>',
      `strategies, each with :REDUCER if it reduces lists, and with +OPTION=VALUE; separated by commas (default: ${usualContenders.join()})`,
    )
    .option('--strategies <names>', 'the same as two lists: each strategy (default: hddr) …')
    .option('--reducers <names>', '… with each of these list reducers')
    .addOption(
      repeatable('--vary <option=values>', 'each search with each of these values of an option, say p0=0.01,0.1,0.3'),
    )
    .option('--rounds <n>', 'compare so many times, with the next seed each time; the median counts', count, 1)
    .option('--kinds', 'also print how many tests there were of each kind, and what sweeps (--sweep on) still removed')
    .addOption(repeatable('--keep <regex>', 'what matches stays as it is'))
    .option('--target-size <n>', 'end each search when at most so many tokens are left', count)
    .addOption(repeatable('-o, --output <file>', 'write the tables: as .md, .json or .csv, by the name'))
    .option('--plot <file>', 'write how the sizes of one file went, over tests, as SVG')
    .addHelpText(
      'after',
      `
Each has the whole budget (--max-time, --max-tests, --target-size) for itself and knows nothing of the others' tests. Tests are different
candidates that the search asked for; oracle: the times of all its processes, with those that run at once summed up; time:
how long it took, with calibration and confirmation; tok/s: tokens removed a second. Of several files or rounds, the means against
the first search follow, with p by Wilcoxon's signed-rank test (for six files or more). No reduced file is written: reduce it with the one that you like best.

Exit codes: 0 all were compared, 1 the property does not hold on the input (or no longer on a result), 2 the command line,
input or output cannot be used, or one of the runs broke off, 130 interrupted; rows that are there are kept.

Examples:
  whittle compare crash.js --test 'node check.js {}' --of default,hddr:cdd,hddr:ddmin --max-time 60 --plot crash.svg
  whittle compare bugs/*.c --test './crashes {}' --reducers cdd,probdd,ddmin -o bugs.md -o bugs.csv
  whittle compare crash.js --test 'node check.js {}' --of hddr:probdd,hddr:cdd --vary p0=0.01,0.1,0.3 --kinds`,
    );
  return [withReducerOptions(withRecordingOptions(withRunOptions(command))), tests];
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).argParser(also).default([], 'none');
}
