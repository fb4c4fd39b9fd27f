/** `whittle repro`: its options and its help. */
import type { Command } from 'commander';
import { defaultSearch } from '../../reduction/searches/searchValue';
import { withLimits } from '../options/runOptions';
import { withTestOptions } from '../options/testOptions';
import { count, repeatable } from '../options/values';
import { type ReproArguments, reproduce } from '../repro';

const help = `
The files are reduced as by whittle reduce. The folder gets a script (repro.sh) that ends as the command does, a README.md with
the failure and the versions of all programs, and a package.json or requirements.txt with the installed versions of the packages
that are still needed. Before its path is printed, the folder is run in an empty place, with packages from npm install or, without
a network, with those of the project.

Files such as .env and words such as API_TOKEN=… are left out or replaced by REDACTED if the folder fails as before without them;
otherwise they are named, and --with-secrets takes them along.

Of a failing test, the files that it loads are reduced: its runner tells them.

Exit codes: as for reduce; 1 also if the folder does not fail as before in an empty place.

Examples:
  whittle repro . --test 'node main.js' --same-failure
  whittle repro src --test 'gcc -c {}/main.c' --match 'internal compiler error'
  whittle repro test/cart.test.js`;

/** Adds the command; `run` gets its work, which returns the exit code. */
export function reproCommand(
  program: Command,
  assets: string,
  run: (work: () => Promise<number>) => Promise<void>,
): void {
  const command = program
    .command('repro')
    .description('Make a minimal reproduction: a folder that shows the bug, with all that it needs to run.')
    .argument('<path...>', 'a directory, files, or a failing test file; unchanged after the run')
    .option('-o, --output <directory>', 'where the folder goes (default: NAME.repro beside PATH)')
    .addOption(
      repeatable('-n, --name <title>', 'title of a failing test, after those of its groups', 'the first failing test'),
    )
    .option('--reduce-args', 'at the end, leave out arguments of the command too')
    .option('--with-secrets', 'take files and words along that may be secret');
  const tests = withTestOptions(command, 'as for reduce; for a test file its runner is recognised');
  command
    .optionsGroup('Options of the search:')
    .option('--search <search>', 'how to search, see whittle searches', defaultSearch)
    .addOption(repeatable('--keep <regex>', 'never remove text that matches', 'nothing'))
    .addOption(repeatable('--reduce-with <command>', 'a program that proposes further edits, see docs/passes.md'))
    .option('--target-size <n>', 'stop as soon as at most this many tokens are left', count)
    .addHelpText('after', help);
  withLimits(command).action((paths: string[], given: Omit<ReproArguments, 'tests'>) =>
    run(() => reproduce(paths, { ...given, tests: tests() }, assets)),
  );
}
