/**
 * The journals of this workspace's reductions, one a file that is reduced: from them a run goes on after a reload or a crash. As long
 * as a run is under way there is a note beside its journal; a note whose process is gone is that of an interrupted run.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { identityOf } from '../../reduction/journal/identity';
import type { Job, JournalPlace } from '../../reduction/job';
import { resumable } from '../../reduction/journal/journal';
import { isOther, isRunning } from '../../reduction/journal/writers';
import { DocumentProblem } from '../runs/jobs';
import type { Reduction } from '../runs/reduction';
import { noteOf } from './note';
import type { RunNote } from './note';
import { Notes } from './notes';
import { throttled } from '../window/throttled';

/** Notes are written anew at most so often, ms. */
const gapMs = 1000;

export class Journals {
  readonly notes: Notes;
  private readonly folder: string;
  /** Whose notes are there, by the document's address. */
  private readonly noted = new Map<string, Reduction>();

  /** `storage`: where the extension may keep files. */
  constructor(storage: vscode.Uri) {
    this.folder = join(storage.fsPath, 'journals');
    this.notes = new Notes(this.folder);
  }

  /**
   * Where the job's journal goes, after asking whether to resume one that is there; undefined if the user wants neither. Throws
   * `DocumentProblem` if another window writes it.
   */
  async placeFor(document: vscode.Uri, job: Job): Promise<JournalPlace | undefined> {
    const file = this.fileOf(document);
    // Where it cannot be made, the run says so.
    await mkdir(this.folder, { recursive: true }).catch(() => {});
    const name = basename(document.path);
    if (isElsewhere(await this.notes.read(nameOf(document)))) {
      throw new DocumentProblem(l10n.t('{0} is being reduced in another window: stop that run first.', name));
    }
    if (!(await resumable(file, identityOf(job)))) return { file, fresh: true, optional: true };
    const message = l10n.t('An earlier reduction of {0} with this test was interrupted.', name);
    const resume = l10n.t('Resume');
    const choice = await vscode.window.showInformationMessage(message, resume, l10n.t('Start Over'));
    if (!choice) return undefined;
    return choice === resume ? { file } : { file, fresh: true, optional: true };
  }

  /** The journal that this job goes on from. Throws `DocumentProblem` if there is none that fits. */
  async placeToResume(document: vscode.Uri, job: Job): Promise<JournalPlace> {
    const file = this.fileOf(document);
    if (await resumable(file, identityOf(job))) return { file };
    throw new DocumentProblem(
      l10n.t('The test of {0}, or Whittle itself, has changed: reduce the file again.', basename(document.path)),
    );
  }

  /** From now on there is a note of the run. */
  async begin(reduction: Reduction): Promise<void> {
    const { uri, job } = reduction;
    const name = nameOf(uri);
    this.noted.set(name, reduction);
    const before = job.journal?.fresh ? undefined : await this.notes.read(name);
    const write = throttled(() => {
      const note = this.noted.get(name) === reduction && reduction.running ? noteOf(reduction, before) : undefined;
      if (note) void this.notes.write(name, note);
    }, gapMs);
    write();
    reduction.onEvents(write);
    await reduction.ended.catch(() => {});
    write.dispose();
  }

  /** The run has ended: nobody needs to be asked whether to resume it. */
  async end(reduction: Reduction): Promise<void> {
    const name = nameOf(reduction.uri);
    if (this.noted.get(name) !== reduction) return;
    this.noted.delete(name);
    await this.notes.remove(name);
  }

  /** There is nothing to be resumed any more. */
  async remove(document: vscode.Uri): Promise<void> {
    await this.notes.remove(nameOf(document));
    await rm(this.fileOf(document), { force: true }).catch(() => {});
  }

  /** The user was asked whether to resume this run. */
  async offered(note: RunNote): Promise<void> {
    await this.notes.write(nameOf(vscode.Uri.parse(note.uri)), { ...note, offered: true });
  }

  private fileOf(document: vscode.Uri): string {
    return join(this.folder, `${nameOf(document)}.jsonl`);
  }
}

/** Does another process work on it now? */
export function isElsewhere(note: RunNote | undefined): boolean {
  return note !== undefined && isOther(note.writer) && isRunning(note.writer);
}

/** Of its files. */
function nameOf(document: vscode.Uri): string {
  return createHash('sha256').update(document.toString()).digest('hex').slice(0, 32);
}
