/** One reduction, as plain data that a worker thread can receive. */
import type { Jobs } from './drive/loops';
import type { ClusterChoice } from '../cluster/asking/choice';
import type { Guard } from '../oracle/guards';
import type { Ran } from '../oracle/tester';
import type { Linked } from '../oracle/places/place';
import type { PassSource } from '../oracle/passes/passes';
import type { OracleCommand } from '../oracle/processes/command';
import type { OutputPattern, VerdictRule } from '../oracle/judging/rule';
import type { RuleSource } from '../oracle/judging/ruleWords';
import type { Encoding } from '../text/encoding';
import type { Fixed } from '../strategies/strategy';
import type { Range } from '../text/ranges';

/** The journal of a run, for a resumption. */
export interface JournalPlace {
  readonly file: string;
  /** Whatever is there is of no interest. */
  readonly fresh?: boolean;
  /** The user did not ask for it: a run whose journal cannot be kept goes on without, and says so. */
  readonly optional?: boolean;
}

/** Which test of a test file, and how its failure is told from others. */
export interface TestChoice {
  /** Of the test, outermost first; none: the first one of the file that fails. */
  readonly titles: readonly string[];
  /** Its test file, if another file is the input: a source that the test loads. */
  readonly file?: string;
  /** Name of a runner; recognised if unset. */
  readonly runner?: string;
  /** A git revision at which the test passes; looked for if unset. */
  readonly passesAt?: string;
  /** May a runner go on from one candidate to the next, if it can? True if unset. */
  readonly warm?: boolean;
}

export interface Job {
  /** The input's base name: candidates get it too. */
  readonly fileName: string;
  /** The input's path, and the directory that is its workspace: placements other than `copy` need them, and the diagnosis of a start that fails. */
  readonly file?: string;
  readonly root?: string;
  /** Of several files: directories that each candidate sees by links, such as installed packages. */
  readonly linked?: Linked;
  /** Name of a placement: where candidates go; `copy` if unset. */
  readonly place?: string;
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
  readonly oracle: OracleCommand;
  /** Which end of a test means that the property holds, or where that is learned from; exit code 0 if unset. */
  readonly rule?: RuleSource;
  /** The oracle's command runs on workers, which know it by its name. */
  readonly cluster?: ClusterChoice;
  /** Further commands: the property holds if it does by each of them. */
  readonly also?: readonly Pick<Job, 'oracle' | 'rule'>[];
  /** Patterns that a learned rule also requires, if the first run prints them. */
  readonly landmarks?: readonly OutputPattern[];
  /** Tests of a candidate, 1 if unset, and how many of them must hold. */
  readonly runs?: number;
  readonly need?: number;
  /** The text of a `SearchValue`; unset means the default. An isolation takes from it only how candidates are tested. */
  readonly search?: string;
  /** Programs or functions that propose further edits (docs/passes.md). */
  readonly passes?: readonly PassSource[];
  /** Tests run at once. */
  readonly jobs: Jobs;
  /** Most memory of a test, bytes; 0: no limit; half of the machine's if unset. */
  readonly memoryBytes?: number;
  /** False: candidates may change files outside their directories, as the test must. */
  readonly protect?: boolean;
  /** Time-out of a test, ms; measured if unset. */
  readonly timeoutMs?: number;
  /** Budget: wall time of the run in ms, tests of the search. */
  readonly maxMs?: number;
  readonly maxTests?: number;
  /** The search ends when at most this many tokens are left; of an isolation, changes. */
  readonly targetTokens?: number;
  readonly journal?: JournalPlace;
  /** The file is a test file: command and rule follow from its test (see src/failingTests). */
  readonly test?: TestChoice;
  /** Asked for candidates that the commands would take. */
  readonly guards?: readonly Guard[];
  /** How `oracle` ended on the unchanged input, where candidates are tested too: one run of the calibration. */
  readonly earlier?: Ran;
  /** Told at the start, with the notices of the search. */
  readonly notice?: string;
  /** Where the build has put the grammars. */
  readonly assets: string;
}

/** The difference between two texts; `text` is the one that fails. */
export interface IsolationJob extends Omit<Job, 'fixed' | 'kept' | 'guesses' | 'passes'> {
  readonly passing: string;
  /** One of `units`: the finest changes that are looked at; words if unset. */
  readonly unit?: string;
}

/** The job with settled rules instead of those to be learned: of the first command, then of the others in order. */
export function judgedBy(
  { also }: Pick<Job, 'also'>,
  [first, ...others]: readonly VerdictRule[],
): Pick<Job, 'rule' | 'also' | 'landmarks'> {
  return { rule: first, also: also?.map(({ oracle }, at) => ({ oracle, rule: others[at] })), landmarks: undefined };
}
