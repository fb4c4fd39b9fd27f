/** `whittle`: its commands, each with its texts and its work, and the exit codes. */
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import type { CliCommand } from '../options/row';
import { completionFor, manPage, shells } from './completion';
import { helpTexts, inShort, start } from './help';
import { hideAddress, isCommon, withOptions, type Given } from './options';
import { understood } from './guesses/commandLine';
import { ifItFails } from './guesses/words';
import { lineOf } from '../oracle/processes/command';
import type { Reducing } from './jobs';
import { exitCodes, show, streams, warn, withStreams, type Streams } from './printing';

/** A command, with the options that the table has for it. */
interface Offered {
  /** Its arguments, and what they are. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly about: string;
  /** `words`: of the command line. Returns the exit code. */
  run(
    inputs: readonly string[],
    given: Given,
    assets: string,
    program: Command,
    words: readonly string[],
  ): Promise<number> | number;
}

const inputFile = 'the failing input: a file, several files or a directory; unchanged after the run';

/** What a command needs is loaded with it, and only then. */
const reducing =
  (command: Reducing): Offered['run'] =>
  async (inputs, given, assets, _, words) =>
    (await import('./reduce')).carryOut(command, inputs, given, assets, words);

const commands: Readonly<Record<string, Offered>> = {
  reduce: {
    inputs: { '<file...>': inputFile },
    about: 'Remove from FILE everything that the bug does not need.',
    run: reducing('reduce'),
  },
  test: {
    inputs: { '<file>': 'the test file; unchanged after the run' },
    about: 'Reduce a failing test to a short, readable one that fails because of the same bug.',
    run: reducing('test'),
  },
  why: {
    inputs: { '<file>': 'the test file; unchanged after the run' },
    about: 'Tell why a test fails: a short test, and the smallest change since it passed that makes it fail.',
    run: reducing('why'),
  },
  order: {
    inputs: { '<file...>': 'test files in the order in which they run, that of the failing test last; unchanged' },
    about: 'Find the fewest tests that must run before a test, in their order, so that it fails.',
    run: async (files, given, assets) => (await import('./order')).findOrder(files, given, assets),
  },
  isolate: {
    inputs: {
      '<failing>': 'the failing input; unchanged after the run',
      '[passing]': 'a similar input without the bug (default: the empty file)',
    },
    about: 'Find a minimal difference between FAILING, which shows the bug, and PASSING, which does not.',
    run: reducing('isolate'),
  },
  compare: {
    inputs: { '<file...>': 'failing inputs; unchanged after the run' },
    about: 'Reduce each FILE with several searches, one after the other, and print a table of their costs.',
    run: async (files, given, assets) => (await import('./compare')).compareSearches(files, given, assets),
  },
  dedupe: {
    inputs: { '<path...>': 'directories of failing inputs, or files; unchanged' },
    about: 'Reduce many failing inputs by one test, and put those of one bug into one folder.',
    run: async (paths, given, assets) => (await import('./dedupe')).dedupe(paths, given, assets),
  },
  repro: {
    inputs: { '<path...>': 'a directory, files, or a failing test file; unchanged after the run' },
    about: 'Make a minimal reproduction: a folder that shows the bug, with all that it needs to run.',
    run: reducing('repro'),
  },
  worker: {
    about: 'Test candidates for reductions on other machines, until Ctrl-C.',
    run: async (_, given) => (await import('./workers')).serveAsWorker(given),
  },
  workers: {
    about: 'List the workers of a cluster, their oracles and the waiting tests.',
    run: async (_, { redis }) => told(await (await import('./workers')).listWorkers(redis)),
  },
  mcp: {
    about:
      'Serve coding agents over MCP on stdin and stdout: the tools whittle_reduce, whittle_continue and whittle_isolate.',
    run: async (_, { wait }, assets) => (await import('./mcp/mcp')).serve(assets, wait),
  },
  searches: {
    about: 'List the searches, list reducers and options.',
    run: async () => told((await import('./lists')).listSearches()),
  },
  languages: {
    about: 'List the languages with a grammar, and their file extensions.',
    run: async () => told((await import('./lists')).listLanguages()),
  },
  completion: {
    inputs: { '<shell>': shells.join(', '), '[line...]': 'what is typed so far, for the shell' },
    about: 'Print what a shell needs to complete commands and options.',
    run: ([shell, ...line], _, _assets, program) => told(completionFor(shell, line, program)),
  },
  man: {
    about: 'Print the page of the manual: whittle man > whittle.1',
    run: (_, _given, _assets, program) => told(manPage(program, version)),
  },
};

/** Runs the command line and says with which code to exit. `assets` is the folder of the grammars. */
export function main(argv: readonly string[], assets: string, given: Streams = process): Promise<number> {
  return withStreams(given, () => run(argv, assets));
}

async function run([node, script, ...given]: readonly string[], assets: string): Promise<number> {
  if (given.length === 0) return told(start);
  const helpAt = given.indexOf('--help');
  const isWhole = helpAt >= 0 && given[helpAt + 1] === 'all';
  const asked = isWhole ? given.filter((_, at) => at !== helpAt + 1) : given;
  const began = performance.now();
  const { words: meant, problem } = understood(asked, Object.keys(commands));
  let words: string[];
  try {
    const isOpen = meant.includes(ifItFails);
    words = isOpen ? await (await import('./guesses/rule')).withRule(meant, problem !== undefined) : [...meant];
  } catch (error) {
    return (await import('./run')).complain(error, meant);
  }
  const spent = (performance.now() - began) / 1000;
  const line = `  whittle ${lineOf(words)}`;
  if (problem !== undefined) {
    warn(`whittle: ${problem}${words.length > 0 ? ` Try:\n${line}` : ''}`);
    return exitCodes.usage;
  }
  if (lineOf(words) !== lineOf(asked) && !words.includes('--quiet')) warn(line.trim());
  let code = 0;
  const program = programOf(assets, isWhole, { words, spent }, (its) => (code = its));
  try {
    await program.parseAsync([node, script, ...words]);
    return code;
  } catch (error) {
    const inputs = program.commands.find((one) => one.name() === words[0])?.args;
    if (!(error instanceof CommanderError)) return (await import('./run')).complain(error, words, inputs);
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** A command line, and the time that it took to understand it, in seconds: a guess may run the command once. */
interface Line {
  readonly words: readonly string[];
  readonly spent: number;
}

/** All commands. `isWhole`: help has all options, and all that there is to know. `end` gets the exit code of the one that runs. */
function programOf(assets: string, isWhole: boolean, { words, spent }: Line, end: (code: number) => void): Command {
  const program = new Command('whittle')
    .description('Turns a big failing input into a small one.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams().stdout.write(text),
      writeErr: (text) => streams().stderr.write(text),
    })
    .hook('preAction', hideAddress);
  for (const [name, { inputs = {}, about, run: act }] of Object.entries(commands)) {
    const command = program.command(name).description(about);
    const { [name]: text = '' } = helpTexts;
    for (const [input, meaning] of Object.entries(inputs)) command.argument(input, meaning);
    const values = withOptions(command, name as CliCommand);
    const isShort = command.options.length > fewOptions && !isWhole;
    if (isShort) command.options.filter(({ long }) => !isCommon(long!)).forEach((option) => option.hideHelp());
    command.addHelpText('after', isShort ? inShort(text, name) : text).action(async () => {
      const given = (command.processedArgs as unknown[]).flat().filter((input) => input !== undefined) as string[];
      const { maxTime, ...others } = values();
      const left = maxTime && Math.max(0.1, maxTime - spent);
      end(await act(given, { ...others, maxTime: left }, assets, program, words));
    });
  }
  return program;
}

/** More than these are shown by `--help all`. */
const fewOptions = 12;

function told(text: string): number {
  show(text);
  return exitCodes.reduced;
}
