/** Options that commands have in common. */
import { Option, type Command } from 'commander';
import { defaultPlacement, placements } from '../../oracle/places/registry';
import { count, jobs, seconds, size } from './values';

export function placementHelp(): string {
  const rows = placements.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`);
  return `Where candidates go (--place):\n${rows.join('\n')}`;
}

/** What every command that runs tests knows. */
export function withRunOptions(command: Command): Command {
  return withLimits(command).addOption(
    new Option('--place <place>', 'where candidates go, see below')
      .choices(placements.map(({ name }) => name))
      .default(defaultPlacement.name),
  );
}

/** The same for commands that know where candidates go. */
export function withLimits(command: Command): Command {
  return command
    .optionsGroup('Options of the run:')
    .option('-j, --jobs <n>', 'tests at once, at most 256; auto uses all cores but one', jobs, 'auto' as const)
    .option('--timeout <ms>', 'time-out of a test (default: adapts to the measured times)', count)
    .option(
      '--memory <size>',
      "most memory of a test, such as 500M or 4G, 0 for no limit (default: half of the machine's)",
      size,
    )
    .option('--max-time <s>', 'stop after this many seconds, with the best result', seconds)
    .option('--max-tests <n>', 'stop after this many tests, with the best result', count)
    .option(
      '--root <directory>',
      'the workspace that an overlay copies (default: the nearest directory above FILE with .git, package.json or the like)',
    )
    .option('--json', 'print one event per line instead of progress', false);
}
