/** What is kept of a reduction while it is under way, beside its journal: by it the run is found if it does not come to its end. */
import { createHash } from 'node:crypto';
import type { Job } from '../../reduction/job';
import { thisProcess } from '../../reduction/journal/writers';
import type { Writer } from '../../reduction/journal/writers';
import { isBeforeAfter } from '../history/record';
import type { Again, BeforeAfter } from '../history/record';
import { pathOf } from '../history/recordOf';
import type { Reduction } from '../runs/reduction';

export interface RunNote {
  /** The document's address; its path from the workspace folder, as the history has it. */
  readonly uri: string;
  readonly path: string;
  /** When it was written last, ms since 1970, and by which process. */
  readonly when: number;
  readonly writer: Writer;
  /** Of the document's text, see `inputDigest`. */
  readonly input: string;
  readonly again: Again;
  /** What the run depends on beside text, commands and workers. Those may hold secrets: they are asked for again. */
  readonly job: NotedJob;
  readonly tokens: BeforeAfter;
  readonly tests: number;
  /** The user was asked whether to resume it. */
  readonly offered?: boolean;
}

type NotedJob = Omit<Job, 'text' | 'oracle' | 'cluster' | 'also' | 'journal' | 'assets'> & {
  /** Of the further commands. */
  readonly rules: readonly Job['rule'][];
};

/** `before`: of the run that this one resumes. Undefined if nobody knows how the run was started. */
export function noteOf(reduction: Reduction, before?: RunNote): RunNote | undefined {
  const { uri, job, named, tests, figures, originalText } = reduction;
  const { task, recipe } = named;
  const again = task === undefined ? recipe && { recipe } : { task };
  const {
    text: _text,
    oracle: _oracle,
    cluster: _cluster,
    also = [],
    journal: _journal,
    assets: _assets,
    ...rest
  } = job;
  const sizes = [...(before ? [before.tokens.after] : []), ...figures.course.slice(1).map(({ size }) => size)];
  const size = before?.tokens.before ?? figures.started?.tokens ?? 0;
  return (
    again && {
      uri: uri.toString(),
      path: pathOf(uri),
      when: Date.now(),
      writer: thisProcess(),
      input: inputDigest(originalText),
      again,
      job: { ...rest, rules: also.map(({ rule }) => rule) },
      tokens: { before: size, after: sizes.at(-1) ?? size },
      tests: Math.max(tests, before?.tests ?? 0),
    }
  );
}

/** The job of the noted run, from one that begins now by the same commands. */
export function jobOf(now: Job, { job: { rules, ...noted } }: RunNote): Job {
  return { ...now, ...noted, also: now.also?.map((one, at) => ({ ...one, rule: rules[at] ?? one.rule })) };
}

/** A file is known again by it: it depends on neither line ends nor a byte order mark, of which documents know little. */
export function inputDigest(text: string): string {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  return createHash('sha256').update(plain).digest('hex');
}

/** Has a value that was read from disk all that is needed? It may be of another version of us. */
export function isNote(value: unknown): value is RunNote {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, path, when, writer, input, again, job, tokens, tests } = value as Record<keyof RunNote, unknown>;
  const strings = [uri, path, input].every((one) => typeof one === 'string');
  const numbers = [when, tests, (writer as Partial<Writer> | undefined)?.pid].every((one) => typeof one === 'number');
  const objects = [again, job].every((one) => typeof one === 'object' && one !== null);
  return strings && numbers && objects && isBeforeAfter(tokens) && Array.isArray((job as NotedJob).rules);
}
