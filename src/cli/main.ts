/** `whittle`: its commands, each with its texts and its work, and the exit codes. */
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import type { CliCommand } from '../options/row';
import { JobError } from '../reduction/job';
import { completionFor, manPage, shells } from './completion';
import * as help from './help';
import { hideAddress, isCommon, withOptions, type Given } from './options';
import { understood } from './guesses/commandLine';
import { lineOf } from './guesses/words';
import { exitCodes, show, streams, warn, withStreams, type Streams } from './printing';

/** A command with options of the table. */
interface Offered<C extends CliCommand> {
  /** Its arguments, and what they are. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly about: string;
  readonly help?: string;
  /** Returns the exit code. */
  run(inputs: readonly string[], given: Given<C>, assets: string): Promise<number>;
}

const inputFile = 'the failing input: a file, several files or a directory; unchanged after the run';

/** What a command needs is loaded with it, and only then. */
const commands: { readonly [C in CliCommand]: Offered<C> } = {
  reduce: {
    inputs: { '<file...>': inputFile },
    about: 'Remove from FILE everything that the bug does not need.',
    help: help.ofReduce,
    run: async (...given) => (await import('./reduce')).reduceInput(...given),
  },
  test: {
    inputs: { '<file>': 'the test file; unchanged after the run' },
    about: 'Reduce a failing test to a short, readable one that fails because of the same bug.',
    help: help.ofTest,
    run: async ([file], ...given) => (await import('./reduce')).testFile(file, ...given),
  },
  isolate: {
    inputs: {
      '<failing>': 'the failing input; unchanged after the run',
      '[passing]': 'a similar input without the bug (default: the empty file)',
    },
    about: 'Find a minimal difference between FAILING, which shows the bug, and PASSING, which does not.',
    help: help.ofIsolate,
    run: async (...given) => (await import('./isolate')).isolateFiles(...given),
  },
  compare: {
    inputs: { '<file...>': 'failing inputs; unchanged after the run' },
    about: 'Reduce each FILE with several searches, one after the other, and print a table of their costs.',
    help: help.ofCompare,
    run: async (files, given, assets) => (await import('./compare')).compareSearches({ ...given, files }, assets),
  },
  repro: {
    inputs: { '<path...>': 'a directory, files, or a failing test file; unchanged after the run' },
    about: 'Make a minimal reproduction: a folder that shows the bug, with all that it needs to run.',
    help: help.ofRepro,
    run: async (...given) => (await import('./repro')).reproduce(...given),
  },
  worker: {
    inputs: {},
    about: 'Test candidates for reductions on other machines, until Ctrl-C.',
    help: help.ofWorker,
    run: async (_, given) => (await import('./workers')).serveAsWorker(given),
  },
  workers: {
    inputs: {},
    about: 'List the workers of a cluster, their oracles and the waiting tests.',
    run: async (_, given) => (await import('./workers')).tellWorkers(given),
  },
  mcp: {
    inputs: {},
    about: 'Serve coding agents over MCP on stdin and stdout: the tools whittle_reduce and whittle_isolate.',
    help: help.ofMcp,
    run: async (_, { wait }, assets) => (await import('./mcp/mcp')).serve(assets, wait),
  },
};

/** Commands without options. */
const plain: Readonly<Record<string, { about: string; help?: string; run: (assets: string) => Promise<number> }>> = {
  searches: {
    about: 'List the searches, list reducers and options.',
    run: async () => told((await import('./lists')).listSearches()),
  },
  languages: {
    about: 'List the languages with a grammar, and their file extensions.',
    run: async () => told((await import('./lists')).listLanguages()),
  },
};

/** Runs the command line and says with which code to exit. `assets` is the folder of the grammars. */
export function main(argv: readonly string[], assets: string, given: Streams = process): Promise<number> {
  return withStreams(given, () => run(argv, assets));
}

async function run([node, script, ...given]: readonly string[], assets: string): Promise<number> {
  if (given.length === 0) return told(help.start);
  const helpAt = given.indexOf('--help');
  const isWhole = helpAt >= 0 && given[helpAt + 1] === 'all';
  const asked = isWhole ? given.filter((_, at) => at !== helpAt + 1) : given;
  const { words, problem } = understood(asked, [...Object.keys(commands), ...Object.keys(plain), 'completion', 'man']);
  const line = `  whittle ${lineOf(words)}`;
  if (problem !== undefined) {
    warn(`whittle: ${problem} Try:\n${line}`);
    return exitCodes.usage;
  }
  if (lineOf(words) !== lineOf(asked) && !words.includes('--quiet')) warn(line.trim());
  let code = 0;
  const program = programOf(assets, isWhole, (its) => (code = its));
  try {
    await program.parseAsync([node, script, ...words]);
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return (await import('./run')).complain(error, words);
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** All commands. `end` gets the exit code of the one that runs. */
function programOf(assets: string, isWhole: boolean, end: (code: number) => void): Command {
  const program = new Command('whittle')
    .description('Turns a big failing input into a small one.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams().stdout.write(text),
      writeErr: (text) => streams().stderr.write(text),
    })
    .hook('preAction', hideAddress);
  for (const name of Object.keys(commands) as CliCommand[]) offer(program, name, assets, isWhole, end);
  for (const [name, { about, help = '', run: act }] of Object.entries(plain)) {
    const command = program.command(name).description(about).addHelpText('after', help);
    command.action(async () => end(await act(assets)));
  }
  const completion = program.command('completion').argument('<shell>', shells.join(', '));
  completion.description('Print what a shell needs to complete commands and options.').action((shell: string) => {
    const text = completionFor(shell, program);
    if (text === undefined) throw new JobError(`There is no completion for ${shell}: choose ${shells.join(', ')}.`);
    show(text);
  });
  const man = program.command('man').description('Print the page of the manual: whittle man > whittle.1');
  man.action(() => show(manPage(program, version)));
  return program;
}

/** `isWhole`: its help has all options, and all that there is to know. `end` gets the exit code of the command. */
function offer<C extends CliCommand>(
  program: Command,
  name: C,
  assets: string,
  isWhole: boolean,
  end: (code: number) => void,
): void {
  const offered: Offered<C> = commands[name];
  const command = program.command(name).description(offered.about);
  for (const [input, meaning] of Object.entries(offered.inputs)) command.argument(input, meaning);
  const values = withOptions(command, name);
  const isLong = command.options.length > fewOptions;
  const text = offered.help ?? '';
  if (isLong && !isWhole) command.options.filter(({ long }) => !isCommon(long!)).forEach((option) => option.hideHelp());
  command.addHelpText('after', isLong && !isWhole ? help.inShort(text, name) : text).action(async () => {
    end(await offered.run(command.processedArgs.flat() as string[], values(), assets));
  });
}

/** More than these are shown by `--help all`. */
const fewOptions = 12;

function told(text: string): number {
  streams().stdout.write(text);
  return exitCodes.reduced;
}
