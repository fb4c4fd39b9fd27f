/**
 * Verdicts kept in a file, so that they can be had again without the commands that gave them: one JSON object a line. The first
 * says of what, then come answers and results, of one run or of several on the same input with the same tests.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { OracleAnswer } from '../../oracle/oracle';
import { JobError } from '../jobError';

/** What a recording is of. */
export interface Recorded {
  /** Hashes, as in journals (`identity.ts`). */
  readonly input: string;
  readonly oracle: string;
  /** The commands, for messages. */
  readonly tests: string;
}

export interface Recording extends Recorded {
  /** By the name of a content (`contentKey`). */
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  /** What was left at the end of each run, as its subject saves it. */
  readonly results: readonly unknown[];
}

/** A line after the first. */
export type Entry = ({ readonly key: string } & OracleAnswer) | { readonly result: unknown };

const format = 1;

/** Undefined if there is no such file. Lines that a kill cut off are left out. Throws `JobError`. */
export function readRecording(file: string): Recording | undefined {
  if (!existsSync(file)) return undefined;
  const [first, ...lines] = textOf(file).split('\n');
  const head = parsed<Recorded & { recording: number }>(first);
  if (head?.recording !== format) {
    throw new JobError(`${file} is no recording: name a file that --record of this version has written.`);
  }
  const answers = new Map<string, OracleAnswer>();
  const results: unknown[] = [];
  for (const line of lines) {
    const entry = parsed<Entry>(line);
    if (!entry) continue;
    if ('result' in entry) results.push(entry.result);
    else answers.set(entry.key, { verdict: entry.verdict, ms: entry.ms, timedOut: entry.timedOut });
  }
  return { ...head, answers, results };
}

/** The first line of a new one, or the end of a line that a kill cut off. Throws `JobError`. */
export function beginRecording(file: string, before: Recording | undefined, of: Recorded): void {
  try {
    appendFileSync(file, before ? '\n' : `${JSON.stringify({ recording: format, ...of })}\n`);
  } catch (error) {
    throw new JobError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}): name another file.`);
  }
}

/** Throws what writing throws. */
export function addEntry(file: string, entry: Entry): void {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Throws `JobError` if this is a recording of something else. */
export function requireSame(file: string, recording: Recorded, of: Pick<Recorded, 'input' | 'oracle'>): void {
  const other = recording.input !== of.input ? 'another input' : recording.oracle !== of.oracle ? 'another test' : '';
  if (other) throw new JobError(`${file} is the recording of ${other}: name another file.`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new JobError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name a recording.`);
  }
}

function parsed<T extends object>(line: string): T | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
