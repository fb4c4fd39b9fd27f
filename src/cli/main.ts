/** `whittle`: the commands, their options and exit codes. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../../package.json';
import { knownBy, optionNames, optionProblem, optionsFrom, optionSpecs } from '../reduction/options';
import type { ChosenOptions } from '../reduction/options';
import { reducers } from '../reducers/registry';
import { defaultUnit, units } from '../strategies/isolation';
import { strategies } from '../strategies/registry';
import { defaultReducer } from '../reducers/registry';
import { commitRules, defaultCommitRule, defaultLoop, loops } from '../reduction/loops';
import { defaultStrategy } from '../strategies/registry';
import { describedOption, listReducers, listStrategies } from './listReducers';
import { defaultFilter, filterChoices } from '../syntax/filter';
import { listLanguages } from './listLanguages';
import { isolateFiles } from './isolateFiles';
import type { IsolateArguments } from './isolateFiles';
import { reduceFile } from './reduceFile';
import type { ReduceArguments } from './reduceFile';
import { exitCodes } from './run';

/** Runs the command line and says with which code to exit. `assets` is the folder of the grammars. */
export async function main(argv: readonly string[], assets: string): Promise<number> {
  let code = 0;
  const program = new Command('whittle')
    .description('Turns a big failing input into a small one.')
    .version(version)
    .exitOverride();
  const command = reduceCommand(program);
  addReducerOptions(command);
  command.action(async (file: string, given: Omit<ReduceArguments, 'file' | 'options'> & Partial<ChosenOptions>) => {
    code = await reduceFile({ file, ...given, options: optionsFrom((name) => given[name]) }, assets);
  });
  const isolation = isolateCommand(program);
  isolation.action(
    async (failing: string, passing: string | undefined, given: Omit<IsolateArguments, 'failing' | 'passing'>) => {
      code = await isolateFiles({ ...given, failing, passing }, assets);
    },
  );
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

function reduceCommand(program: Command): Command {
  const command = program
    .command('reduce')
    .description('Reduce FILE as long as the test command ends with exit code 0.')
    .argument('<file>', 'the failing input; it is never changed')
    .requiredOption(
      '--test <command>',
      "shell command, exit code 0 = the bug is still there; {} is the candidate's path; without {} it runs in a directory that holds the candidate under FILE's name",
    )
    .option('--reducer <name>', `list reducer: ${names(reducers)}`, defaultReducer.name)
    .option('--strategy <name>', `${names(strategies)}`, defaultStrategy.name)
    .option('--loop <name>', `which tests run at once: ${names(loops)}`, defaultLoop.name)
    .option('--commit <rule>', `which candidate that holds is taken: ${names(commitRules)}`, defaultCommitRule.name)
    .option('-o, --output <file>', 'where the result goes (default: NAME.reduced.EXT beside the input)')
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

Example:
  whittle reduce crash.js --test 'node check.js {}'`,
    );
  return withRunOptions(command);
}

function isolateCommand(program: Command): Command {
  const command = program
    .command('isolate')
    .description('Find a minimal difference between FAILING, for which the test ends with exit code 0, and PASSING.')
    .argument('<failing>', 'the failing input; it is never changed')
    .argument('[passing]', 'an input like it without the bug (default: the empty file)')
    .requiredOption(
      '--test <command>',
      'as for reduce; exit code 125 = cannot be judged (neither the bug nor without it), any other = without the bug',
    )
    .option('--unit <unit>', `the finest changes that are looked at: ${units.join(', ')}`, defaultUnit)
    .option('-o, --output <directory>', 'where NAME.passing.EXT and NAME.failing.EXT go (default: beside FAILING)')
    .addHelpText(
      'after',
      `
Both results are written, and their difference is printed. Exit codes: as for reduce.

Example:
  whittle isolate crash.js works.js --test 'node check.js {}'`,
    );
  return withRunOptions(command);
}

/** What every command that runs tests knows. */
function withRunOptions(command: Command): Command {
  return command
    .optionsGroup('Options of the run:')
    .option('-j, --jobs <n>', 'tests run at once, at most 64; in order, the result is the same for any number', jobs, 1)
    .option('--timeout <ms>', 'time-out of a test (default: ten times the first run, at least 1000)', count)
    .option('--max-time <s>', 'end the search after so many seconds with the best result', seconds)
    .option(
      '--max-tests <n>',
      'end the search after so many tests with the best result (checks before and after it come on top)',
      count,
    )
    .addOption(
      new Option('--filter <choice>', 'whether candidates with more syntax errors than the file are refused untested')
        .choices(filterChoices.map(({ name }) => name))
        .default(defaultFilter),
    )
    .option('--json', 'print one event per line instead of progress', false);
}

/** `--p0`, `--order` and the like, from the one place that knows them. */
function addReducerOptions(command: Command): void {
  command.optionsGroup('Options of reducers and strategies:');
  for (const name of optionNames) {
    const help = `${describedOption(name)} For ${knownBy(name).join(', ')}; usually ${optionSpecs[name].usual}.`;
    command.option(`--${name} <value>`, help, (text) => {
      const value = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
      const problem = optionProblem(name, value);
      if (problem) throw new InvalidArgumentError(problem);
      return value;
    });
  }
}

function names(all: readonly { readonly name: string }[]): string {
  return all.map(({ name }) => name).join(', ');
}

function count(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number >= 2 ** 31) {
    throw new InvalidArgumentError('It must be a whole number above 0 and below 2³¹.');
  }
  return number;
}

function jobs(value: string): number {
  if (count(value) > 64) throw new InvalidArgumentError('It must be at most 64.');
  return count(value);
}

function seconds(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
