/** What says that the property holds: `--test`, which may be given more than once, and how its end is judged, or `--property`. */
import { Option, type Command } from 'commander';
import { pathToFileURL } from 'node:url';
import { moduleAt } from '../../oracle/functions/propertyFunction';
import { braces, template, userPath, type OracleCommand } from '../../oracle/processes/command';
import { parsedExit, parsedPattern, ruleFrom, type RuleWords } from '../../oracle/judging/ruleWords';
import type { JobOracle } from '../../reduction/job';
import { JobError } from '../../reduction/jobError';
import { redisOption, requiredRedis } from './redisOption';
import { checked, collected, count } from './values';

/** A command as it was given. */
export interface TestWords extends RuleWords {
  readonly line: string;
  /** Instead of a line: the name by which workers know the command. */
  readonly named?: string;
  /** Instead of a line: the path of a module with a property function. */
  readonly module?: string;
  /** The candidate is on the command's standard input. */
  readonly stdin?: boolean;
}

export const severalTestsHelp = `Without {}, the test runs in a directory that holds the candidate under FILE's name; with overlay, in the copy of this
directory. With several --test, all must show the bug; --exit, --match, --no-match, --same-failure and --stdin belong to the --test before them, or to all
tests if they come first.`;

/** Adds the options, and says which tests a command line has given. */
export function withTestOptions(command: Command, testHelp: string): () => readonly TestWords[] {
  // Not the opposite of --match, which commander would take it for.
  const noMatch = new Option('--no-match <regex>', 'the output must not match; repeatable');
  noMatch.negate = false;
  command
    .option('--test <command>', `${testHelp}; repeatable`)
    .option('--oracle <name>', 'instead of --test: a command that workers know by this name, see whittle worker --help')
    .addOption(redisOption())
    .option(
      '--property <module>',
      'instead of --test: a JavaScript module; its default export is a function that gets the text and returns true while the bug is there',
    )
    .optionsGroup('Options of the test:')
    .option('--stdin', 'pass the candidate on standard input, and run the test in this directory')
    .option(
      '--exit <codes>',
      'exit codes while the bug is there: 0, 1,2, not 0, signal SEGV, any (default: 0; any with --match)',
      checked(parsedExit),
    )
    .option(
      '--match <regex>',
      'the output must match, as JavaScript with flag m; stdout: or stderr: in front selects one; repeatable',
      collected(checked(parsedPattern)),
    )
    .addOption(noMatch.argParser(collected(checked(parsedPattern))))
    .option('--same-failure', 'the test must fail as it does on FILE: same exit code, same first line of the error')
    .option('--runs <n>', 'run each test this many times, if it is not reliable', count)
    .option('--need <k>', 'how many of these runs must show the bug (default: more than half)', count);
  return inOrder(command);
}

/** Words that were said before the first test, or of one test. */
type Said = { -readonly [K in keyof TestWords]?: TestWords[K] };

/** Commander gives the values, not their order: its events do. */
function inOrder(command: Command): () => readonly TestWords[] {
  const forAll: Said = {};
  const tests: (Said & { readonly line: string })[] = [];
  const last = () => tests.at(-1) ?? forAll;
  const add = (words: RuleWords['match'], word: string) => [...(words ?? []), word].flat();
  command.on('option:test', (line: string) => tests.push({ line }));
  command.on('option:oracle', (named: string) => tests.push({ line: named, named }));
  command.on('option:property', (module: string) => tests.push({ line: module, module }));
  command.on('option:stdin', () => (last().stdin = true));
  command.on('option:exit', (codes: string) => (last().exit = codes));
  command.on('option:match', (pattern: string) => (last().match = add(last().match, pattern)));
  command.on('option:no-match', (pattern: string) => (last().noMatch = add(last().noMatch, pattern)));
  command.on('option:same-failure', () => (last().sameFailure = true));
  return () =>
    tests.map((test) => ({
      ...forAll,
      ...test,
      match: [...(forAll.match ?? []), ...(test.match ?? [])],
      noMatch: [...(forAll.noMatch ?? []), ...(test.noMatch ?? [])],
    }));
}

/** Throws `JobError` if there is no test, or one that does not go with the others; `RuleError` and `FunctionError`. */
export function oracleFrom(tests: readonly TestWords[], redis?: string): JobOracle {
  if (tests.length === 0) throw new JobError("No test is given: add --test 'COMMAND {}'.");
  const property = tests.find(({ module }) => module !== undefined);
  if (property) return propertyFrom(property, tests.length);
  const far = tests.find(({ named }) => named !== undefined);
  if (far) {
    if (tests.length > 1) throw new JobError('--oracle cannot be combined with --test: workers run one command.');
    return { kind: 'workers', redis: requiredRedis(redis), name: far.line, rule: ruleFrom(far) };
  }
  const commands = tests.map(({ line, stdin, ...words }) => ({
    command: commandOf(line, stdin),
    rule: ruleFrom(words),
  }));
  return { kind: 'command', commands };
}

/** Throws `JobError` and `FunctionError`. */
function propertyFrom({ module, stdin, ...words }: TestWords, tests: number): JobOracle {
  const { exit, match = [], noMatch = [], sameFailure } = words;
  if (tests > 1) throw new JobError('--property cannot be combined with --test or --oracle: keep one of them.');
  if (stdin || exit !== undefined || sameFailure || match.length + noMatch.length > 0) {
    throw new JobError(
      '--property cannot be combined with --exit, --match, --no-match, --same-failure or --stdin: the function itself says whether the bug is there.',
    );
  }
  return { kind: 'function', property: moduleAt(pathToFileURL(module!)) };
}

/** A shell line of the terminal: `{}` is the candidate. */
export function commandOf(line: string, stdin?: boolean): OracleCommand {
  return { invocation: { line: template(line, braces) }, cwd: userPath(process.cwd()), stdin };
}
