/** The note of a run under way, beside its journal: with it the run is found again if it is interrupted. */
import { createHash } from 'node:crypto';
import { thisProcess, type Writer } from '../../reduction/journal/writers';
import type { Again, BeforeAfter } from '../history/record';
import { againOf, pathOf } from '../history/recordOf';
import type { Run } from '../runs/run';
import type { RunJob } from '../thread/messages';

export interface RunNote {
  /** The document's address, and its path from the workspace folder. */
  readonly uri: string;
  readonly path: string;
  /** Of an isolation: the address of the file that passes, or '' for the empty file. */
  readonly passing?: string;
  /** Time of the last write, ms since 1970, and its process. */
  readonly when: number;
  readonly writer: Writer;
  /** See `inputDigest`. */
  readonly input: string;
  readonly again: Again;
  /** What the run depends on except texts, commands and workers: those may hold secrets. */
  readonly job: NotedJob;
  /** In this unit: tokens of a reduction, changes of an isolation. */
  readonly size: BeforeAfter;
  readonly unit: string;
  readonly tests: number;
  /** The user was asked whether to resume it. */
  readonly offered?: boolean;
}

type NotedJob = Omit<RunJob, 'text' | 'passing' | 'oracle' | 'cluster' | 'also' | 'journal' | 'assets'> & {
  /** Of the further commands. */
  readonly rules: readonly RunJob['rule'][];
};

/** `before`: of the run that this one resumes. Undefined if nothing tells how the run was started. */
export function noteOf(run: Run, before?: RunNote): RunNote | undefined {
  const { uri, job, made, named, tests, figures, originalText } = run;
  const again = againOf(named);
  if (!again) return undefined;
  const {
    text: _,
    passing,
    oracle: _oracle,
    cluster: _cluster,
    also = [],
    journal: _journal,
    assets: _a,
    ...rest
  } = job;
  const sizes = [...(before ? [before.size.after] : []), ...figures.course.slice(1).map(({ size }) => size)];
  const size = before?.size.before ?? figures.course[0]?.size ?? 0;
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    passing: passing === undefined ? undefined : (made.passing ?? ''),
    when: Date.now(),
    writer: thisProcess(),
    input: inputDigest([originalText, passing]),
    again,
    job: { ...rest, rules: also.map(({ rule }) => rule) },
    size: { before: size, after: sizes.at(-1) ?? size },
    unit: figures.unit,
    tests: Math.max(tests, before?.tests ?? 0),
  };
}

/** The job of the noted run, from one that begins now by the same commands. */
export function jobOf(now: RunJob, { job: { rules, ...noted } }: RunNote): RunJob {
  return { ...now, ...noted, also: now.also?.map((one, at) => ({ ...one, rule: rules[at] ?? one.rule })) };
}

/** Of the texts of a run, whatever their line ends and byte order marks: documents know little of those. */
export function inputDigest(texts: readonly (string | undefined)[]): string {
  const plain = texts.filter(Boolean).map((text) => text!.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  return createHash('sha256').update(plain.join('\0')).digest('hex');
}
