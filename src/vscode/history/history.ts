/**
 * The runs of the workspace on disk. While a run is under way, its record lies beside its journal: if its process is gone, the run was
 * interrupted, and can be resumed. When it has ended, its record stays with its result. Errors here never disturb a run.
 */
import { testCount } from '../../reduction/events/progress';
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type RunJob, isFolder } from '../../host/port';
import { type JournalPlace, isolates } from '../../reduction/job';
import { digest } from '../../text/encoding';
import { identityOf, isRunning, runsElsewhere } from '../../reduction/journal/identity';
import { resumable } from '../../reduction/journal/journal';
import type { Run } from '../runs/run';
import { endsOf } from '../../reduction/events/runState';
import type { Runs } from '../runs/runs';
import { startThread } from '../thread';
import { Problem, reduceButton } from '../window/problems';
import { Owner, throttled } from '../window/owner';
import type { Resumed } from '../oracles/taskOracle';
import { type KeptRun, type RunRecord, Records, inputDigest, recordOf } from './record';
import { nameOf } from './report';

/** Minimum time between two writes of the record of a run under way, and between two looks for interrupted runs; ms. */
const gaps = { write: 1000, look: 5000 };

export class History extends Owner {
  readonly folder: string;
  private readonly records: Records;
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChange = this.changed.event;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly runs: Runs,
    storage: vscode.Uri,
  ) {
    super();
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(() => void this.look()));
    this.own({ dispose: () => clearTimeout(this.timer) });
    this.folder = join(storage.fsPath, 'history');
    this.records = new Records(this.folder);
  }

  /** Interrupted runs, then ended ones; the newest first. */
  async list(): Promise<KeptRun[]> {
    const all = (await this.records.list()).filter(({ end, tests, writer, uri }) => {
      // A run without a test has nothing to resume.
      return end || (tests > 0 && !isRunning(writer) && !this.runs.runningOn(vscode.Uri.parse(uri)));
    });
    return all.sort((one, other) => Number(Boolean(one.end)) - Number(Boolean(other.end)) || other.when - one.when);
  }

  async remove({ id, end }: KeptRun): Promise<void> {
    await this.records.remove(id);
    if (!end) await rm(this.journalOf(id), { force: true }).catch(() => {});
    await this.unmark();
    this.changed.fire();
  }

  /**
   * The place of the job's journal, after asking whether to resume one that is there; undefined if the user cancels. `resumes`: it
   * must be there. Throws `Problem`.
   */
  async placeFor(document: vscode.Uri, job: RunJob, resumes?: Resumed): Promise<JournalPlace | undefined> {
    const id = idOf(document, job);
    const file = this.journalOf(id);
    // If that fails, the run says so.
    await mkdir(this.folder, { recursive: true }).catch(() => {});
    const name = basename(document.path);
    if (isElsewhere(await this.records.read(id))) {
      throw new Problem(l10n.t('{0} is in use by a run in another window: stop that run first.', name));
    }
    const isThere = await isResumable(file, job);
    const fresh = { file, fresh: true, optional: true };
    if (!isThere && !resumes) return fresh;
    if (!isThere) {
      const isOther = !isFolder(job) && inputDigest([job.input.text, job.input.passing]) !== resumes!.input;
      const message = isOther
        ? l10n.t('{0} has changed since the run was interrupted: start it again.', name)
        : l10n.t('The test of {0}, or Whittle itself, has changed: start the run again.', name);
      throw new Problem(message, reduceButton(document));
    }
    if (resumes) return { file };
    const message = l10n.t('An earlier run on {0} with this test was interrupted.', name);
    const resume = l10n.t('Resume');
    const choice = await vscode.window.showInformationMessage(message, resume, l10n.t('Start Over'));
    if (!choice) return undefined;
    return choice === resume ? { file } : fresh;
  }

  /** Keeps a record of the run until its end, and then of its result. Rejects with `RunFailed`. */
  async follow(run: Run): Promise<void> {
    const { journal } = run.job;
    const writing = journal && this.record(run);
    try {
      await run.ended;
      if (['done', 'size'].includes(run.end!.ending)) await this.forget(run);
      // When the window closes, the next one finds the runs that this has stopped.
      if (!this.runs.closing) await this.keep(run);
    } finally {
      writing?.dispose();
      if (journal && !this.runs.closing) await this.drop(run);
      this.changed.fire();
    }
  }

  /** There is nothing to resume any more. */
  async forget({ job: { journal } }: Run): Promise<void> {
    if (journal) await rm(journal.file, { force: true }).catch(() => {});
  }

  /** Rejects if it cannot be written. */
  async add(record: RunRecord): Promise<void> {
    // Names sort by time.
    await this.records.write(`${String(record.when).padStart(15, '0')}-${randomBytes(4).toString('hex')}`, record);
  }

  /** Finds interrupted runs and offers them, once; the window before a reload may still be ending. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    if ((await this.records.list()).some(isElsewhere)) {
      this.timer = setTimeout(() => void this.look(), gaps.look).unref();
    }
    await this.unmark();
    this.changed.fire();
    const fresh = (await this.list()).filter(({ end, offered }) => !end && !offered);
    if (fresh.length === 0 || !vscode.workspace.isTrusted) return;
    for (const { id, ...record } of fresh) await this.records.write(id, { ...record, offered: true }).catch(() => {});
    await offer(fresh);
  }

  /** Writes now and then how far a run has come. */
  private record(run: Run): vscode.Disposable {
    const id = idOf(run.uri, run.job);
    const write = throttled(() => {
      // The record of a run that this one resumes is better than one without a test.
      const isNews = run.running && (run.job.journal!.fresh || run.tests > 0);
      const record = isNews ? recordOf(run) : undefined;
      if (record?.again) void this.records.write(id, record).catch(() => {});
    }, gaps.write);
    write();
    void markRun(run.uri);
    run.onEvents(write);
    return write;
  }

  /** The run is not under way any more; one that was started over has the same record. */
  private async drop({ uri, job }: Run): Promise<void> {
    if (this.runs.running.some((other) => other.job.journal?.file === job.journal!.file)) return;
    await this.records.remove(idOf(uri, job));
    await this.unmark();
  }

  /** Not a run that was discarded or found nothing. */
  async keep(run: Run): Promise<void> {
    const { before, after } = endsOf(run);
    const isNothing = run.rules.length === 0 || (run.end!.ending === 'interrupted' && before === after);
    if (!this.runs.knows(run) || isNothing) return;
    await this.add(recordOf(run)).catch((error: Error) =>
      this.runs.log.note(run.name, l10n.t('not kept in the history: {0}', error.message)),
    );
  }

  private async unmark(): Promise<void> {
    if (!this.runs.running.some(({ job }) => job.journal) && (await this.records.list()).every(({ end }) => end))
      await unmarkRuns();
  }

  private journalOf(id: string): string {
    return join(this.folder, `${id}.jsonl`);
  }
}

async function offer([run, ...others]: readonly KeptRun[]): Promise<void> {
  const [resume, forget, show] = [l10n.t('Resume'), l10n.t('Forget'), l10n.t('Show History')];
  const many = l10n.t('{0} runs were interrupted. The History view lists them.', others.length + 1);
  const one = l10n.t('The run on {0} was interrupted after {1}.', nameOf(run), testCount(run.tests));
  const [message, ...choices] = others.length > 0 ? [many, show] : [one, resume, forget];
  const choice = await vscode.window.showInformationMessage(message, ...choices, l10n.t('Later'));
  if (choice === resume) await vscode.commands.executeCommand('whittle.historyResume', run);
  else if (choice === forget) await vscode.commands.executeCommand('whittle.historyRemove', run);
  else if (choice === show) await vscode.commands.executeCommand('whittle.historyView.focus');
}

/** Another process works on it now. */
function isElsewhere(record: RunRecord | undefined): boolean {
  return record !== undefined && !record.end && runsElsewhere(record.writer);
}

/** Of an interrupted run of this job? The files of a folder are read in a thread. */
async function isResumable(at: string, job: RunJob): Promise<boolean> {
  if (isFolder(job)) return existsSync(at) && startThread<boolean>({ kind: 'resumable', job, at }).outcome;
  return resumable(at, identityOf(job));
}

/** Of the record of a run under way: one for each document or folder and kind of run. Sorts after the records of runs that have ended. */
function idOf(uri: vscode.Uri, job: RunJob): string {
  const kind = isFolder(job) ? ` ${job.input.paths.join(' ')}` : isolates(job) ? ' isolation' : '';
  return `run-${digest(`${uri}${kind}`).slice(0, 32)}`;
}

/** A file in the workspace tells of a run under way: the extension is activated by it. Where nobody looks and git neither; the first whose folder exists (in a worktree .git is a file). */
const places = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];

export async function markRun(uri: vscode.Uri): Promise<void> {
  const [file] = marksIn(vscode.workspace.getWorkspaceFolder(uri));
  if (!file) return;
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  // `wx` never writes through a link.
  await writeFile(file, '', { flag: 'wx' }).catch(() => {});
}

/** No run is under way, nor is there one to resume: nothing of ours stays in the workspace. */
export async function unmarkRuns(): Promise<void> {
  const files = (vscode.workspace.workspaceFolders ?? []).flatMap(marksIn);
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}

function marksIn(folder: vscode.WorkspaceFolder | undefined): string[] {
  if (folder?.uri.scheme !== 'file' || !vscode.workspace.isTrusted) return [];
  const { fsPath } = folder.uri;
  return places.filter((place) => isInside(fsPath, place)).map((place) => join(fsPath, place));
}

/** Is the first directory there, and are those down to the file, as far as they are there, no links? */
function isInside(folder: string, place: string): boolean {
  const steps = place.split('/').slice(0, -1);
  return steps.every((_, at) => {
    const status = lstatSync(join(folder, ...steps.slice(0, at + 1)), { throwIfNoEntry: false });
    return status?.isDirectory() ?? at > 0;
  });
}
