/** Options that commands have in common. */
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { defaultPlacement, placements } from '../oracle/places/registry';
import { knownBy, optionNames, optionProblem, optionSpecs } from '../reduction/options';
import { defaultFilter, filterChoices } from '../syntax/filterChoices';
import { describedOption } from './listReducers';
import { count, jobs, seconds } from './values';

export function placementHelp(): string {
  const rows = placements.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`);
  return `Placements (where the candidate goes):\n${rows.join('\n')}`;
}

/** What every command that runs tests knows. */
export function withRunOptions(command: Command): Command {
  return command
    .optionsGroup('Options of the run:')
    .option(
      '-j, --jobs <n>',
      'tests run at once, at most 256; in order, the result is the same for any number; auto: all cores but one, fewer if a test uses several',
      jobs,
      'auto' as const,
    )
    .option(
      '--timeout <ms>',
      'time-out of a test (default: at first ten times the first run, then five times the slowest that held of late; at least 1000)',
      count,
    )
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
    .addOption(
      new Option('--place <placement>', 'where the candidate goes: see below')
        .choices(placements.map(({ name }) => name))
        .default(defaultPlacement.name),
    )
    .option(
      '--root <directory>',
      "what an overlay is a copy of (default: the nearest directory above FILE with .git, package.json, pyproject.toml, Cargo.toml or go.mod, else FILE's own)",
    )
    .option('--json', 'print one event per line instead of progress', false);
}

/** `--p0`, `--order` and the like, from the one place that knows them. */
export function withReducerOptions(command: Command): Command {
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
  return command;
}

/** `--record` and `--replay`. */
export function withRecordingOptions(command: Command): Command {
  return command
    .optionsGroup('Options of recordings:')
    .option(
      '--record <file>',
      'keep the verdicts of the search in FILE, but for time-outs; what is there of the same input and tests stays',
    )
    .option(
      '--replay <file>',
      'take verdicts from a recording; the test is only run for the rest. Without --test nothing is run: the rest is simulated by a model, which holds for every candidate with all tokens of a recorded result',
    );
}
