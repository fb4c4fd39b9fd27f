/** The fields of a task of type `whittle`: `npm run manifest` writes them to package.json. */
import { mostRuns } from '../../oracle/judging/repeat';
import { cluster, jobs, place, search, type Schema } from './schemas';

const patterns: Schema = { type: ['string', 'array'], items: { type: 'string' } };
const limit: Schema = { type: 'integer', minimum: 1 };
const runs: Schema = { ...limit, maximum: mostRuns };

/** One command, and how its end is judged. */
const command: Readonly<Record<string, Schema>> = {
  command: {
    type: 'string',
    description:
      'Shell command that ends with exit code 0 while the bug is there (change that with exit, match or sameFailure). ${file} is the path of the candidate; without it, the command runs in a directory that holds a copy of the file.',
  },
  cwd: { type: 'string', description: 'Where the command runs. Default: the workspace folder.' },
  stdin: { type: 'boolean', default: false, description: 'Pass the candidate on standard input.' },
  exit: {
    type: ['string', 'integer'],
    default: '0',
    description:
      'Exit codes while the bug is there: 0, 1,2, not 0, signal SEGV (also as 139 from a shell), any. Default: 0, or any if there is a match.',
  },
  match: {
    ...patterns,
    description:
      'JavaScript regular expressions (flag m) that the output must match while the bug is there; stdout: or stderr: in front selects one of the two.',
  },
  noMatch: {
    ...patterns,
    description: 'Regular expressions that the output must not match while the bug is there, written as in match.',
  },
  sameFailure: {
    type: 'boolean',
    default: false,
    description:
      'The command must fail as it does on the unchanged file: same exit code, same first line of the error. Replaces exit, match and noMatch.',
  },
};

const { command: line, ...judged } = command;

export const taskFields: Readonly<Record<string, Schema>> = {
  command: line,
  cluster: {
    ...cluster,
    description:
      'Workers test the candidates, instead of a command here. The setting whittle.cluster gives the parts that are left out.',
  },
  test: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Instead of a command: reduce a failing test of the file. The titles of the test, outermost first; none: the first test that fails. The runner is recognised.',
  },
  passesAt: {
    type: 'string',
    description: 'A git revision at which that test passes. Default: Whittle looks near HEAD.',
  },
  file: {
    type: 'string',
    default: '${file}',
    description: 'The failing input, relative to the workspace folder. Default: the file in the active editor.',
  },
  ...judged,
  also: {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'object', required: ['command'], properties: command }] },
    description:
      'Further commands that must show the bug as well: a command (exit code 0), or an object with command, cwd, stdin, exit, match, noMatch and sameFailure.',
  },
  runs: { ...runs, default: 1, description: 'Run each test this many times, if it is not reliable.' },
  need: { ...runs, description: 'How many of these runs must show the bug. Default: more than half of them.' },
  search: {
    ...search,
    description: 'How to search: NAME[:REDUCER][+OPTION=VALUE]…. Default: the setting whittle.search.',
  },
  jobs: { ...jobs, description: 'Number of tests at once. Default: the setting whittle.jobs.' },
  timeout: {
    ...limit,
    description: 'Time-out of one test, in milliseconds. Default: the setting whittle.timeout.',
  },
  targetSize: {
    ...limit,
    description: 'Stop as soon as at most this many tokens are left. Default: the setting whittle.targetSize.',
  },
  maxTests: { ...limit, description: 'Maximum number of tests. Default: the setting whittle.maxTests.' },
  maxTime: {
    ...limit,
    description: 'Maximum time in seconds, without pauses. Default: the setting whittle.maxTime.',
  },
  place: { ...place, description: 'Where the candidate is during a test. Default: the setting whittle.place.' },
  keep: {
    type: 'array',
    items: { type: 'string' },
    description: 'Regular expressions: text that matches is never removed (^ and $ match at the ends of a line).',
  },
};
