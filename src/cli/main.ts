/** `whittle`: the commands, their options and exit codes. */
import { Command, CommanderError, Option } from 'commander';
import { version } from '../../package.json';
import { optionsFrom } from '../reduction/options';
import type { ChosenOptions } from '../reduction/options';
import { reducers } from '../reducers/registry';
import { defaultUnit, units } from '../strategies/isolation';
import { strategies } from '../strategies/registry';
import { defaultReducer } from '../reducers/registry';
import { commitRules, defaultCommitRule, defaultLoop, loops } from '../reduction/drive/loops';
import { defaultStrategy } from '../strategies/registry';
import { listReducers, listStrategies } from './listReducers';
import { listLanguages } from './listLanguages';
import { compareCommand } from './compareCommand';
import { compareSearches } from './compareSearches';
import type { CompareArguments } from './compareSearches';
import { isolateFiles } from './isolateFiles';
import type { IsolateArguments } from './isolateFiles';
import type { ReduceOptions } from './reduceFile';
import { hideAddress } from './redisOption';
import { reduceInput, severalFilesHelp } from './reduceInput';
import { exitCodes } from './run';
import { placementHelp, withRecordingOptions, withReducerOptions, withRunOptions } from './runOptions';
import { severalTestsHelp, withTestOptions } from './testOptions';
import type { TestWords } from './testOptions';
import { also, count } from './values';
import { workerCommand } from './workerCommand';

/** Runs the command line and says with which code to exit. `assets` is the folder of the grammars. */
export async function main(argv: readonly string[], assets: string): Promise<number> {
  let code = 0;
  const program = new Command('whittle')
    .description('Turns a big failing input into a small one.')
    .version(version)
    .exitOverride()
    .hook('preAction', hideAddress);
  const [reduction, reductionTests] = reduceCommand(program);
  withReducerOptions(reduction);
  reduction.action(async (paths: string[], given: GivenOptions<ReduceOptions> & Partial<ChosenOptions>) => {
    const options = optionsFrom((name) => given[name]);
    code = await reduceInput(paths, { ...given, tests: reductionTests(), options }, assets);
  });
  const [isolation, isolationTests] = isolateCommand(program);
  isolation.action(async (failing: string, passing: string | undefined, given: GivenOptions<IsolateArguments>) => {
    code = await isolateFiles({ ...given, tests: isolationTests(), failing, passing }, assets);
  });
  const [comparison, comparisonTests] = compareCommand(program);
  comparison.action(async (files: string[], given: GivenOptions<CompareArguments> & Partial<ChosenOptions>) => {
    const options = optionsFrom((name) => given[name]);
    code = await compareSearches({ ...given, tests: comparisonTests(), options, files }, assets);
  });
  workerCommand(program, async (work) => void (code = await work()));
  program
    .command('reducers')
    .description('List the reducers with their options and sources.')
    .action(() => void process.stdout.write(listReducers()));
  program
    .command('strategies')
    .description('List the strategies with their options.')
    .action(() => void process.stdout.write(listStrategies()));
  program
    .command('languages')
    .description('List the languages that are reduced by their syntax, with the endings of their files.')
    .action(() => void process.stdout.write(listLanguages()));
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** What commander reads for itself. */
type GivenOptions<T> = Omit<T, 'tests' | 'options' | 'failing' | 'passing' | 'file' | 'files'>;

function reduceCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('reduce')
    .description('Reduce FILE as long as the test command ends with exit code 0.')
    .argument(
      '<file...>',
      'the failing input, a file, several or a directory; it is not changed, or with --place in-place only while the run lasts',
    )
    .option(
      '-o, --output <path>',
      'where the result goes (default: NAME.reduced.EXT or NAME.reduced beside the input)',
    );
  const tests = withTestOptions(
    command,
    "shell command, exit code 0 = the bug is still there (see --exit, --match and --same-failure); {} is the candidate's path, for several files that of a directory; without {} it runs in a directory that holds the candidate under FILE's name, or the files under theirs, or with another --place in its counterpart of the current directory",
  );
  command
    .optionsGroup('Options of the search:')
    .option('--reducer <name>', `list reducer: ${names(reducers)}`, defaultReducer.name)
    .option('--strategy <name>', `${names(strategies)}`, defaultStrategy.name)
    .option('--loop <name>', `which tests run at once: ${names(loops)}`, defaultLoop.name)
    .option('--commit <rule>', `which candidate that holds is taken: ${names(commitRules)}`, defaultCommitRule.name)
    .addOption(
      new Option('--keep <regex>', 'what matches stays as it is; repeatable').argParser(also).default([], 'nothing'),
    )
    .option(
      '--journal <file>',
      'keep in FILE what it takes to resume the run; if it is there already, go on where that run ended or was broken off',
    )
    .option('--target-size <n>', 'end the search when at most so many tokens are left', count)
    .addHelpText(
      'after',
      `
Exit codes: 0 reduced (also when a budget is spent), 1 the property does not hold on the input (or no longer on the
result), 2 the command line, input or output cannot be used, or the run broke off, 130 interrupted. The best result is
kept whenever something was removed.

Reducers (whittle reducers says more):
${reducers.map(({ name, description }) => `  ${name.padEnd(13)} ${description}`).join('\n')}

Strategies:
${strategies.map(({ name, description }) => `  ${name.padEnd(8)} ${description}`).join('\n')}

Loops, with several jobs (which tests run at once):
${loops.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`).join('\n')}

Rules of commitment, with several jobs (which candidate is taken):
${commitRules.map(({ name, description }) => `  ${name.padEnd(14)} ${description}`).join('\n')}

${placementHelp()}

Examples:
  whittle reduce crash.js --test 'node check.js {}'
  whittle reduce crash.js --test 'node build.js {}' --match 'Assertion failed'
  whittle reduce test/big.test.js --place overlay --test 'npx mocha {}' --same-failure
${severalFilesHelp}

${severalTestsHelp}`,
    );
  return [withRecordingOptions(withRunOptions(command)), tests];
}

function isolateCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('isolate')
    .description('Find a minimal difference between FAILING, for which the test ends with exit code 0, and PASSING.')
    .argument('<failing>', 'the failing input; it is not changed, or with --place in-place only while the run lasts')
    .argument('[passing]', 'an input like it without the bug (default: the empty file)');
  const tests = withTestOptions(
    command,
    'as for reduce; exit code 125 = cannot be judged (neither the bug nor without it), any other = without the bug',
  );
  command
    .optionsGroup('Options of the search:')
    .option('--unit <unit>', `the finest changes that are looked at: ${units.join(', ')}`, defaultUnit)
    .option('-o, --output <directory>', 'where NAME.passing.EXT and NAME.failing.EXT go (default: beside FAILING)')
    .addHelpText(
      'after',
      `
Both results are written, and their difference is printed. Exit codes: as for reduce.

${placementHelp()}

Example:
  whittle isolate crash.js works.js --test 'node check.js {}'`,
    );
  return [withRunOptions(command), tests];
}

function names(all: readonly { readonly name: string }[]): string {
  return all.map(({ name }) => name).join(', ');
}
