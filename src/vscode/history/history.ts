/** The last runs of the workspace, kept as they end. Errors here never disturb a run. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { FolderReduction } from '../runs/folderReduction';
import { Isolation, Reduction } from '../runs/documentRuns';
import type { Run } from '../runs/run';
import type { InterruptedRuns } from '../resuming/interrupted';
import type { Runs } from '../runs/runs';
import { type AnyRecord, HistoryStore, type KeptReduction, type KeptRun, isFolderRecord, isIsolation } from './record';
import { folderRecordOf, isolationRecordOf, recordOf } from './recordOf';

/** Runs of a working day. */
const recentMs = 12 * 3_600_000;

export class History implements vscode.Disposable {
  readonly folder: string;
  readonly store: HistoryStore;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listeners: vscode.Disposable[];

  /** `storage`: the extension's folder. */
  constructor(
    private readonly runs: Runs,
    readonly interrupted: InterruptedRuns,
    storage: vscode.Uri,
  ) {
    this.folder = join(storage.fsPath, 'history');
    this.store = new HistoryStore(this.folder);
    this.listeners = [
      this.changed,
      interrupted.onDidChange(() => this.changed.fire()),
      runs.onDidBegin((run) => void this.follow(run).catch(() => {})),
    ];
  }

  /** The last one, if its result is kept and it ended not long ago: before a reload of the window. */
  async lastReduction(): Promise<KeptReduction | undefined> {
    const [run] = await this.store.list();
    const isRecent = run && Date.now() - run.when < recentMs;
    return isRecent && run.hasText && !isIsolation(run) && !isFolderRecord(run) ? run : undefined;
  }

  async remove({ id }: KeptRun): Promise<void> {
    await this.store.remove(id);
    this.changed.fire();
  }

  async clear(): Promise<void> {
    await this.store.clear();
    await this.interrupted.clear();
    this.changed.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  /** A run that was discarded is not kept, nor one that the next window resumes. */
  private async follow(run: Run): Promise<void> {
    await run.ended;
    const record = !this.runs.closing && this.runs.knows(run) && worthwhile(run);
    if (!record) return;
    await this.store
      .add(record)
      .catch((error: Error) => this.runs.log.note(run.name, l10n.t('not kept in the history: {0}', error.message)));
    this.changed.fire();
  }
}

/** Undefined for a run that was stopped before it found anything. */
function worthwhile(run: Run): AnyRecord | undefined {
  const { course } = run.figures;
  const isNothing = run.end!.ending === 'interrupted' && course[0]?.size === course.at(-1)?.size;
  if (isNothing || run.rules.length === 0) return undefined;
  if (run instanceof Reduction) return recordOf(run);
  if (run instanceof FolderReduction) return folderRecordOf(run);
  return run instanceof Isolation ? isolationRecordOf(run) : undefined;
}
