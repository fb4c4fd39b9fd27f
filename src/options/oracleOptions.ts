/** Options of what is tested: the input, the oracle and its rule, and those of workers. */
import { expressionOf } from '../oracle/judging/rule';
import { parsedExit, parsedPattern } from '../oracle/judging/ruleWords';
import { mostRuns } from '../oracle/judging/repeat';
import { runners } from '../runners/recognise';
import { commands } from './commands';
import { choice, count, onOff, size, text, texts, time } from './kinds';
import { mostJobs, row, running, tested, testing, tools, library, judged } from './row';

const name = text('<name>', 'a name');
const path = text('<path>', 'a path');
const pattern = text('<regex>', 'a regular expression', parsedPattern);
const patterns = texts(pattern, 'regular expressions');

export const oracleOptions = {
  file: row(path, ['task', 'whittle_reduce'], { text: 'The failing input. It does not change.' }),
  failing: row(path, ['whittle_isolate'], { text: 'The input that fails. It does not change.' }),
  passing: row(path, ['whittle_isolate'], { text: 'A similar input that does not fail.', unset: 'the empty file' }),
  output: row(path, ['reduce', ...testing, 'isolate', 'dedupe', 'repro'], {
    text: 'Where the result goes: a file, or a directory if there are several; - is standard output.',
    flags: '-o, --output <path>',
    unset: 'beside the input; that of a test is one for its runner (cart.reduced.test.js, test_cart_reduced.py)',
  }),
  command: row(text('<command>', 'a command'), judged, {
    text: 'Shell command that ends with exit code 0 while the bug is there, or as ‹exit›, ‹match› or ‹sameFailure› say. {} is the path of the candidate; without it, the command runs beside the candidate, or in it if that is a folder.',
    flags: '--test <command>',
  }),
  test: row(texts(text('<title>', 'a title'), 'titles'), [...testing, 'order', 'repro', 'task', 'whittle_reduce'], {
    text: 'Reduce a failing test in place of a command: its titles, outermost first.',
    flags: '-n, --name <title>',
    unset: 'the first failing test',
  }),
  passesAt: row(text('<revision>', 'a git revision'), [...testing, 'task', 'whittle_reduce'], {
    text: 'A git revision at which the test passes.',
    unset: 'Whittle looks near HEAD',
    title: commands.choosePassingRevision.title,
  }),
  build: row(text('<command>', 'a command'), testing, {
    text: 'Builds what the test loads, from the sources of a revision: it runs in a copy, once for each revision.',
  }),
  runner: row(choice(runners.map(({ name }) => ({ name }))), [...testing, 'order'], {
    text: 'The test runner, such as mocha.',
    flags: '--runner <name>',
    unset: 'recognised',
  }),
  warm: row(onOff, [...testing, 'setting'], {
    text: 'Keep mocha, jest, vitest and pytest running from one candidate to the next, which is quicker. New processes test the result, and what leads to it.',
    setting: 'tests',
    usual: true,
  }),
  repro: row(onOff, ['whittle_reduce'], {
    text: 'Make a folder NAME.repro that shows the bug elsewhere, with all that it needs to run.',
  }),
  why: row(onOff, ['whittle_reduce'], { text: 'Of a test that passed before: tell what change makes it fail.' }),
  token: row(name, ['whittle_continue'], { text: 'From the answer of a run that goes on.' }),
  stop: row(onOff, ['whittle_continue'], { text: 'End the search; its best result is tested again first.' }),
  wait: row(time, ['mcp'], {
    text: 'Answer a call within this time, with the best result so far if its run goes on. Keep it below the time-out of the client.',
    usual: 45,
  }),
  reduceArgs: row(onOff, ['repro'], { text: 'At the end, leave out arguments of the command too.' }),
  withSecrets: row(onOff, ['repro'], { text: 'Take files and words along that may be secret.' }),
  oracle: row(name, tested, {
    text: 'In place of a command: workers know it by this name, see whittle worker --help.',
  }),
  oracles: row(
    texts(text('<name=command>', 'NAME=COMMAND', undefined, /^[\w.-]+=.*\S/s), "NAME=COMMAND: crash='./fuzz {}'"),
    ['worker'],
    {
      text: 'A name for runs, and its shell command; {} is the path of the candidate.',
      flags: '--oracle <name=command>',
    },
  ),
  redis: row(text('<url>', 'the address of Redis'), [...tested, 'worker', 'workers'], {
    text: 'Address of Redis: redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, rediss:// for TLS, or file:PATH of a file with the address in its first line.',
    env: 'WHITTLE_REDIS',
  }),
  slots: row(count(mostJobs), ['worker'], { text: 'Number of tests at once.', flags: '-j, --jobs <n>', usual: 1 }),
  workerName: row(name, ['worker'], { text: 'Name of this worker.', flags: '--name <name>', unset: 'HOST:PROCESS' }),
  identity: row(text('<text>', 'a text'), ['worker'], {
    text: 'Anything else that verdicts depend on, such as the version of a build: workers share verdicts, for a week, only if it is the same.',
  }),
  maxSize: row(size, ['worker'], { text: 'Larger candidates are refused.', usual: 64 }),
  property: row(text('<module>', 'the path of a module'), tested, {
    text: 'In place of a command: a JavaScript module; its default export is a function that gets the text and returns true while the bug is there.',
  }),
  cwd: row(path, ['task', 'also', ...tools], {
    text: 'Directory in which the command starts.',
    unset: 'the workspace folder',
  }),
  stdin: row(onOff, [...tested, 'task', 'also'], {
    text: 'Pass the candidate on standard input; the command then starts in its usual directory.',
    group: 'test',
  }),
  exit: row({ ...text('<codes>', 'exit codes', parsedExit), taskSchema: { type: ['string', 'integer'] } }, judged, {
    text: 'Exit codes while the bug is there: 0, 1,2, not 0, signal SEGV, any.',
    group: 'test',
    usual: '0',
    unset: '0, or any if there is a match',
  }),
  match: row(patterns, judged, {
    text: 'JavaScript regular expressions (flag m) that the output must match: the message of the failure. stdout: or stderr: in front selects one stream.',
    group: 'test',
  }),
  noMatch: row(patterns, judged, { text: 'Likewise, what the output must not match.', group: 'test' }),
  sameFailure: row(onOff, judged, {
    text: 'The command must fail as it does on the original: same exit code, same first line of the error. Replaces ‹exit›, ‹match› and ‹noMatch›.',
    group: 'test',
  }),
  minimize: row(text('<regex>', 'a regular expression', expressionOf), ['tests', 'reduce', 'task'], {
    text: 'Make a number smaller that the test prints: a regular expression, whose first group is the number. No result has a larger one.',
    group: 'search',
  }),
  prefer: row(
    choice([
      { name: 'number', description: 'No candidate is taken that has a larger number.' },
      {
        name: 'size',
        description: 'A smaller text is taken with any number, one of the same size with a smaller number.',
      },
    ]),
    ['tests', 'reduce', 'task'],
    { text: 'With ‹minimize›: what counts first.', group: 'search', usual: 'number' },
  ),
  runs: row(count(mostRuns), ['tests', ...running, 'task', ...tools, ...library], {
    text: 'Run each test this many times.',
    group: 'test',
    unset: 'as often as it takes',
  }),
  need: row(count(mostRuns), ['tests', ...running, 'task', ...tools, ...library], {
    text: 'How many of these runs must show the bug.',
    group: 'test',
    unset: 'more than half of them',
  }),
};
