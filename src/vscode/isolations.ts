/** The isolations of this window: each from two documents to the diff that shows their difference. */
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import type { DerivedTexts } from './derived';
import { originalUri } from './derived';
import { Differences } from './differences';
import { Isolation } from './isolation';
import { isolationJob } from './jobs';
import type { Overrides } from './jobs';
import { tellIsolated } from './notifications';
import type { Runs } from './runs';

/** `passing`: undefined stands for the empty file. */
export interface Pair {
  readonly failing: vscode.TextDocument;
  readonly passing: vscode.TextDocument | undefined;
}

export class Isolations {
  readonly differences: Differences;

  constructor(
    private readonly runs: Runs,
    texts: DerivedTexts,
    private readonly assets: string,
  ) {
    this.differences = new Differences(texts);
  }

  /** The last isolation of this document, or of the document that this side of a difference was made from. */
  of(uri: vscode.Uri): Isolation | undefined {
    return this.runs.isolations.get(originalUri(uri).toString());
  }

  /** Isolates to the end; it then has its result. Throws `DocumentProblem` and `RunFailed`. */
  async run(pair: Pair, oracle: OracleCommand, overrides: Overrides): Promise<Isolation> {
    const { uri } = pair.failing;
    const job = await isolationJob(pair, oracle, overrides, this.assets);
    this.runs.requireIdle(uri);
    const isolation = new Isolation(pair.failing, job);
    this.forget(uri);
    this.runs.isolations.set(uri.toString(), isolation);
    try {
      await this.runs.follow(isolation);
      return isolation;
    } catch (error) {
      if (this.of(uri) === isolation) this.forget(uri);
      throw error;
    }
  }

  /** Shows the difference, if one was found, and what can be done with it. */
  async present(isolation: Isolation): Promise<void> {
    if (this.of(isolation.uri) !== isolation) return;
    if (isolation.extent) await this.differences.show(isolation);
    else this.forget(isolation.uri);
    const choice = await tellIsolated(isolation);
    // The message may have stood there for long.
    if (!choice || this.of(isolation.uri) !== isolation) return;
    await vscode.commands.executeCommand(choice.command, isolation.uri);
  }

  private forget(uri: vscode.Uri): void {
    this.of(uri)?.dispose();
    this.runs.isolations.delete(uri.toString());
    this.runs.update();
  }
}
