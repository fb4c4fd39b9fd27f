/** The note of a run under way, beside its journal: with it the run is found again if it is interrupted. */
import { createHash } from 'node:crypto';
import { thisProcess, type Writer } from '../../reduction/journal/writers';
import type { Again, BeforeAfter } from '../history/record';
import { againOf, pathOf } from '../history/recordOf';
import type { DocumentRun } from '../runs/documentRuns';
import type { Run } from '../runs/run';
import type { DocumentRunJob, FolderJob, RunJob } from '../thread/messages';

export interface RunNote {
  /** The address of the document or the folder, and its path from the workspace folder. */
  readonly uri: string;
  readonly path: string;
  /** Of an isolation: the address of the file that passes, or '' for the empty file. */
  readonly passing?: string;
  /** Of several files: where they were looked for. */
  readonly paths?: readonly string[];
  /** Time of the last write, ms since 1970, and its process. */
  readonly when: number;
  readonly writer: Writer;
  /** See `inputDigest`; '' for several files, whose journal tells. */
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

type NotedJob = Partial<
  Omit<DocumentRunJob, 'text' | 'passing' | 'oracle' | 'cluster' | 'also' | 'journal' | 'assets'>
> & {
  /** Of the further commands. */
  readonly rules: readonly RunJob['rule'][];
};

/** `before`: of the run that this one resumes. Undefined if nothing tells how the run was started. */
export function noteOf(run: Run, before?: RunNote): RunNote | undefined {
  const { uri, job, named, tests, figures } = run;
  const again = againOf(named);
  if (!again) return undefined;
  const { oracle: _, cluster: _cluster, also = [], journal: _journal, assets: _assets, ...own } = job;
  const { rest, ...input } = ofInput(run, own);
  const sizes = [...(before ? [before.size.after] : []), ...figures.course.slice(1).map(({ size }) => size)];
  const size = before?.size.before ?? figures.course[0]?.size ?? 0;
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    when: Date.now(),
    writer: thisProcess(),
    again,
    ...input,
    job: { ...rest, rules: also.map(({ rule }) => rule) },
    size: { before: size, after: sizes.at(-1) ?? size },
    unit: figures.unit,
    tests: Math.max(tests, before?.tests ?? 0),
  };
}

/** Without what may hold secrets. */
type OwnPart = OmitFrom<DocumentRunJob> | OmitFrom<FolderJob>;
type OmitFrom<J extends RunJob> = Omit<J, 'oracle' | 'cluster' | 'also' | 'journal' | 'assets'>;

/** What the note says of the input. */
function ofInput(run: Run, own: OwnPart): Pick<RunNote, 'passing' | 'paths' | 'input'> & { readonly rest: object } {
  if ('found' in own) {
    const { found: _, open: _open, paths, ...rest } = own;
    return { paths, input: '', rest };
  }
  const { text: _, passing, ...rest } = own;
  const { originalText, made } = run as DocumentRun;
  const against = passing === undefined ? undefined : (made.passing ?? '');
  return { passing: against, input: inputDigest([originalText, passing]), rest };
}

/** The job of the noted run, from one that begins now by the same commands. */
export function jobOf<J extends RunJob>(now: J, { job: { rules, ...noted } }: RunNote): J {
  return { ...now, ...noted, also: now.also?.map((one, at) => ({ ...one, rule: rules[at] ?? one.rule })) };
}

/** Of the texts of a run, whatever their line ends and byte order marks: documents know little of those. */
export function inputDigest(texts: readonly (string | undefined)[]): string {
  const plain = texts.filter(Boolean).map((text) => text!.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  return createHash('sha256').update(plain.join('\0')).digest('hex');
}
