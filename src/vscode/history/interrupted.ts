/** Runs that were interrupted because their window was reloaded or closed, or VS Code crashed: found, and offered once. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { testCount } from '../window/figureWords';
import { isOther } from '../../reduction/journal/identity';
import { isElsewhere, type Journals } from './journals';
import type { Runs } from '../runs/runs';
import { type RunRecord, inputDigest } from './record';
import { nameOf } from './report';

/** A record of a run without an end. `edited`, `gone`: a file of the run. */
export interface InterruptedRun extends RunRecord {
  readonly id: string;
  readonly state: 'ready' | 'edited' | 'gone';
}

/** Time until runs of other processes are checked again, ms; doubled each time. */
const gaps = { first: 1000, longest: 60_000 };

export class InterruptedRuns implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly runs: Runs,
    private readonly journals: Journals,
  ) {
    this.listeners = [
      this.changed,
      runs.onDidBegin(() => this.changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.look()),
    ];
  }

  /** The last one first. */
  async list(): Promise<InterruptedRun[]> {
    const records = (await this.journals.records.list()).filter((record) => this.isInterrupted(record));
    const runs = await Promise.all(records.map(async (record) => ({ ...record, state: await stateOf(record) })));
    return runs.sort((one, other) => other.when - one.when);
  }

  async forget(id: string): Promise<void> {
    await this.journals.forget(id);
    this.changed.fire();
  }

  async clear(): Promise<void> {
    for (const { id } of await this.list()) await this.forget(id);
  }

  /** Finds and offers them; the window before a reload may still be ending. */
  async look(gapMs = gaps.first): Promise<void> {
    clearTimeout(this.timer);
    const isAnyElsewhere = (await this.journals.records.list()).some(isElsewhere);
    if (isAnyElsewhere) {
      this.timer = setTimeout(() => void this.look(Math.min(gaps.longest, 2 * gapMs)), gapMs);
      this.timer.unref();
    }
    await this.journals.unmark();
    this.changed.fire();
    if (vscode.workspace.isTrusted) await this.offer();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const listener of this.listeners) listener.dispose();
  }

  /** A run without a test has nothing to resume. */
  private isInterrupted(record: RunRecord): boolean {
    const { uri, writer, tests } = record;
    return tests > 0 && isOther(writer) && !isElsewhere(record) && !this.runs.runningOn(vscode.Uri.parse(uri));
  }

  private async offer(): Promise<void> {
    const fresh = (await this.list()).filter(({ state, offered }) => state === 'ready' && !offered);
    for (const { state: _, id, ...record } of fresh) {
      await this.journals.records.write(id, { ...record, offered: true }).catch(() => {});
    }
    if (fresh.length === 1) await offerOne(fresh[0]);
    else if (fresh.length > 1) await offerAll(fresh.length);
  }
}

async function offerOne(run: InterruptedRun): Promise<void> {
  const [resume, later, forget] = [l10n.t('Resume'), l10n.t('Later'), l10n.t('Forget')];
  const message = l10n.t('The run on {0} was interrupted after {1}.', nameOf(run), testCount(run.tests));
  const choice = await vscode.window.showInformationMessage(message, resume, later, forget);
  if (choice === resume) await vscode.commands.executeCommand('whittle.historyResume', run);
  else if (choice === forget) await vscode.commands.executeCommand('whittle.historyRemove', run);
}

async function offerAll(count: number): Promise<void> {
  const show = l10n.t('Show History');
  const message = l10n.t('{0} runs were interrupted. The History view lists them.', count);
  const choice = await vscode.window.showInformationMessage(message, show, l10n.t('Later'));
  if (choice === show) await vscode.commands.executeCommand('whittle.historyView.focus');
}

async function stateOf({ uri, passing, paths, input }: RunRecord): Promise<InterruptedRun['state']> {
  try {
    if (paths) {
      await Promise.all(paths.map((path) => vscode.workspace.fs.stat(vscode.Uri.file(path))));
      return 'ready'; // Whether a file has changed is known when all are read.
    }
    const texts = await Promise.all([uri, passing].map((one) => one && textOf(one)));
    return inputDigest(texts) === input ? 'ready' : 'edited';
  } catch {
    return 'gone';
  }
}

/** Without opening the document: that would start the extensions for its language. Rejects if the file is gone. */
async function textOf(uri: string): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
  if (open?.isUntitled) return open.getText();
  const saved = await vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
  return open?.getText() ?? Buffer.from(saved).toString('utf8');
}
