/**
 * The journals of this workspace's runs, one for each document or folder and kind of run: with them a run continues after a reload or a crash.
 * While a run is under way its record lies beside its journal; one whose process is gone is that of an interrupted run.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type RunJob, isFolder, isolates } from '../../host/port';
import type { JournalPlace } from '../../reduction/job';
import { identityOf, identityOfIsolation, isOther, isRunning } from '../../reduction/journal/identity';
import { resumable } from '../../reduction/journal/journal';
import type { Run } from '../runs/run';
import { startThread } from '../thread';
import { Problem, reduceButton } from '../window/buttons';
import { JsonFiles } from '../window/jsonFiles';
import { throttled } from '../window/throttled';
import { type RunRecord, recordOf } from './record';

/** Minimum time between two writes of a record, ms. */
const gapMs = 1000;

export class Journals {
  readonly records: JsonFiles<RunRecord>;
  private readonly folder: string;
  /** Of the runs under way, by the names of their journals. */
  private readonly running = new Map<string, Run>();

  /** `storage`: the extension's folder. */
  constructor(storage: vscode.Uri) {
    this.folder = join(storage.fsPath, 'journals');
    this.records = new JsonFiles(this.folder, '.run.json', 3);
  }

  /**
   * The place of the job's journal, after asking whether to resume one that is there; undefined if the user cancels. `resumes`: it
   * must be there. Throws `Problem`.
   */
  async placeFor(document: vscode.Uri, job: RunJob, resumes = false): Promise<JournalPlace | undefined> {
    const id = idOf(document.toString(), job);
    const file = this.fileOf(id);
    // If that fails, the run says so.
    await mkdir(this.folder, { recursive: true }).catch(() => {});
    const name = basename(document.path);
    if (isElsewhere(await this.records.read(id))) {
      throw new Problem(l10n.t('{0} is in use by a run in another window: stop that run first.', name));
    }
    const isThere = await isResumable(file, job);
    const fresh = { file, fresh: true, optional: true };
    if (resumes && isThere) return { file };
    if (resumes) {
      const message = l10n.t('The test of {0}, or Whittle itself, has changed: start the run again.', name);
      throw new Problem(message, reduceButton(document));
    }
    if (!isThere) return fresh;
    const message = l10n.t('An earlier run on {0} with this test was interrupted.', name);
    const resume = l10n.t('Resume');
    const choice = await vscode.window.showInformationMessage(message, resume, l10n.t('Start Over'));
    if (!choice) return undefined;
    return choice === resume ? { file } : fresh;
  }

  /** Keeps a record of the run until its end. */
  async follow(run: Run): Promise<void> {
    const id = idOfRun(run);
    this.running.set(id, run);
    // The record of a run that this one resumes is better than one without a test.
    const isNews = () => run.running && (run.job.journal?.fresh || run.tests > 0);
    const write = throttled(() => {
      const record = this.running.get(id) === run && isNews() ? recordOf(run) : undefined;
      if (record?.again) void this.records.write(id, record).catch(() => {});
    }, gapMs);
    write();
    void markRun(run.uri);
    run.onEvents(write);
    await run.ended.catch(() => {});
    write.dispose();
  }

  /** The run has ended: there is no need to offer it. */
  async end(run: Run): Promise<void> {
    const id = idOfRun(run);
    if (this.running.get(id) !== run) return;
    this.running.delete(id);
    await this.records.remove(id).catch(() => {});
    await this.unmark();
  }

  /** There is nothing to resume any more. */
  async remove(run: Run): Promise<void> {
    if (run.job.journal) await this.forget(idOfRun(run));
  }

  async forget(id: string): Promise<void> {
    await this.records.remove(id).catch(() => {});
    await rm(this.fileOf(id), { force: true }).catch(() => {});
    await this.unmark();
  }

  /** If there is nothing to resume, nothing of ours stays in the workspace. */
  async unmark(): Promise<void> {
    if ((await this.records.list()).length === 0 && this.running.size === 0) await unmarkRuns();
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.jsonl`);
  }
}

/** Another process works on it now. */
export function isElsewhere(record: RunRecord | undefined): boolean {
  return record !== undefined && isOther(record.writer) && isRunning(record.writer);
}

/** Of an interrupted run of this job? The files of a folder are read in a thread. */
async function isResumable(at: string, job: RunJob): Promise<boolean> {
  if (isFolder(job)) return existsSync(at) && startThread<boolean>({ kind: 'resumable', job, at }).outcome;
  return resumable(at, isolates(job) ? identityOfIsolation(job, job.input.unit!) : identityOf(job));
}

const idOfRun = ({ uri, job }: Run) => idOf(uri.toString(), job);

/** Of the files of a run. */
function idOf(uri: string, job: RunJob): string {
  const kind = isFolder(job) ? ` ${job.input.paths.join(' ')}` : isolates(job) ? ' isolation' : '';
  const name = uri + kind;
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/** Where nobody looks and git neither; the first whose folder exists (in a worktree .git is a file). */
const places = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];

/** A file in the workspace tells of a run under way: the extension is activated by it, and offers to resume the run. */
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
