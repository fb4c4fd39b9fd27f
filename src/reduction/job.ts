/** One reduction, as plain data: what goes to a worker thread, and all that a run depends on. */
import type { Jobs } from './drive/workers';
import type { ClusterChoice } from '../cluster/asking/cluster';
import type { Guard } from '../oracle/guards';
import type { OracleCommand } from '../oracle/processes/command';
import type { OutputPattern } from '../oracle/judging/rule';
import type { RuleSource } from '../oracle/judging/ruleWords';
import type { Encoding } from '../text/encoding';
import type { Fixed } from '../strategies/strategy';
import type { Range } from '../text/ranges';

/** Where a run keeps what it takes to resume it. */
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
  /** Name of a runner; recognised if unset. */
  readonly runner?: string;
  /** A git revision at which the test passes; looked for if unset. */
  readonly passesAt?: string;
}

export interface Job {
  /** The input's base name: candidates get it too. */
  readonly fileName: string;
  /** The input's path, and the directory that is its workspace: placements other than `copy` need them, and the diagnosis of a start that fails. */
  readonly file?: string;
  readonly root?: string;
  /** Name of a placement: where candidates go; `copy` if unset. */
  readonly place?: string;
  /** VS Code's language id, if it is known. */
  readonly languageId?: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** What of the text stays: all but the selection. */
  readonly fixed?: Fixed;
  /** Ranges of `text` that stay as they are. */
  readonly kept?: readonly Range[];
  readonly oracle: OracleCommand;
  /** Which end of a test means that the property holds, or where that is learned from; exit code 0 if unset. */
  readonly rule?: RuleSource;
  /** The oracle's command runs on workers, which know it by its name. */
  readonly cluster?: ClusterChoice;
  /** Further commands: the property holds if it does by each of them. */
  readonly also?: readonly Pick<Job, 'oracle' | 'rule'>[];
  /** What a learned rule demands as well, if the first run says it. */
  readonly landmarks?: readonly OutputPattern[];
  /** A candidate is tested so many times, once if unset, and the property must hold in so many of them. */
  readonly runs?: number;
  readonly need?: number;
  /** The text of a `SearchValue`; unset means the default. An isolation takes from it only how candidates are tested. */
  readonly search?: string;
  /** Tests run at once. */
  readonly jobs: Jobs;
  /** Time-out of a test, ms; measured if unset. */
  readonly timeoutMs?: number;
  /** Budget: wall time of the run in ms, tests of the search. */
  readonly maxMs?: number;
  readonly maxTests?: number;
  /** The search ends when at most so many tokens are left; of an isolation, so many changes. */
  readonly targetTokens?: number;
  readonly journal?: JournalPlace;
  /** The file is a test file: command and rule follow from its test (see src/failingTests). */
  readonly test?: TestChoice;
  /** Asked for candidates that the commands would take. */
  readonly guards?: readonly Guard[];
  /** What is told of the job's beginning, beside what the search tells. */
  readonly notice?: string;
  /** Where the build has put the grammars. */
  readonly assets: string;
}

/** The difference between two texts; `text` is the one that fails. */
export interface IsolationJob extends Omit<Job, 'fixed' | 'kept'> {
  readonly passing: string;
  /** One of `units`: the finest changes that are looked at; words if unset. */
  readonly unit?: string;
}
