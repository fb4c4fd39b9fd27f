/** All runs of this window, at most one a document at a time, and what log and menus show of them. */
import * as vscode from 'vscode';
import { derivedUri, originalUri } from '../results/derived';
import { sides } from '../isolation/differences';
import type { Isolation } from '../isolation/isolation';
import { DocumentProblem } from './jobs';
import { Log } from '../window/log';
import { showProgress, tellTrouble } from '../results/notifications';
import type { Reduction } from './reduction';
import { resultUri } from '../results/results';
import type { Run } from './run';
import { requireTrust } from '../window/trust';

/** Of each document the last run, running or finished; by the document's address. */
type LastRuns<R> = Map<string, R>;

export class Runs implements vscode.Disposable {
  readonly log = new Log();
  readonly reductions: LastRuns<Reduction> = new Map();
  readonly isolations: LastRuns<Isolation> = new Map();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Runs came, went or got on; at most 15 times a second for each that runs. */
  readonly onDidChange = this.changed.event;
  private readonly begun = new vscode.EventEmitter<Run>();
  /** A run is followed from now on. */
  readonly onDidBegin = this.begun.event;
  private readonly editors = vscode.window.onDidChangeActiveTextEditor(() => this.update());
  /** The window closes: it is not the user who stops what runs. */
  closing = false;

  get running(): Run[] {
    return this.all().filter(({ running }) => running);
  }

  /** The run that works on this document now. */
  runningOn(uri: vscode.Uri): Run | undefined {
    return this.of(uri).find(({ running }) => running);
  }

  /** The run that is used when none is named: that of the active document, or the only one. */
  get meant(): Run | undefined {
    const active = vscode.window.activeTextEditor?.document.uri;
    const { running } = this;
    return (active && this.runningOn(active)) ?? (running.length === 1 ? running[0] : undefined);
  }

  /** Throws `DocumentProblem` if a run works on this document, `NotTrusted` if none may begin. */
  requireIdle(uri: vscode.Uri): void {
    requireTrust();
    const run = this.runningOn(uri);
    if (!run) return;
    throw new DocumentProblem(run.doing.busy);
  }

  /** Shows how a run gets on until it has ended. Rejects with `RunFailed`. */
  async follow(run: Run): Promise<void> {
    run.onEvents((events) => {
      this.log.write(run.name, events);
      tellTrouble(run, events);
      for (const event of events) if (event.event === 'left') void vscode.window.showWarningMessage(event.message);
      if (events.some(({ event }) => ['calibrated', 'paused', 'resumed'].includes(event))) this.updateContext();
      this.changed.fire();
    });
    this.begun.fire(run);
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
    this.updateContext();
    this.changed.fire();
  }

  /** Stops every run and waits for what still runs, a moment at most. */
  async shutDown(): Promise<void> {
    const { running } = this;
    this.closing = true;
    running.forEach((run) => run.stop());
    const ended = Promise.allSettled(running.map((run) => run.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
  }

  dispose(): void {
    for (const part of [...this.all(), this.editors, this.log, this.changed, this.begun]) part.dispose();
  }

  /** The last runs of all documents, running or finished. */
  all(): Run[] {
    return [...this.reductions.values(), ...this.isolations.values()];
  }

  /** The last reduction and the last isolation of this document, or of the one that this result was made from. */
  of(uri: vscode.Uri): Run[] {
    const address = originalUri(uri).toString();
    const all = [this.reductions, this.isolations].map((runs) => runs.get(address));
    return all.filter((run) => run !== undefined);
  }

  private updateContext(): void {
    const reduced = (uri: vscode.Uri) => [uri.path, resultUri(uri).path];
    const isolated = (uri: vscode.Uri) => [uri.path, ...sides.map((side) => derivedUri(uri, side).path)];
    const those = (which: (run: Run) => boolean) => this.running.filter(which).flatMap(({ uri }) => reduced(uri));
    const finished = (runs: LastRuns<Run>) => [...runs.values()].filter(({ end }) => end).map(({ uri }) => uri);
    const contexts = {
      running: this.running.length > 0,
      canPause: this.meant !== undefined && !this.meant.paused,
      canResume: this.meant?.paused === true,
      canSkip: this.meant !== undefined && this.reductions.get(this.meant.uri.toString()) === this.meant,
      runningPaths: those(() => true),
      pausedPaths: those(({ paused }) => paused),
      skippablePaths: those((run) => this.reductions.get(run.uri.toString()) === run),
      reducedPaths: finished(this.reductions).flatMap(reduced),
      savablePaths: [...this.reductions.values()]
        .filter(({ end, recipe }) => end && recipe)
        .flatMap(({ uri }) => reduced(uri)),
      learnedPaths: [...this.reductions.values()]
        .filter(({ rules }) => rules.some(({ learned }) => learned))
        .flatMap(({ uri }) => reduced(uri)),
      isolatedPaths: finished(this.isolations).flatMap(isolated),
    };
    for (const [name, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `whittle.${name}`, value);
    }
  }
}
