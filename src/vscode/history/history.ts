/** The last runs of the workspace, kept as they end. Errors here never disturb a run. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Run } from '../runs/run';
import { endsOf } from '../runs/progress';
import type { Runs } from '../runs/runs';
import { JsonFiles } from '../window/jsonFiles';
import type { InterruptedRun, InterruptedRuns } from './interrupted';
import { type RunRecord, recordOf } from './record';

/** The oldest goes when there are more. */
const mostRuns = 20;

/** Runs of a working day. */
const recentMs = 12 * 3_600_000;

/** A run that has ended. */
export type KeptRun = RunRecord & { readonly id: string };
export type HistoryEntry = InterruptedRun | KeptRun;

export function isInterrupted(entry: HistoryEntry): entry is InterruptedRun {
  return 'state' in entry;
}

export class History implements vscode.Disposable {
  readonly folder: string;
  private readonly records: JsonFiles<RunRecord>;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listeners: vscode.Disposable[];

  /** `storage`: the extension's folder. */
  constructor(
    private readonly runs: Pick<Runs, 'onDidBegin' | 'closing' | 'knows' | 'log'>,
    private readonly interrupted: InterruptedRuns,
    storage: vscode.Uri,
  ) {
    this.folder = join(storage.fsPath, 'history');
    this.records = new JsonFiles(this.folder, '.json', 2);
    this.listeners = [
      this.changed,
      interrupted.onDidChange(() => this.changed.fire()),
      runs.onDidBegin((run) => void this.follow(run).catch(() => {})),
    ];
  }

  /** Interrupted runs, then ended ones; the newest first. */
  async list(): Promise<HistoryEntry[]> {
    return [...(await this.interrupted.list()), ...(await this.records.list())];
  }

  /** The last reduction of a file, if its result is kept and it ended not long ago: before a reload of the window. */
  async last(): Promise<KeptRun | undefined> {
    const [run] = await this.records.list();
    const isRecent = run && Date.now() - run.when < recentMs;
    return isRecent && typeof run.outcome === 'string' ? run : undefined;
  }

  async remove(entry: HistoryEntry): Promise<void> {
    if (isInterrupted(entry)) return this.interrupted.forget(entry.id);
    await this.records.remove(entry.id);
    this.changed.fire();
  }

  async clear(): Promise<void> {
    await this.records.clear();
    await this.interrupted.clear();
    this.changed.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  /** Not a run that was discarded or found nothing, nor one that the next window resumes. */
  private async follow(run: Run): Promise<void> {
    await run.ended;
    const { before, after } = endsOf(run);
    const isNothing = run.rules.length === 0 || (run.end!.ending === 'interrupted' && before === after);
    if (this.runs.closing || !this.runs.knows(run) || isNothing) return;
    await this.add(recordOf(run)).catch((error: Error) =>
      this.runs.log.note(run.name, l10n.t('not kept in the history: {0}', error.message)),
    );
    this.changed.fire();
  }

  /** Rejects if it cannot be written. */
  async add(record: RunRecord): Promise<void> {
    // Names sort by time.
    const id = `${String(record.when).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
    await this.records.write(id, record, mostRuns);
  }
}
