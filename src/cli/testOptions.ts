/** What says that the property holds: `--test`, which may be given more than once, and how its end is judged. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { braces, fixedText, template, userPath } from '../oracle/command';
import type { OracleCommand } from '../oracle/command';
import { parsedExit, parsedPattern, ruleFrom } from '../oracle/ruleWords';
import type { RuleWords } from '../oracle/ruleWords';
import type { Job } from '../reduction/job';
import { JobError } from '../reduction/jobError';
import { redisOption, requiredRedis } from './redisOption';
import { checked, collected, count } from './values';

/** A command as it was given. */
export interface TestWords extends RuleWords {
  readonly line: string;
  /** Instead of a line: the name by which workers know the command. */
  readonly named?: string;
  /** The candidate is on the command's standard input. */
  readonly stdin?: boolean;
}

export const severalTestsHelp = `Several tests: --test may be given more than once, and all of them must hold. Each gets a fresh copy of the candidate; those that
say no most often for their time run first. --exit, --match, --no-match, --same-failure and --stdin belong to the --test before
them, and before the first to all.`;

/** Adds the options, and says which tests a command line has given. */
export function withTestOptions(command: Command, testHelp: string): () => readonly TestWords[] {
  const where = 'in stdout or in stderr, or only there if stdout: or stderr: stands before it';
  // Not the opposite of --match, which commander would take it for.
  const noMatch = new Option('--no-match <regex>', 'regular expression that must not match; repeatable');
  noMatch.negate = false;
  command
    .option('--test <command>', `${testHelp}; repeatable`)
    .option(
      '--oracle <name>',
      'instead of --test: workers test the candidates by the command that they know by NAME (see whittle worker --help)',
    )
    .addOption(redisOption())
    .optionsGroup('Options of the test:')
    .option('--stdin', 'the test reads the candidate on its standard input; it runs in this directory')
    .option(
      '--exit <codes>',
      'what it must end with: 0, 1,2, not 0, signal SEGV (also as 139 from a shell), any (default: 0; any with --match)',
      checked(parsedExit),
    )
    .option(
      '--match <regex>',
      `JavaScript regular expression (flag m) that must match ${where}; repeatable`,
      collected(checked(parsedPattern)),
    )
    .addOption(noMatch.argParser(collected(checked(parsedPattern))))
    .option(
      '--same-failure',
      'the test must fail as it does on the input: with the same exit code and the first line of its error, which is printed',
    )
    .option('--runs <n>', 'test each candidate so many times: for tests that do not always say the same', count)
    .option('--need <k>', 'the property holds if it does in k of these runs (default: more than half of them)', count);
  return inOrder(command);
}

/** Words that were said before the first test, or of one test. */
type Said = { -readonly [K in keyof TestWords]?: TestWords[K] };

/** Commander gives what was said, not in which order: who comes first is heard from its events. */
function inOrder(command: Command): () => readonly TestWords[] {
  const forAll: Said = {};
  const tests: (Said & { readonly line: string })[] = [];
  const last = () => tests.at(-1) ?? forAll;
  const add = (words: RuleWords['match'], word: string) => [...(words ?? []), word].flat();
  command.on('option:test', (line: string) => tests.push({ line }));
  command.on('option:oracle', (named: string) => tests.push({ line: named, named }));
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

/** The commands of a job, and where they run if workers know them. Throws `JobError` if there are none, and `RuleError`. */
export function commandsFrom(
  tests: readonly TestWords[],
  redis?: string,
): Pick<Job, 'oracle' | 'rule' | 'also' | 'cluster'> {
  if (tests.length === 0) throw new JobError("Say how the bug is seen: --test 'COMMAND {}'.");
  const [first, ...also] = tests.map(({ line, named, stdin, ...words }) => ({
    oracle: named === undefined ? commandOf(line, stdin) : { invocation: { named }, cwd: fixedText('.') },
    rule: ruleFrom(words),
  }));
  const far = tests.find(({ named }) => named !== undefined);
  return { ...first, also, cluster: far && { redis: requiredRedis(redis), oracle: far.line } };
}

/** A shell line of the terminal: `{}` is the candidate. */
export function commandOf(line: string, stdin?: boolean): OracleCommand {
  return { invocation: { line: template(line, braces) }, cwd: userPath(process.cwd()), stdin };
}
