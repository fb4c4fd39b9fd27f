/** One reduction, as plain data that a worker can receive: its input, its oracle, how candidates are tested, the search and its limits. */
import type { Values } from '../options/values';
import type { PropertySource } from '../oracle/functions/propertyFunction';
import type { Guard } from '../oracle/property';
import type { VerdictRule } from '../oracle/judging/rule';
import type { RuleSource } from '../oracle/judging/ruleWords';
import type { PassSource } from '../oracle/passes';
import type { Linked, Target } from '../oracle/places/place';
import { type OracleCommand, fixedText } from '../oracle/processes/command';
import type { Ran } from '../oracle/tester';
import type { Fixed } from '../strategies/strategy';
import type { Encoding } from '../text/encoding';
import type { Range } from '../text/ranges';
import type { Jobs } from './drive/loops';

/** The journal of a run, for a resumption. */
export interface JournalPlace {
  readonly file: string;
  /** Whatever is there is of no interest. */
  readonly fresh?: boolean;
  /** The user did not ask for it: a run whose journal cannot be kept goes on without, and says so. */
  readonly optional?: boolean;
}

export interface TextInput {
  /** Its base name: candidates get it too. */
  readonly fileName: string;
  /** Its path; placements other than `copy` need it, and the diagnosis of a start that fails. */
  readonly file?: string;
  /** VS Code's language id, if it is known. */
  readonly languageId?: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** The text around the selection, which stays. */
  readonly fixed?: Fixed;
  /** Ranges of `text` that stay as they are. */
  readonly kept?: readonly Range[];
  /** Parts of `text` that probably need not stay: the first guess that holds is where the search begins. */
  readonly guesses?: readonly (readonly Range[])[];
}

/** Two texts, whose difference is isolated; `text` is the one that fails. */
export interface PairInput extends TextInput {
  readonly passing: string;
  /** One of `units`: the finest changes that are looked at; words if unset. */
  readonly unit?: string;
}

export interface JobFile {
  /** Relative to the directory that is reduced, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** It is no text (`text` is empty): it stays as it is or goes. */
  readonly bytes?: Uint8Array;
  /** Permissions. */
  readonly mode?: number;
  /** Ranges of `text` that stay as they are; such a file cannot go. */
  readonly kept?: readonly Range[];
}

/** Several files, reduced together: the candidate is their directory. */
export interface FilesInput {
  /** Of their directory. */
  readonly name: string;
  /** At least one, in the order of their paths; no path twice. */
  readonly files: readonly JobFile[];
  /** Directories that each candidate sees by links, such as installed packages. */
  readonly linked?: Linked;
  /** Paths of files that the bug probably needs: the search begins with the others gone. */
  readonly likely?: readonly string[];
  /** Where the files lie, as they are given here: there each command runs first. Unset: they are as given nowhere. */
  readonly real?: RealFolder;
  /** Of `files`, the paths of those that were taken along since a copy without them does not fail as the folder does. */
  readonly takenAlong?: readonly string[];
  /** How the commands ended in the real place, if that is where their rules are learned. */
  readonly realRuns?: readonly (Ran | undefined)[];
}

export interface RealFolder {
  /** Absolute. */
  readonly base: string;
  /** All of it was meant, not some files in it. */
  readonly whole: boolean;
}

/** The input of a run, and where it lies. */
export interface JobTarget extends Pick<Target, 'fileName' | 'file' | 'linked'> {
  readonly encoding: Encoding;
}

export interface RuledCommand {
  readonly command: OracleCommand;
  /** Which end of a test means that the property holds, or where that is learned from; exit code 0 if unset. */
  readonly rule?: RuleSource;
}

/** Commands of this machine: the property holds if it does by each of them. */
export interface CommandOracle {
  readonly kind: 'command';
  /** At least one. */
  readonly commands: readonly RuledCommand[];
  /** Asked for candidates that the commands would take. */
  readonly guards?: readonly Guard[];
  /** How the first command ended on the unchanged input, where candidates are tested too: one run of the calibration. */
  readonly earlier?: Ran;
}

/** A test of a test file: command, rule and guards follow from how it fails (see src/failingTests). The input has a path. */
export interface TestOracle {
  readonly kind: 'test';
  /** Of the test, outermost first; none: the first one of the file that fails. */
  readonly titles: readonly string[];
  /** Its test file, if another file is the input: a source that the test loads. */
  readonly file?: string;
  /** Name of a runner; recognised if unset. */
  readonly runner?: string;
  /** A git revision at which the test passes; looked for if unset. */
  readonly passesAt?: string;
  /** A shell line that builds what the test loads, and that is in no revision. */
  readonly build?: string;
  /** May a runner go on from one candidate to the next, if it can? True if unset. */
  readonly warm?: boolean;
}

export type JobOracle =
  | CommandOracle
  | TestOracle
  | { readonly kind: 'function'; readonly property: PropertySource }
  /** A command of workers on other machines, who know it by this name. `redis`: an address. */
  | { readonly kind: 'workers'; readonly redis: string; readonly name: string; readonly rule?: RuleSource };

/** How candidates are tested. */
export interface Testing extends Values<'tests'> {
  readonly jobs: Jobs;
  /** Name of a placement: where candidates go; `copy` if unset. */
  readonly place?: string;
  /** The directory that is the input's workspace, for `overlay`, and files that are otherwise in it. */
  readonly root?: string;
  readonly changes?: Target['changes'];
  /** Time-out of a test, ms; measured if unset. */
  readonly timeoutMs?: number;
  /** Most memory of a test, bytes; 0: no limit; half of the machine's if unset. */
  readonly memoryBytes?: number;
}

export interface Limits extends Values<'limits'> {
  /** Wall time of the run. */
  readonly maxMs?: number;
  /** It ends when at most this many tokens are left; of an isolation, changes. */
  readonly targetTokens?: number;
  /** The part of the limits that this run has, if another one follows. */
  readonly share?: number;
}

export interface Job<I = TextInput> {
  readonly input: I;
  readonly oracle: JobOracle;
  readonly tests: Testing;
  /** The text of a `SearchValue`; unset means the default. An isolation takes from it only how candidates are tested. */
  readonly search?: string;
  /** Programs or functions that propose further edits (docs/passes.md). */
  readonly passes?: readonly PassSource[];
  readonly limits: Limits;
  readonly journal?: JournalPlace;
  /** Told at the start, with the notices of the search. */
  readonly notice?: string;
  /** Told at the end: why the result may be worth little, one sentence with the remedy. */
  readonly doubt?: string;
  /** Where the build has put the grammars. */
  readonly assets: string;
}

export type IsolationJob = Job<PairInput>;

export type FilesJob = Job<FilesInput>;

export type ReductionJob = Job | FilesJob;

export type AnyJob = ReductionJob | IsolationJob;

export function isolates(job: { readonly input: object }): job is IsolationJob {
  return 'passing' in job.input && job.input.passing !== undefined;
}

export function isFiles(job: AnyJob): job is FilesJob {
  return 'files' in job.input;
}

/** What may differ when a run starts over. */
export interface JobChange extends Partial<Pick<Job, 'search' | 'journal' | 'oracle'>> {
  readonly input?: Partial<TextInput>;
  readonly tests?: Partial<Testing>;
  /** Of the commands, in their order. */
  readonly rules?: readonly VerdictRule[];
}

export function changed<J extends Job<object>>(job: J, { input, tests, rules = [], ...change }: JobChange): J {
  const whole = { ...job, ...change };
  return {
    ...whole,
    input: { ...job.input, ...input },
    tests: { ...job.tests, ...tests },
    oracle: withRules(whole.oracle, rules),
  };
}

/** The oracle with these rules of its commands, as far as they are given. */
export function withRules(oracle: JobOracle, rules: readonly (RuleSource | undefined)[]): JobOracle {
  if (rules.length === 0) return oracle;
  if (oracle.kind === 'workers') return { ...oracle, rule: rules[0] ?? oracle.rule };
  if (oracle.kind !== 'command') return oracle;
  const commands = oracle.commands.map(({ command, rule }, at) => ({ command, rule: rules[at] ?? rule }));
  return { ...oracle, commands };
}

/** The oracle as commands with their rules. A test has none yet. */
export function commandsOf(oracle: JobOracle): readonly RuledCommand[] {
  switch (oracle.kind) {
    case 'command':
      return oracle.commands;
    case 'test':
      return [];
    case 'function':
      return [{ command: { invocation: { property: oracle.property }, cwd: fixedText('.') } }];
    case 'workers':
      return [{ command: { invocation: { named: oracle.name }, cwd: fixedText('.') }, rule: oracle.rule }];
  }
}

/** Something in a job that cannot be: the message is one sentence with the remedy. */
export class JobError extends Error {}
