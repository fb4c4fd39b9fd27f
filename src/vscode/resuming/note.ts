/** The note of a run under way, beside its journal: with it the run is found again if it is interrupted. */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { RuleSource } from '../../oracle/judging/ruleWords';
import { type TestOracle, commandsOf, withRules } from '../../reduction/job';
import { type Writer, thisProcess } from '../../reduction/journal/writers';
import type { Again, BeforeAfter } from '../history/record';
import { againOf, pathOf } from '../history/recordOf';
import type { DocumentRun } from '../runs/documentRuns';
import type { Run } from '../runs/run';
import { isFolder, type RunJob } from '../../host/port';

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

type NotedJob = Pick<RunJob, 'tests' | 'search' | 'limits' | 'notice'> & {
  readonly input: object;
  /** Of the commands. */
  readonly rules: readonly (RuleSource | undefined)[];
  /** In place of commands. */
  readonly test?: TestOracle;
};

/** `before`: of the run that this one resumes. Undefined if nothing tells how the run was started. */
export function noteOf(run: Run, before?: RunNote): RunNote | undefined {
  const { uri, job, named, tests, figures } = run;
  const again = againOf(named);
  if (!again) return undefined;
  const { oracle, search, limits, notice } = job;
  const { rest, ...told } = ofInput(run);
  const sizes = [...(before ? [before.size.after] : []), ...figures.course.slice(1).map(({ size }) => size)];
  const size = before?.size.before ?? figures.course[0]?.size ?? 0;
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    when: Date.now(),
    writer: thisProcess(),
    again,
    ...told,
    job: {
      ...{ input: rest, tests: job.tests, search, limits, notice },
      rules: commandsOf(oracle).map(({ rule }) => rule),
      test: oracle.kind === 'test' ? oracle : undefined,
    },
    size: { before: size, after: sizes.at(-1) ?? size },
    unit: figures.unit,
    tests: Math.max(tests, before?.tests ?? 0),
  };
}

/** What the note says of the input; `rest`: without what is long. */
function ofInput(run: Run): Pick<RunNote, 'passing' | 'paths' | 'input'> & { readonly rest: object } {
  const { job } = run;
  if (isFolder(job)) {
    const { found: _, open: _open, paths, ...rest } = job.input;
    return { paths, input: '', rest };
  }
  const { text: _, passing, ...rest } = job.input;
  const { originalText, made } = run as DocumentRun;
  const against = passing === undefined ? undefined : (made.passing ?? '');
  return { passing: against, input: inputDigest([originalText, passing]), rest };
}

/** The job of the noted run, from one that begins now by the same commands. */
export function jobOf<J extends RunJob>(now: J, { job: { rules, test, input, ...noted } }: RunNote): J {
  return { ...now, ...noted, input: { ...now.input, ...input }, oracle: test ?? withRules(now.oracle, rules) };
}

/** Of the texts of a run, whatever their line ends and byte order marks: documents know little of those. */
export function inputDigest(texts: readonly (string | undefined)[]): string {
  const plain = texts.filter(Boolean).map((text) => text!.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  return createHash('sha256').update(plain.join('\0')).digest('hex');
}

/** Where nobody looks and git neither; the first whose folder exists (in a worktree .git is a file). */
const places = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];

export async function markRun(uri: vscode.Uri): Promise<void> {
  const folder = folderOf(vscode.workspace.getWorkspaceFolder(uri));
  const place = folder && places.find((one) => isDirectory(join(folder, one.split('/')[0])));
  if (!place) return;
  const file = join(folder, place);
  if (!vscode.workspace.isTrusted || !isInside(folder, place)) return;
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  // `wx` never writes through a link.
  await writeFile(file, '', { flag: 'wx' }).catch(() => {});
}

/** No run is under way, nor is there one to resume. */
export async function unmarkRuns(): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  const folders = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => folderOf(folder) ?? []);
  const files = folders.flatMap((folder) =>
    places.filter((place) => isInside(folder, place)).map((place) => join(folder, place)),
  );
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}

/** Are the directories down to it, as far as they are there, no links? */
function isInside(folder: string, place: string): boolean {
  const steps = place.split('/').slice(0, -1);
  return steps.every((_, at) => {
    const status = lstatSync(join(folder, ...steps.slice(0, at + 1)), { throwIfNoEntry: false });
    return status === undefined || status.isDirectory();
  });
}

const isDirectory = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function folderOf(folder: vscode.WorkspaceFolder | undefined): string | undefined {
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}
