/** All runs of this window, at most one for each document or folder at a time; updates log and menus. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { liveOutput } from '../../oracle/processes/output';
import { logLines } from '../../reduction/events/logLines';
import { tellTrouble } from '../results/notifications';
import { derivedUri, originalUri, resultUri } from '../results/results';
import { Problem, commandButton, requireTrust } from '../window/problems';
import { Owner, throttled } from '../window/owner';
import { FolderReduction, Isolation, Reduction, isReducing, sides } from './kinds';
import type { Named } from '../oracles/taskOracle';
import type { Run } from './run';

/** The output channel, in the language that syntaxes/ highlights. */
class Log extends Owner {
  private last = '';
  private readonly channel = this.own(vscode.window.createOutputChannel('Whittle', 'whittle-log'));

  /** `file` is named where its lines follow those of another. */
  write(file: string, lines: readonly string[], isNew = false): void {
    if (lines.length === 0) return;
    const speaker = file === this.last || isNew ? [] : [`@ ${file}`];
    this.last = file;
    this.channel.append(`${[...speaker, ...lines].join('\n')}\n`);
  }

  /** A line of our own about a file. */
  note(file: string, text: string): void {
    this.write(file, [`note: ${text}`]);
  }

  show(): void {
    this.channel.show(true);
  }
}

/** What the tests say that run now, in an output channel of its own. */
class LiveOutput extends Owner {
  private channel: vscode.OutputChannel | undefined;
  private looking: NodeJS.Timeout | undefined;

  /** Follows it until no run is under way. */
  show(isRunning: () => boolean): void {
    this.channel ??= this.own(vscode.window.createOutputChannel(l10n.t('Whittle: Running Test')), {
      dispose: () => this.stop(),
    });
    this.channel.show(true);
    this.looking ??= setInterval(() => (isRunning() ? this.look() : this.stop()), gaps.output);
  }

  /** Between two tests the last output stays. */
  private look(): void {
    const said = liveOutput().join('\n\n');
    if (said) this.channel!.replace(said);
  }

  private stop(): void {
    clearInterval(this.looking);
    this.looking = undefined;
  }
}

/** The last one of its kind is known by this. What it is made of must be of the same kind. */
export type KindOfRun<R extends Run> = new (target: never, made: never, named: Named) => R;

/** Between two looks at an edited document, at what tests say, and at the clock; ms. */
const gaps = { edit: 250, output: 500, clock: 2000 };

export class Runs extends Owner {
  readonly log = this.own(new Log());
  private readonly live = this.own(new LiveOutput());
  /** The last reduction and the last isolation of each document, in order. */
  private readonly known = new Set<Run>();
  private readonly changed = this.own(new vscode.EventEmitter<'progress' | undefined>());
  /** Runs come, end and go, or another one is shown; `progress` at most 15 times a second for each running run. */
  readonly onDidChange = this.changed.event;
  /** Begun or chosen last, or of an editor that became the active one. */
  private chosen: Run | undefined;
  /** The window closes: the user did not stop the runs. */
  closing = false;

  constructor() {
    super();
    this.own({ dispose: () => this.known.forEach((run) => run.dispose()) });
    const editors = vscode.window.onDidChangeActiveTextEditor((editor) => {
      const run = editor && lastOf(this.of(editor.document.uri));
      this.show(run && run.uri.toString() !== this.chosen?.uri.toString() ? run : this.chosen);
    });
    // A result that is applied, or undone, has no actions, or has them again.
    const afterEdit = this.own(throttled(() => this.update(), gaps.edit));
    const edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.of(document.uri).some(({ end }) => end)) afterEdit();
    });
    // A slow test tells nothing for long; the views do.
    const ticking = setInterval(() => this.shown?.running && this.changed.fire('progress'), gaps.clock).unref();
    this.own(editors, edits, { dispose: () => clearInterval(ticking) });
  }

  get running(): Run[] {
    return this.all().filter(({ running }) => running);
  }

  runningOn(uri: vscode.Uri): Run | undefined {
    return this.of(uri).find(({ running }) => running);
  }

  /**
   * The run of panel and status bar, and of commands that name none: the one begun or chosen last, until the editor of another run
   * becomes active; then that one. Else the run of the active editor, a running one, or the last one.
   */
  get shown(): Run | undefined {
    if (this.chosen && this.knows(this.chosen)) return this.chosen;
    const active = vscode.window.activeTextEditor?.document.uri;
    return (active && lastOf(this.of(active))) ?? lastOf(this.all());
  }

  show(run: Run | undefined): void {
    this.chosen = run;
    this.update();
  }

  /** Throws `Problem` if a run works on this document or folder, or on something in it, and `NotTrusted`. */
  requireIdle(uri: vscode.Uri): void {
    requireTrust();
    const run = this.runningOn(uri) ?? this.running.find((one) => one.uri.toString().startsWith(`${uri}/`));
    if (!run) return;
    const message = l10n.t('{0} already has a run under way: stop that run first.', run.name);
    throw new Problem(message, commandButton(l10n.t('Stop'), 'whittle.stop', run.uri));
  }

  /** Of the tests that run in this window. */
  showOutput(): void {
    this.live.show(() => this.running.length > 0);
  }

  update(): void {
    this.updateContext();
    this.changed.fire(undefined);
  }

  /** Stops every run of this window and waits for their ends, a moment at most. */
  async shutDown(): Promise<void> {
    const running = this.running.filter(({ isElsewhere }) => !isElsewhere);
    this.closing = true;
    running.forEach((run) => run.stop());
    const ended = Promise.allSettled(running.map((run) => run.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
  }

  /** Shows it, and its progress until its end. The last one of its kind and document must be removed before. */
  add(run: Run): void {
    this.known.add(run);
    run.onEvents((events) => {
      this.log.write(run.name, events.flatMap(logLines), events[0].event === 'started');
      tellTrouble(run, events);
      for (const event of events) if (event.event === 'left') void vscode.window.showWarningMessage(event.message);
      if (events.some(({ event }) => ['calibrated', 'paused', 'resumed'].includes(event))) this.updateContext();
      this.changed.fire('progress');
    });
    this.show(run);
    void run.ended.catch(() => {}).finally(() => this.update());
  }

  remove(run: Run): void {
    this.known.delete(run);
  }

  /** It is the last one of its kind and document. */
  knows(run: Run): boolean {
    return this.known.has(run);
  }

  all(): Run[] {
    return [...this.known];
  }

  /** Of this document, or of the one that this result was made from. */
  of(uri: vscode.Uri): Run[] {
    const address = originalUri(uri);
    return this.all().filter((run) => run.covers(address));
  }

  last<R extends Run>(uri: vscode.Uri, kind: KindOfRun<R>): R | undefined {
    return this.of(uri).find((run): run is R => run instanceof kind);
  }

  private updateContext(): void {
    const { running, shown } = this;
    const canPause = shown?.running === true;
    const all = this.all();
    const ended = all.filter(({ end }) => end);
    const reduced = ended.filter((run) => run instanceof Reduction && !run.isApplied);
    const isolated = ended.filter((run) => run instanceof Isolation);
    const contexts = {
      running: running.length > 0,
      canPause: canPause && !shown.paused,
      canResume: canPause && shown.paused,
      canSkip: canPause && isReducing(shown),
      runningPaths: pathsOf(running),
      pausedPaths: pathsOf(running.filter(({ paused }) => paused)),
      skippablePaths: pathsOf(running.filter(isReducing)),
      reducedPaths: pathsOf(reduced),
      folderPaths: pathsOf(ended.filter((run) => run instanceof FolderReduction)),
      savablePaths: pathsOf(reduced.filter(({ named }) => named.recipe)),
      testPaths: pathsOf(all.filter((run) => run instanceof Reduction && run.job.oracle.kind === 'test')),
      learnedPaths: pathsOf(all.filter((run) => isReducing(run) && run.learned)),
      isolatedPaths: isolated.flatMap(({ uri }) => [uri.path, ...sides.map((side) => derivedUri(uri, side).path)]),
    };
    for (const [name, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `whittle.${name}`, value);
    }
  }
}

/** Running runs first; of several, the one that was added last. */
function lastOf(runs: readonly Run[]): Run | undefined {
  return runs.findLast(({ running }) => running) ?? runs.at(-1);
}

/** Of their files that are open, and of their results. */
function pathsOf(runs: readonly Run[]): string[] {
  return runs
    .flatMap(({ uri, documents }) => [uri, resultUri(uri), ...documents.map((one) => one.uri)])
    .map((uri) => uri.path);
}
