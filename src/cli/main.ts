/** `whittle`: the commands, their options and exit codes. */
import { Command, CommanderError, Option } from 'commander';
import { version } from '../../package.json';
import { defaultSearch } from '../reduction/searches/searchValue';
import { defaultUnit, units } from '../strategies/isolation';
import { efforts } from '../strategies/options';
import { listLanguages, listSearches } from './lists';
import { compareCommand } from './compare/compareCommand';
import { compareSearches, type CompareArguments } from './compareSearches';
import { isolateFiles, type IsolateArguments } from './isolateFiles';
import { mcpCommand } from './mcp/command';
import { type ReduceOptions, type TestArguments, testFile } from './reduceFile';
import { reproCommand } from './repro/reproCommand';
import { testSearch } from '../failingTests/prepare';
import { runners } from '../runners/registry';
import { hideAddress } from './options/redisOption';
import { reduceInput, severalFilesHelp } from './reduceDirectory';
import { complain, exitCodes } from './run';
import { placementHelp, withLimits, withRunOptions } from './options/runOptions';
import { severalTestsHelp, withTestOptions, type TestWords } from './options/testOptions';
import { count, repeatable } from './options/values';
import { workerCommand } from './workerCommand';
import { streams, withStreams, type Streams } from './printing';

/** Runs the command line and says with which code to exit. `assets` is the folder of the grammars. */
export function main(argv: readonly string[], assets: string, given: Streams = process): Promise<number> {
  return withStreams(given, () => run(argv, assets));
}

async function run(argv: readonly string[], assets: string): Promise<number> {
  let code = 0;
  const program = new Command('whittle')
    .description('Turns a big failing input into a small one.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams().stdout.write(text),
      writeErr: (text) => streams().stderr.write(text),
    })
    .hook('preAction', hideAddress);
  const [reduction, reductionTests] = reduceCommand(program);
  reduction.action(async (paths: string[], { effort, ...given }: GivenOptions<ReduceOptions> & { effort?: string }) => {
    const search = effort ? `${given.search}+effort=${effort}` : given.search;
    code = await reduceInput(paths, { ...given, search, tests: reductionTests() }, assets);
  });
  testCommand(program).action(async (file: string, given: Omit<TestArguments, 'file'>) => {
    code = await testFile({ ...given, file }, assets);
  });
  const [isolation, isolationTests] = isolateCommand(program);
  isolation.action(async (failing: string, passing: string | undefined, given: GivenOptions<IsolateArguments>) => {
    code = await isolateFiles({ ...given, tests: isolationTests(), failing, passing }, assets);
  });
  const [comparison, comparisonTests] = compareCommand(program);
  comparison.action(async (files: string[], given: GivenOptions<CompareArguments>) => {
    code = await compareSearches({ ...given, tests: comparisonTests(), files }, assets);
  });
  const act = async (work: () => Promise<number>) => void (code = await work());
  workerCommand(program, act);
  reproCommand(program, assets, act);
  mcpCommand(program, assets, act);
  listCommands(program);
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return complain(error);
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

function listCommands(program: Command): void {
  program
    .command('searches')
    .description('List the searches, list reducers and options.')
    .action(() => void streams().stdout.write(listSearches()));
  program
    .command('languages')
    .description('List the languages with a grammar, and their file extensions.')
    .action(() => void streams().stdout.write(listLanguages()));
}

/** Without what commander gives separately. */
type GivenOptions<T> = Omit<T, 'tests' | 'failing' | 'passing' | 'file' | 'files'>;

const journalHelp = 'save the progress in FILE; a run that was interrupted continues from there';

function reduceCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('reduce')
    .description('Remove from FILE everything that the bug does not need.')
    .argument('<file...>', 'the failing input: a file, several files or a directory; unchanged after the run')
    .option('-o, --output <path>', 'where the result goes (default: NAME.reduced.EXT beside FILE)');
  const tests = withTestOptions(
    command,
    'shell command that ends with exit code 0 while the bug is there; {} is the candidate',
  );
  command
    .optionsGroup('Options of the search:')
    .option('--search <search>', 'how to search: NAME[:REDUCER][+OPTION=VALUE]…, see whittle searches', defaultSearch)
    .addOption(new Option('--effort <effort>', 'the same as +effort=… at the end of the search').choices(efforts))
    .addOption(repeatable('--keep <regex>', 'never remove text that matches', 'nothing'))
    .addOption(repeatable('--reduce-with <command>', 'a program that proposes further edits, see docs/passes.md'))
    .option('--journal <file>', journalHelp)
    .option('--target-size <n>', 'stop as soon as at most this many tokens are left', count)
    .addHelpText(
      'after',
      `
${severalTestsHelp}

${severalFilesHelp}

${placementHelp()}

Exit codes: 0 reduced (also when a limit is reached), 1 the bug is not there on the input (or no longer on the result),
2 wrong command line, input or output, or the run failed, 130 interrupted. The best result is always kept.

Examples:
  whittle reduce crash.js --test 'node check.js {}'
  whittle reduce crash.js --test 'node build.js {}' --match 'Assertion failed'
  whittle reduce crash.js --test 'node check.js {}' --search hddr:ddmin+order=subsets-first
  whittle reduce test/big.test.js --place overlay --test 'node_modules/.bin/mocha {}' --same-failure
  whittle reduce src --test 'node build.js {}/main.js' --same-failure
  whittle reduce crash.json --property still-fails.mjs
  whittle reduce crash.js --test 'node build.js {}' --same-failure --reduce-with 'python3 pass.py'`,
    );
  return [withRunOptions(command), tests];
}

function testCommand(program: Command): Command {
  const command = program
    .command('test')
    .description('Reduce a failing test to a short, readable one that fails because of the same bug.')
    .argument('<file>', 'the test file; unchanged after the run')
    .addOption(
      repeatable(
        '-n, --name <title>',
        'title of the test, after those of the groups around it',
        'the first failing test',
      ),
    )
    .option('--passes-at <revision>', 'a git revision at which the test passes (default: Whittle looks near HEAD)')
    .addOption(
      new Option('--runner <name>', 'the test runner (default: recognised)').choices(runners.map(({ name }) => name)),
    )
    .addOption(
      new Option('--warm <on|off>', 'keep mocha, jest, vitest and pytest running from one candidate to the next')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('-o, --output <path>', 'where the result goes (default: NAME.reduced.EXT beside FILE)')
    .optionsGroup('Options of the search:')
    .option('--search <search>', `how to search, see whittle searches (default: "${testSearch}")`)
    .addOption(repeatable('--keep <regex>', 'never remove text that matches', 'nothing'))
    .option('--journal <file>', journalHelp)
    .addHelpText(
      'after',
      `
A candidate must fail in the same test, at the same statement, with the same kind of error. If git knows a revision at which the
test passes, the candidate must pass there too. Else the values that it compares stay as they are. Candidates are tested in a copy
of the workspace. Exit codes: as for reduce.

Examples:
  whittle test test/cart.test.js
  whittle test test/cart.test.js --name cart --name 'has a total'
  whittle test tests/test_cart.py --passes-at v1.2.0`,
    );
  return withLimits(command);
}

function isolateCommand(program: Command): [Command, () => readonly TestWords[]] {
  const command = program
    .command('isolate')
    .description('Find a minimal difference between FAILING, which shows the bug, and PASSING, which does not.')
    .argument('<failing>', 'the failing input; unchanged after the run')
    .argument('[passing]', 'a similar input without the bug (default: the empty file)');
  const tests = withTestOptions(command, 'as for reduce; exit code 125 means that the candidate cannot be judged');
  command
    .optionsGroup('Options of the search:')
    .option('--unit <unit>', `the finest changes: ${units.join(', ')}`, defaultUnit)
    .addOption(
      new Option('--filter <choice>', 'skip candidates with syntax errors').choices(['on', 'off']).default('on'),
    )
    .option('--journal <file>', journalHelp)
    .option('--target-size <n>', 'stop as soon as at most this many changes are left', count)
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
