/**
 * Every option of a run, once. Flags and their help, settings, fields of tasks, arguments of the agents' tools and keys of the library come
 * from this table, with their types, checks and sentences. The options of searches stand in src/reducers/options.ts and beside it.
 */
import { parsedExit, parsedPattern } from '../oracle/judging/ruleWords';
import { mostRuns } from '../oracle/judging/repeat';
import { placements } from '../oracle/places/registry';
import { runners } from '../runners/registry';
import { efforts } from '../strategies/options';
import { units } from '../strategies/isolation';
import { defaultStrategy } from '../strategies/registry';
import { choice, count, number, onOff, size, text, texts, time, type Kind, type Word } from './kinds';

/** More tests at once are refused. */
export const mostJobs = 256;

/** Commands of the terminal. */
export type CliCommand = 'reduce' | 'test' | 'isolate' | 'compare' | 'repro' | 'worker' | 'workers';

/** `also`: a further command of a task. Names with an underscore are those of the agents' tools, those with () of the library. */
export type Surface =
  | CliCommand
  | 'setting'
  | 'task'
  | 'also'
  | 'whittle_reduce'
  | 'whittle_isolate'
  | 'reduce()'
  | 'isolate()'
  | 'compare()';

interface About<T, S extends Surface> {
  /** For all who read it; the default follows. */
  readonly text: string;
  readonly on: readonly S[];
  /** Its value, if it is not given. */
  readonly usual?: T;
  /** In words: what holds if it is not given. */
  readonly unset?: string;
  /** Names of a choice, where it has fewer. */
  readonly only?: { readonly [Where in Surface]?: readonly string[] };
  /** If it is not `--name <value>`. */
  readonly flags?: string;
  /** The variable that gives it where no flag does. */
  readonly env?: string;
  readonly group?: 'test' | 'run' | 'search' | 'comparison';
  /** Where the Settings editor has it; `resource` if no scope is given. */
  readonly setting?: 'search' | 'tests' | 'editor';
  readonly scope?: 'resource' | 'window' | 'machine-overridable';
}

export interface Row<T, S extends Surface = Surface> extends Kind<T>, About<T, S> {}

function row<T, const S extends Surface, U extends T | undefined = undefined>(
  kind: Kind<T>,
  about: About<T, S> & { readonly usual?: U },
): Row<T, S> & { readonly usual: U } {
  return { ...kind, ...about, usual: about.usual as U };
}

const tested = ['reduce', 'isolate', 'compare', 'repro'] as const;
const running = [...tested, 'test'] as const;
const tools = ['whittle_reduce', 'whittle_isolate'] as const;
const library = ['reduce()', 'isolate()', 'compare()'] as const;
const judged = [...tested, 'task', 'also', ...tools] as const;
const everywhere = [...running, 'setting', 'task', ...tools, ...library] as const;

const name = text('<name>', 'a name');
const path = text('<path>', 'a path');
const pattern = text('<regex>', 'a regular expression', parsedPattern);
const patterns = texts(pattern, 'regular expressions');
const keep = texts(text('<regex>', 'a regular expression'), 'regular expressions');
export const placeWords: readonly Word[] = [
  { name: 'auto', description: 'overlay if the test runs in the workspace without naming the file, else copy.' },
  ...placements,
];
const inTerminal = placements.map((one) => one.name);
/** An agent's run never changes the file itself. */
const aside = ['copy', 'overlay'];
const unitWords = {
  lines: 'Whole lines.',
  words: 'Lines, then words and signs of the lines that are left.',
  chars: 'Lines, then words, then characters.',
};

export const options = {
  file: row(path, { on: ['task', 'whittle_reduce'], text: 'The failing input. It does not change.' }),
  failing: row(path, { on: ['whittle_isolate'], text: 'The input that fails. It does not change.' }),
  passing: row(path, {
    on: ['whittle_isolate'],
    text: 'A similar input that does not fail.',
    unset: 'the empty file',
  }),
  output: row(path, {
    on: ['reduce', 'test', 'isolate', 'repro'],
    flags: '-o, --output <path>',
    text: 'Where the result goes: a file, or a directory if there are several.',
    unset: 'beside the input',
  }),
  command: row(text('<command>', 'a command'), {
    on: judged,
    flags: '--test <command>',
    text: 'Shell command that ends with exit code 0 while the bug is there, or as exit, match or sameFailure say. {} is the path of the candidate; without it, the command runs in a directory that holds the candidate.',
  }),
  test: row(texts(text('<title>', 'a title'), 'titles'), {
    on: ['test', 'repro', 'task', 'whittle_reduce'],
    flags: '-n, --name <title>',
    text: 'Reduce a failing test in place of a command: its titles, outermost first.',
    unset: 'the first failing test',
  }),
  passesAt: row(text('<revision>', 'a git revision'), {
    on: ['test', 'task', 'whittle_reduce'],
    text: 'A git revision at which the test passes.',
    unset: 'Whittle looks near HEAD',
  }),
  runner: row(choice(runners.map(({ name }) => ({ name }))), {
    on: ['test'],
    text: 'The test runner.',
    unset: 'recognised',
  }),
  warm: row(onOff, {
    on: ['test', 'setting'],
    setting: 'tests',
    text: 'Keep mocha, jest, vitest and pytest running from one candidate to the next, which is quicker. New processes test the result, and what leads to it.',
    usual: true,
  }),
  reduceArgs: row(onOff, { on: ['repro'], text: 'At the end, leave out arguments of the command too.' }),
  withSecrets: row(onOff, { on: ['repro'], text: 'Take files and words along that may be secret.' }),
  oracle: row(name, {
    on: tested,
    text: 'In place of a command: workers know it by this name, see whittle worker --help.',
  }),
  oracles: row(
    texts(text('<name=command>', 'NAME=COMMAND', undefined, /^[\w.-]+=.*\S/s), "NAME=COMMAND: crash='./fuzz {}'"),
    {
      on: ['worker'],
      flags: '--oracle <name=command>',
      text: 'A name for runs, and its shell command; {} is the path of the candidate.',
    },
  ),
  redis: row(text('<url>', 'the address of Redis'), {
    env: 'WHITTLE_REDIS',
    on: [...tested, 'worker', 'workers'],
    text: 'Address of Redis: redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, rediss:// for TLS, or file:PATH of a file with the address in its first line.',
  }),
  slots: row(count(mostJobs), { on: ['worker'], flags: '-j, --jobs <n>', text: 'Number of tests at once.', usual: 1 }),
  workerName: row(name, {
    on: ['worker'],
    flags: '--name <name>',
    text: 'Name of this worker.',
    unset: 'HOST:PROCESS',
  }),
  identity: row(text('<text>', 'a text'), {
    on: ['worker'],
    text: 'Anything else that verdicts depend on, such as the version of a build: workers share verdicts, for a week, only if it is the same.',
  }),
  maxSize: row(size, { on: ['worker'], text: 'Larger candidates are refused.', usual: 64 }),
  property: row(text('<module>', 'the path of a module'), {
    on: tested,
    text: 'In place of a command: a JavaScript module; its default export is a function that gets the text and returns true while the bug is there.',
  }),
  cwd: row(path, {
    on: ['task', 'also', ...tools],
    text: 'Directory in which the command starts.',
    unset: 'the workspace folder',
  }),
  stdin: row(onOff, {
    on: [...tested, 'task', 'also'],
    group: 'test',
    text: 'Pass the candidate on standard input; the command then starts in its usual directory.',
  }),
  exit: row(
    {
      ...text('<codes>', 'exit codes', parsedExit),
      taskSchema: { type: ['string', 'integer'] },
    },
    {
      on: judged,
      group: 'test',
      text: 'Exit codes while the bug is there: 0, 1,2, not 0, signal SEGV, any.',
      usual: '0',
      unset: '0, or any if there is a match',
    },
  ),
  match: row(patterns, {
    on: judged,
    group: 'test',
    text: 'JavaScript regular expressions (flag m) that the output must match: the message of the failure. stdout: or stderr: in front selects one stream.',
  }),
  noMatch: row(patterns, {
    on: judged,
    group: 'test',
    text: 'Likewise, what the output must not match.',
  }),
  sameFailure: row(onOff, {
    on: judged,
    group: 'test',
    text: 'The command must fail as it does on the original: same exit code, same first line of the error. Replaces exit, match and noMatch.',
  }),
  runs: row(count(mostRuns), {
    on: [...tested, 'task', ...tools],
    group: 'test',
    text: 'Run each test this many times, if it is not reliable.',
    usual: 1,
  }),
  need: row(count(mostRuns), {
    on: [...tested, 'task', ...tools],
    group: 'test',
    text: 'How many of these runs must show the bug.',
    unset: 'more than half of them',
  }),
  search: row(text('<search>', 'the name of a search, such as "hddr"'), {
    on: ['reduce', 'test', 'repro', 'setting', 'task', 'whittle_reduce', 'reduce()'],
    group: 'search',
    setting: 'search',
    text: 'How to search: NAME[:REDUCER][+OPTION=VALUE]…, for example hddr:probdd+p0=0.3 (see whittle searches).',
    usual: defaultStrategy.name,
  }),
  jobs: row(count(mostJobs), {
    on: everywhere,
    flags: '-j, --jobs <n>',
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    text: 'Number of tests at once. The result is the same for any number, unless the search has +commit=first-finished.',
    unset: 'all processor cores but one, and fewer if a test itself keeps several busy',
  }),
  timeout: row(time, {
    on: everywhere,
    group: 'run',
    setting: 'tests',
    text: 'Time-out of one test, in seconds, or such as "500ms".',
    unset: 'adapts to the measured times',
  }),
  memory: row(size, {
    on: [...running, 'setting'],
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    text: 'Most memory of one test, in megabytes, or such as "4G"; 0 for no limit. A test that takes more is ended, and its candidate refused.',
    unset: "half of the machine's memory",
  }),
  protect: row(onOff, {
    on: ['setting'],
    setting: 'tests',
    text: 'Run candidates where they can change no files but their own. Turn this off only for a test that must write elsewhere: a candidate is a program that lacks words, and may delete your files.',
    usual: true,
  }),
  maxTime: row(time, {
    on: everywhere,
    group: 'run',
    setting: 'search',
    text: 'Stop after this time in seconds, or such as "5m", with the best result. Pauses do not count.',
  }),
  maxTests: row(count(), {
    on: everywhere,
    group: 'run',
    setting: 'search',
    text: 'Stop after this many tests, with the best result.',
  }),
  targetSize: row(count(2 ** 31 - 1, 0), {
    on: [...running, 'setting', 'task', ...library],
    group: 'search',
    setting: 'search',
    text: 'Stop as soon as at most this many tokens are left, or changes in an isolation.',
  }),
  place: row(choice(placeWords), {
    on: ['reduce', 'isolate', 'compare', 'setting', 'task', ...tools],
    group: 'run',
    setting: 'tests',
    text: 'Where the candidate is during a test. With overlay and in-place, imports work.',
    usual: 'auto',
    unset: 'copy; auto in VS Code',
    only: {
      reduce: inTerminal,
      isolate: inTerminal,
      compare: inTerminal,
      whittle_reduce: aside,
      whittle_isolate: aside,
    },
  }),
  root: row(path, {
    on: running,
    group: 'run',
    text: 'The workspace that an overlay copies.',
    unset: 'the nearest directory above the input with .git, package.json or the like',
  }),
  json: row(onOff, { on: running, group: 'run', text: 'Print one event per line instead of progress.' }),
  effort: row(choice(efforts.map((name) => ({ name }))), {
    on: ['reduce'],
    group: 'search',
    text: 'The same as +effort=… at the end of the search.',
  }),
  unit: row(choice(units.map((name) => ({ name, description: unitWords[name] }))), {
    on: ['isolate', 'setting', 'whittle_isolate', 'isolate()'],
    group: 'search',
    setting: 'search',
    text: 'The finest changes of an isolation.',
    usual: 'words',
  }),
  filter: row(onOff, {
    on: ['isolate'],
    group: 'search',
    text: 'Skip candidates with syntax errors.',
    usual: true,
  }),
  keep: row(keep, {
    on: ['reduce', 'test', 'compare', 'repro', 'task'],
    group: 'search',
    text: 'Regular expressions (flag m): text that matches is never removed.',
  }),
  reduceWith: row(texts(text('<command>', 'a command'), 'commands'), {
    on: ['reduce', 'repro'],
    group: 'search',
    text: 'A program that proposes further edits, see docs/passes.md.',
  }),
  journal: row(path, {
    on: ['reduce', 'test', 'isolate'],
    group: 'search',
    text: 'Save the progress in this file; a run that was interrupted continues from there.',
  }),
  searches: row(texts(text('<list>', 'a search'), 'a list of names of searches, such as ["hddr", "lines"]', ','), {
    on: ['compare', 'compare()'],
    group: 'comparison',
    text: 'The searches, separated by commas on the command line.',
    unset: 'several that differ much',
  }),
  vary: row(texts(text('<option=values>', 'OPTION=VALUES'), 'OPTION=VALUES'), {
    on: ['compare'],
    group: 'comparison',
    text: 'Each search with each of these values: p0=0.01,0.1,0.3 or reducer=cdd,ddmin.',
  }),
  rounds: row(count(), {
    on: ['compare'],
    group: 'comparison',
    text: 'Repeat the comparison this often, each time with the next seed; medians count.',
    usual: 1,
  }),
  kinds: row(onOff, {
    on: ['compare'],
    group: 'comparison',
    text: 'Print the number of tests by kind, too, and the elements that sweeps (+sweep=on) still removed.',
  }),
  tables: row(texts(path, 'paths'), {
    on: ['compare'],
    flags: '-o, --output <file>',
    group: 'comparison',
    text: 'Write the tables: .md, .json or .csv.',
  }),
  plot: row(path, {
    on: ['compare'],
    group: 'comparison',
    text: 'Write the sizes of one file over tests as SVG.',
  }),
  language: row(text('<id>', 'the id of a language, such as "javascript"'), {
    on: library,
    text: 'The id of a language, as languageIds has it.',
    unset: 'the name of the file tells',
  }),
  fileName: row(text('<name>', 'the name of a file, such as "input.js"'), {
    on: library,
    text: 'Base name of the input.',
  }),
  fadedOpacity: row(number(0.1, 0.9), {
    on: ['setting'],
    setting: 'editor',
    scope: 'window',
    text: 'Opacity of removed text in the editor; half as much again in high-contrast themes.',
    usual: 0.4,
  }),
};
