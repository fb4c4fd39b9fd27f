/** One reduction, as plain data: what goes to a worker thread, and all that a run depends on. */
import type { ChosenOptions } from './options';
import type { OracleCommand } from '../oracle/command';
import type { Encoding } from '../text/encoding';
import type { Fixed } from '../strategies/strategy';

export interface Job {
  /** The input's base name: candidates get it too. */
  readonly fileName: string;
  /** VS Code's language id, if it is known. */
  readonly languageId?: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** What of the text stays: all but the selection. */
  readonly fixed?: Fixed;
  readonly oracle: OracleCommand;
  /** Names of the registries; unset means the default. */
  readonly reducer?: string;
  readonly strategy?: string;
  /** Options of the reducer that are not as usual. */
  readonly options?: Partial<ChosenOptions>;
  /** Name of a `filterChoice`: are candidates that parse worse refused? */
  readonly filter?: string;
  /** Names of `loops` and `commitRules`: which tests run at once, and which alternative is taken. */
  readonly loop?: string;
  readonly commit?: string;
  /** Tests run at once. */
  readonly jobs: number;
  /** Time-out of a test, ms; measured if unset. */
  readonly timeoutMs?: number;
  /** Budget: wall time of the run in ms, tests of the search. */
  readonly maxMs?: number;
  readonly maxTests?: number;
  /** Where the build has put the grammars. */
  readonly assets: string;
}
