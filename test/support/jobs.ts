/** Jobs from the few values that a test cares about. */
import { basename } from 'node:path';
import type { TestJob } from '../../src/failingTests/testRun';
import { braces, fixedText, template, type OracleCommand } from '../../src/oracle/processes/command';
import type {
  CommandOracle,
  FilesInput,
  FilesJob,
  IsolationJob,
  Job,
  Limits,
  PairInput,
  RuledCommand,
  TestOracle,
  Testing,
  TextInput,
} from '../../src/reduction/job';
import { assets } from './grammars';

interface Common
  extends
    Partial<Testing>,
    Limits,
    Partial<Omit<CommandOracle, 'kind' | 'commands'>>,
    Partial<Pick<Job, 'oracle' | 'search' | 'passes' | 'journal' | 'notice' | 'assets'>> {
  /** A shell line, or a command. */
  readonly command?: string | OracleCommand;
  readonly rule?: RuledCommand['rule'];
  readonly also?: readonly RuledCommand[];
}

export type TextValues = Common & Partial<TextInput>;
export type PairValues = Common & Partial<PairInput>;
export type FilesValues = Common & Partial<FilesInput>;

/** A shell line in this directory; `{}` is the candidate. */
export function lineIn(directory: string, line: string): OracleCommand {
  return { invocation: { line: template(line, braces) }, cwd: fixedText(directory) };
}

export function jobWith(values: TextValues): Job {
  return { ...commonOf(values), input: { fileName: 'a.js', text: '', encoding: 'utf8', ...inputOf(values) } };
}

/** Of a test of the file in place of a command: the first one that fails, unless `test` says which. */
export function testJobWith(values: TextValues & { readonly file: string }, test: Partial<TestOracle> = {}): TestJob {
  const oracle = { kind: 'test' as const, titles: [], ...test };
  const job = jobWith({ ...values, fileName: basename(values.file) });
  return { ...job, oracle, input: { ...job.input, file: values.file } };
}

export function isolationWith(values: PairValues): IsolationJob {
  const { input, ...common } = jobWith(values);
  return { ...common, input: { passing: '', ...input } };
}

export function filesJobWith(values: FilesValues): FilesJob {
  return { ...commonOf(values), input: { name: 'project', files: [], ...inputOf(values) } };
}

function commonOf({ command = 'true {}', rule, also = [], ...values }: Common) {
  const { jobs = 1, place, root, runs, need, timeoutMs, memoryBytes, protect } = values;
  const { maxMs, maxTests, targetTokens, guards, earlier } = values;
  const first = { command: typeof command === 'string' ? lineIn('/', command) : command, rule };
  const oracle = { kind: 'command' as const, commands: [first, ...also], guards, earlier };
  return {
    oracle: values.oracle ?? oracle,
    tests: { jobs, place, root, runs, need, timeoutMs, memoryBytes, protect },
    limits: { maxMs, maxTests, targetTokens },
    ...{ search: values.search, passes: values.passes, journal: values.journal, notice: values.notice },
    assets: values.assets ?? assets,
  };
}

const inputFields = [
  ...['fileName', 'file', 'languageId', 'text', 'encoding', 'fixed', 'kept', 'guesses', 'passing', 'unit'],
  ...['name', 'files', 'linked', 'likely', 'real', 'takenAlong', 'realRuns'],
];

function inputOf(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => inputFields.includes(name)));
}
