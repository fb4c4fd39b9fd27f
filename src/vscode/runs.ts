/** All runs of this window, at most one a document at a time, and what status bar, log and menus show of them. */
import * as vscode from 'vscode';
import { derivedUri, originalUri } from './derived';
import { sides } from './differences';
import type { Isolation } from './isolation';
import { DocumentProblem } from './jobs';
import { Log } from './log';
import { showProgress } from './notifications';
import type { Reduction } from './reduction';
import { resultUri } from './results';
import type { Run } from './run';
import { StatusBar } from './statusBar';

/** Of each document the last run, running or finished; by the document's address. */
type LastRuns<R> = Map<string, R>;

export class Runs implements vscode.Disposable {
  readonly statusBar = new StatusBar();
  readonly log = new Log();
  readonly reductions: LastRuns<Reduction> = new Map();
  readonly isolations: LastRuns<Isolation> = new Map();
  private readonly editors = vscode.window.onDidChangeActiveTextEditor(() => this.updateStatus());

  get running(): Run[] {
    return this.all().filter(({ running }) => running);
  }

  /** The run that works on this document now. */
  runningOn(uri: vscode.Uri): Run | undefined {
    return this.of(uri).find(({ running }) => running);
  }

  /** Throws `DocumentProblem` if a run works on this document. */
  requireIdle(uri: vscode.Uri): void {
    const run = this.runningOn(uri);
    if (!run) return;
    throw new DocumentProblem(`${run.name} is being ${run.doing.passive} already: stop that run first.`);
  }

  /** Shows how a run gets on until it has ended. Rejects with `RunFailed`. */
  async follow(run: Run): Promise<void> {
    run.onEvents((events) => {
      this.log.write(run.name, events);
      this.updateStatus();
    });
    this.update();
    showProgress(run);
    try {
      await run.ended;
    } finally {
      this.update();
    }
  }

  /** Views and menus show what is there now. */
  update(): void {
    this.updateStatus();
    this.updateContext();
  }

  /** Stops every run and waits for what still runs, a moment at most. */
  async shutDown(): Promise<void> {
    const { running } = this;
    running.forEach((run) => run.stop());
    const ended = Promise.allSettled(running.map((run) => run.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
  }

  dispose(): void {
    for (const part of [...this.all(), this.editors, this.statusBar, this.log]) part.dispose();
  }

  private all(): Run[] {
    return [...this.reductions.values(), ...this.isolations.values()];
  }

  private of(uri: vscode.Uri): Run[] {
    const address = originalUri(uri).toString();
    return [this.reductions.get(address), this.isolations.get(address)].filter((run) => run !== undefined);
  }

  /**
   * What runs comes before what has ended, the active editor's before others. An isolation that has ended is shown to those
   * who look at it.
   */
  private updateStatus(): void {
    const active = vscode.window.activeTextEditor?.document.uri;
    const ofActive = active ? this.of(active) : [];
    const { running } = this;
    const runs = ofActive.find((run) => run.running) ?? running.at(-1);
    const shown = runs ?? ofActive[0] ?? [...this.reductions.values()].at(-1);
    if (shown) this.statusBar.show(shown, !ofActive.includes(shown) || running.length > 1);
    else this.statusBar.hide();
  }

  private updateContext(): void {
    const reduced = (uri: vscode.Uri) => [uri.path, resultUri(uri).path];
    const isolated = (uri: vscode.Uri) => [uri.path, ...sides.map((side) => derivedUri(uri, side).path)];
    const finished = (runs: LastRuns<Run>) => [...runs.values()].filter(({ end }) => end).map(({ uri }) => uri);
    const contexts = {
      running: this.running.length > 0,
      runningPaths: this.running.flatMap(({ uri }) => reduced(uri)),
      reducedPaths: finished(this.reductions).flatMap(reduced),
      isolatedPaths: finished(this.isolations).flatMap(isolated),
    };
    for (const [name, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `whittle.${name}`, value);
    }
  }
}
