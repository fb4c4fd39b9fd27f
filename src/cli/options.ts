/** Flags of the commands, from the table of options, and the tests that they give, each with the flags that follow it; the address of Redis. */
import { Option, type Command } from 'commander';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { moduleAt } from '../oracle/functions/propertyFunction';
import { ruleFrom } from '../oracle/judging/ruleWords';
import { platform } from '../oracle/platform/platform';
import { braces, template, userPath, type OracleCommand } from '../oracle/processes/command';
import { valueOf } from '../options/kinds';
import { options } from '../options/options';
import type { CliCommand } from '../options/row';
import { longFlag, spelled } from '../options/spelling';
import { rowsOf, sentenceOf, type AnyRow, type OptionName, type Values } from '../options/values';
import { type JobOracle, JobError } from '../reduction/job';

/** A test of a command line: its own words, or else the name by which workers know it, or the path of a module. */
interface TestWords extends Values<'also'> {
  readonly oracle?: string;
  readonly property?: string;
}

/** The options of any command: those that it does not have are unset. */
export type Given = Values<CliCommand | 'also'> & { readonly tests: readonly TestWords[] };

/** The three ways in which a test is given. */
const starts: readonly OptionName[] = ['command', 'oracle', 'property'];

const groups = {
  test: 'Options of the test:',
  run: 'Options of the run:',
  search: 'Options of the search:',
  comparison: 'Options of the comparison:',
};

export function flagsOf(name: CliCommand): Option[] {
  return offered(name).map(({ flag }) => flag);
}

const offered = (name: CliCommand) =>
  rowsOf(name).map(([option, row]) => ({ name: option, row, flag: flagOf(option, row) }));

/** Is it one of the options that most people need? */
export function isCommon(flag: string): boolean {
  return /^--(?:output|test|name|passes-at|match|exit|same-failure|jobs|timeout|max-time|place|keep|searches|vary|unit|help)$/.test(
    flag,
  );
}

/** Adds the flags of the command; the function returns their values. */
export function withOptions(command: Command, name: CliCommand): () => Given {
  const flags = offered(name);
  for (const { flag } of flags) command.addOption(flag);
  const tests = testsOf(command, flags);
  return () => {
    const given = command.opts<Readonly<Record<string, unknown>>>();
    const values = flags.map((one) => [one.name, given[one.flag.attributeName()]]);
    return { ...(Object.fromEntries(values) as Values<CliCommand>), tests: tests() };
  };
}

function flagOf(name: OptionName, row: AnyRow): Option {
  const isSwitch = row.placeholder === undefined && row.usual !== true;
  const flags = row.flags ?? `${longFlag(name, row)}${isSwitch ? '' : ` ${row.placeholder ?? '<on|off>'}`}`;
  const more = row.isList || name === 'command' ? ' Repeatable.' : '';
  const option = new Option(flags, spelled(sentenceOf(row), 'terminal') + more);
  // --no-match is not the opposite of --match.
  option.negate = false;
  if (row.env) option.env(row.env);
  if (row.group) option.helpGroup(groups[row.group]);
  if (isSwitch) return option;
  return option.argParser((text: string, before: unknown = []) => {
    const value = valueOf(longFlag(name, row), row, row.fromText?.(text) ?? text);
    return row.isList ? [before, value].flat() : value;
  });
}

/** Commander gives the values, not their order: its events do. Words before the first test belong to all. */
function testsOf(command: Command, flags: ReturnType<typeof offered>): () => readonly TestWords[] {
  type Said = Record<string, unknown>;
  const forAll: Said = {};
  const tests: Said[] = [];
  const both = (one: unknown, other: unknown): unknown =>
    Array.isArray(one) ? [...(one as unknown[]), other] : [other];
  for (const { name, row, flag } of flags) {
    const isStart = starts.includes(name);
    if (!isStart && !row.on.includes('also')) continue;
    command.on(`option:${flag.name()}`, (value: string | null) => {
      if (isStart) return void tests.push({ [name]: value });
      const said = tests.at(-1) ?? forAll;
      said[name] = row.isList ? both(said[name], value) : (value ?? true);
    });
  }
  const lists = flags.filter(({ row }) => row.isList).map(({ name }) => name);
  return () =>
    tests.map((test) => {
      const all = lists.map((name) => [name, [forAll[name] ?? [], test[name] ?? []].flat()]);
      return { ...forAll, ...test, ...(Object.fromEntries(all) as object) };
    });
}

/** Throws `JobError` if there is no test, or one that does not go with the others; `RuleError` and `FunctionError`. */
export function oracleFrom({ tests, redis }: Given): JobOracle {
  if (tests.length === 0) throw new JobError("No test is given: add --test 'COMMAND {}'.");
  const module = tests.find(({ property }) => property !== undefined);
  if (module) return propertyFrom(module, tests.length);
  const far = tests.find(({ oracle }) => oracle !== undefined);
  if (far) {
    if (tests.length > 1) throw new JobError('--oracle cannot be combined with --test: workers run one command.');
    return { kind: 'workers', redis: requiredRedis(redis), name: far.oracle!, rule: ruleFrom(far) };
  }
  const commands = tests.map(({ command = '', stdin, cwd, ...words }) => ({
    command: commandOf(command, stdin, cwd),
    rule: ruleFrom(words),
  }));
  return { kind: 'command', commands };
}

/** Throws `JobError` and `FunctionError`. */
function propertyFrom({ property, ...words }: TestWords, tests: number): JobOracle {
  if (tests > 1) throw new JobError('--property cannot be combined with --test or --oracle: keep one of them.');
  if (Object.values(words).some((word) => [word].flat().length > 0)) {
    throw new JobError(
      '--property cannot be combined with --exit, --match, --no-match, --same-failure or --stdin: the function itself says whether the bug is there.',
    );
  }
  return { kind: 'function', property: moduleAt(pathToFileURL(property!)) };
}

/** A shell line of the terminal: `{}` is the candidate. */
export function commandOf(line: string, stdin?: boolean, cwd = process.cwd()): OracleCommand {
  return { invocation: { line: template(line, braces) }, cwd: userPath(cwd), stdin };
}

/** The address of Redis may hold a password. After the command line was read, neither the environment nor the arguments of this process tell the address any more. */
export function hideAddress(): void {
  const variable = options.redis.env!;
  platform.hide(variable);
  delete process.env[variable];
  // Lists of processes show it in place of the arguments.
  if (process.argv.some((word) => /rediss?:\/\/[^/]*@/.test(word))) process.title = 'whittle';
}

/** Throws `JobError`. */
export function requiredRedis(url: string | undefined): string {
  if (url?.startsWith('file:')) return firstLine(url.slice('file:'.length));
  if (url) return url;
  throw new JobError('The address of Redis is missing: set --redis redis://HOST:PORT, or the variable WHITTLE_REDIS.');
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0].trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new JobError(`${path} cannot be read (${code}): write the address of Redis into its first line.`);
  }
}
