/**
 * Verdicts kept in a file, so that they can be had again without the command that gave them: one JSON object a line. The first
 * is the head, then come answers and results, of one run or of several on the same input.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { contentKey } from '../../../src/oracle/content';
import type { OracleAnswer } from '../../../src/oracle/oracle';
import type { Property } from '../../../src/oracle/property';

export interface Head {
  /** Hashes, as in journals (`identity.ts`). */
  readonly input: string;
  readonly oracle: string;
  /** The command, for messages. */
  readonly tests: string;
}

export interface Recording extends Head {
  /** By the name of a content (`contentKey`). */
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  /** Texts that were left at the end of each run, as `savedText` has them. */
  readonly results: readonly unknown[];
}

/** A line after the first. */
type Entry = ({ readonly key: string } & OracleAnswer) | { readonly result: unknown };

const format = 1;

/** Throws if there is no recording. */
export function readRecording(file: string): Recording {
  const [first, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const { recording, ...head } = JSON.parse(first) as Head & { recording: number };
  if (recording !== format) throw new Error(`${file} is no recording: make it anew with --record.`);
  const answers = new Map<string, OracleAnswer>();
  const results: unknown[] = [];
  for (const entry of lines.map((line) => JSON.parse(line) as Entry)) {
    if ('result' in entry) results.push(entry.result);
    else answers.set(entry.key, { verdict: entry.verdict, ms: entry.ms, timedOut: entry.timedOut });
  }
  return { ...head, answers, results };
}

/** Begins the file, if it is not there. */
export function beginRecording(file: string, head: Head): void {
  if (!existsSync(file)) add(file, { recording: format, ...head });
}

/** The same property; its answers are kept, each content once. A test that timed out may be asked again. */
export function recorded(property: Property, file: string): Property {
  const kept = new Set(readRecording(file).answers.keys());
  return {
    ...property,
    async test(content, timeoutMs, signal) {
      const answer = await property.test(content, timeoutMs, signal);
      const key = contentKey(content);
      if (kept.has(key) || answer.timedOut) return answer;
      kept.add(key);
      add(file, { key, verdict: answer.verdict, ms: Math.round(answer.ms) });
      return answer;
    },
  };
}

export function addResult(file: string, saved: unknown): void {
  add(file, { result: saved });
}

function add(file: string, line: object): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
