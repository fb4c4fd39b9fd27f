/** The last reductions of the workspace, finished or interrupted: kept as they end, shown in a view. Whatever goes wrong here disturbs no run. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Isolation } from '../runs/isolation';
import { Reduction } from '../runs/reduction';
import type { Run } from '../runs/run';
import type { InterruptedRuns } from '../resuming/interrupted';
import type { Runs } from '../runs/runs';
import type { IsolationRecord, RunRecord } from './record';
import { isolationRecordOf, recordOf } from './recordOf';
import { HistoryStore } from './store';
import type { KeptRun } from './store';

export class History implements vscode.Disposable {
  readonly folder: string;
  readonly store: HistoryStore;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listeners: vscode.Disposable[];

  /** `storage`: where the extension may keep files. */
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

  /** A run that was given up for another is not kept. */
  private async follow(run: Run): Promise<void> {
    await run.ended;
    // It goes on later.
    if (this.runs.closing) return;
    const record = this.runs.knows(run) ? worthwhile(run) : undefined;
    if (!record) return;
    await this.store
      .add(record)
      .catch((error: Error) => this.runs.log.note(run.name, l10n.t('not kept in the history: {0}', error.message)));
    this.changed.fire();
  }
}

/** Undefined for a run that has found nothing when it was stopped. */
function worthwhile(run: Run): RunRecord | IsolationRecord | undefined {
  if (run instanceof Reduction) {
    const { ending, tokens } = run.end!;
    const isNothing = ending === 'interrupted' && tokens.before === tokens.after;
    return isNothing || run.rules.length === 0 ? undefined : recordOf(run);
  }
  if (!(run instanceof Isolation)) return undefined;
  const isNothing = run.end!.ending === 'interrupted' && run.figures.course.length <= 1;
  return isNothing || run.rules.length === 0 ? undefined : isolationRecordOf(run);
}
