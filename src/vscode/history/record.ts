/** What is kept of a finished reduction or isolation: plain data, from which reports, the history and a second run are made. */
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Ending } from '../../reduction/events/events';
import type { Recipe } from '../oracles/recipe';
import type { IsolatedTexts } from '../thread/messages';

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** What all kinds of run have. */
interface EndedRun {
  /** The document's address. */
  readonly uri: string;
  /** From its workspace folder, with `/`; outside of any the file's name. */
  readonly path: string;
  readonly languageId: string;
  /** When it ended, ms since 1970. */
  readonly when: number;
  /** The commands as they were written, and how each was judged. */
  readonly rules: readonly SettledRule[];
  readonly tests: number;
  /** Of the whole run. */
  readonly ms: number;
  readonly ending: Ending;
  readonly confirmed: boolean;
  /** `Whittle 0.1.0`, `Visual Studio Code 1.100.0`, `Linux 6.1 x64`, … */
  readonly versions: readonly string[];
  /** How to run in the same way again; unset for a part of a file, or if nobody knows. */
  readonly again?: Again;
}

/** A reduction. */
export interface RunRecord extends EndedRun {
  /** The text of the `SearchValue` that ran. */
  readonly search: string;
  readonly tokens: BeforeAfter;
  readonly bytes: BeforeAfter;
  /** The end of what the commands said of the result. */
  readonly output?: string;
  /** Has the file a byte order mark, which `text` has not? */
  readonly marked: boolean;
  /** The result; unset if it is too long to be kept. */
  readonly text?: string;
  /** Of the document's text before, see `digest`. */
  readonly original: string;
}

/** An isolation; the run's document is the one that fails. */
export interface IsolationRecord extends EndedRun {
  /** The address of the file that passes; unset if that was the empty one. */
  readonly passing?: string;
  /** How far apart the two are. */
  readonly changes: number;
  readonly unit: string;
  /** Byte order marks included; unset if they are too long to be kept. */
  readonly texts?: IsolatedTexts;
}

/** Is it one of an isolation? */
export function isIsolation<R extends object>(record: R): record is Extract<R, { readonly changes: number }> {
  return 'changes' in record;
}

export type RecordWithText = RunRecord & { readonly text: string };

/** A task by its name, or a command that is no task. */
export type Again = { readonly task: string } | { readonly recipe: Recipe };

/** Has a value that was read from disk all that the history shows? It may be of another version of us. */
export function isRecord(value: unknown): value is RunRecord | IsolationRecord {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Partial<Record<keyof RunRecord | keyof IsolationRecord, unknown>>;
  const { uri, path, languageId, when, rules, tests, ms, ending, versions } = fields;
  const strings = [uri, path, languageId, ending].every((one) => typeof one === 'string');
  const numbers = [when, tests, ms].every((one) => typeof one === 'number');
  const lists = Array.isArray(rules) && rules.every(isRule) && Array.isArray(versions);
  return strings && numbers && lists && (isIsolation(value) ? isApart(fields) : isReduced(fields));
}

function isReduced({ search, tokens, bytes }: Partial<Record<keyof RunRecord, unknown>>): boolean {
  return typeof search === 'string' && [tokens, bytes].every(isBeforeAfter);
}

function isApart({ changes, unit }: Partial<Record<keyof IsolationRecord, unknown>>): boolean {
  return typeof changes === 'number' && typeof unit === 'string';
}

export function isBeforeAfter(value: unknown): boolean {
  const { before, after } = (value ?? {}) as Partial<BeforeAfter>;
  return typeof before === 'number' && typeof after === 'number';
}

function isRule(value: unknown): boolean {
  const { command, rule } = (value ?? {}) as Partial<SettledRule>;
  return typeof command === 'string' && typeof rule === 'object' && rule !== null;
}
