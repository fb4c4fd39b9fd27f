/** Options of what is tested: the input, the oracle and its rule, and those of workers. */
import { parsedExit, parsedPattern } from '../oracle/judging/ruleWords';
import { mostRuns } from '../oracle/judging/repeat';
import { runners } from '../runners/recognise';
import { choice, count, onOff, size, text, texts } from './kinds';
import { mostJobs, row, tested, tools, judged } from './row';

const name = text('<name>', 'a name');
const path = text('<path>', 'a path');
const pattern = text('<regex>', 'a regular expression', parsedPattern);
const patterns = texts(pattern, 'regular expressions');

export const oracleOptions = {
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
    on: ['tests', ...tested, 'task', ...tools],
    group: 'test',
    text: 'Run each test this many times, if it is not reliable.',
    usual: 1,
  }),
  need: row(count(mostRuns), {
    on: ['tests', ...tested, 'task', ...tools],
    group: 'test',
    text: 'How many of these runs must show the bug.',
    unset: 'more than half of them',
  }),
};
