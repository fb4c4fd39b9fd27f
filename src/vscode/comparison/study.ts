/** A study: the same searches on one file or several, in one round or several, one comparison after the other. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { basename } from 'node:path';
import type { Sample } from '../../reduction/comparison/summary';
import type { Job } from '../../reduction/job';
import { Comparison } from './comparison';

export interface Input {
  readonly document: vscode.TextDocument;
  readonly job: Job;
}

/** One file, once. */
export interface Turn extends Input {
  /** From 1: each has the next seed. */
  readonly round: number;
  /** Unset as long as it waits. */
  comparison?: Comparison;
  /** Why nothing came of it. */
  problem?: string;
}

export class Study {
  turns: readonly Turn[] = [];
  rounds = 0;
  /** The round that runs, or the last one. */
  ended: Promise<void> = Promise.resolve();
  running = false;
  /** By the user: no further turn begins in this round. */
  stopped = false;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    readonly inputs: readonly Input[],
    readonly contenders: readonly string[],
  ) {}

  /** `crash.js`, or how many files there are. */
  get name(): string {
    const [{ document }] = this.inputs;
    return this.inputs.length === 1 ? basename(document.uri.path) : l10n.t('{0} files', this.inputs.length);
  }

  get current(): Turn | undefined {
    return this.turns.find(({ comparison }) => comparison?.running);
  }

  /** The rows that are there; of several files with their paths in the workspace. */
  get samples(): Sample[] {
    return this.turns.flatMap((turn) =>
      (turn.comparison?.rows ?? []).map((row) => ({ file: this.fileOf(turn), round: turn.round, row })),
    );
  }

  private fileOf({ document: { uri } }: Input): string {
    return this.inputs.length === 1 ? basename(uri.path) : vscode.workspace.asRelativePath(uri);
  }

  /** `crash.js, round 2` */
  titleOf(turn: Turn): string {
    const file = this.fileOf(turn);
    return this.rounds > 1 ? l10n.t('{0}, round {1}', file, turn.round) : file;
  }

  /**
   * Each file once more, with the next seed. `take` begins a turn and waits for its end; a file that has a problem is left out. Rejects
   * with the first problem if there is no row at all.
   */
  nextRound(take: (turn: Turn) => Promise<void>): Promise<void> {
    const round = ++this.rounds;
    const turns = this.inputs.map(({ document, job }): Turn => ({ document, job, round }));
    this.turns = [...this.turns, ...turns];
    this.stopped = false;
    this.running = true;
    this.ended = this.takeAll(turns, take).finally(() => {
      this.running = false;
      this.turns = this.turns.filter(({ comparison, problem }) => comparison !== undefined || problem !== undefined);
      this.changed.fire();
    });
    return this.ended;
  }

  private async takeAll(turns: readonly Turn[], take: (turn: Turn) => Promise<void>): Promise<void> {
    const problems: unknown[] = [];
    for (const turn of turns) {
      if (this.stopped) break;
      try {
        await take(turn);
      } catch (error) {
        turn.problem = (error as Error).message;
        problems.push(error);
      }
      this.stopped ||= turn.comparison?.stopped === true;
    }
    if (problems.length > 0 && turns.every(({ comparison }) => !comparison?.rows.length)) throw problems[0];
  }

  /** What it has to tell is told as changes of the study. */
  begin(turn: Turn): Comparison {
    const comparison = new Comparison(turn.document, turn.job, this.contenders, turn.round);
    comparison.onEvents(() => this.changed.fire());
    turn.comparison = comparison;
    this.changed.fire();
    return comparison;
  }

  /** With the rows that are there. */
  stop(): void {
    this.stopped = true;
    this.current?.comparison?.stop();
  }
}
