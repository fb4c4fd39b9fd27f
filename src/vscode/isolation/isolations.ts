/** The isolations of this window: each from two documents to the diff that shows their difference. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { DerivedTexts } from '../results/derived';
import { originalUri } from '../results/derived';
import { Differences } from './differences';
import { Isolation } from './isolation';
import { DocumentProblem, isolationJob } from '../runs/jobs';
import type { Pair } from '../runs/jobs';
import type { ChosenOracle } from '../oracles/taskOracle';
import { tellDoubts, tellIsolated } from '../results/notifications';
import { addHelp } from '../results/remedies';
import type { Help } from '../results/remedies';
import type { Runs } from '../runs/runs';
import { telling } from '../window/telling';

export class Isolations {
  readonly differences: Differences;

  constructor(
    readonly runs: Runs,
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
  async run(pair: Pair, chosen: ChosenOracle): Promise<Isolation> {
    const job = await isolationJob(pair, chosen.oracle, chosen.overrides, this.assets);
    this.runs.requireIdle(pair.failing.uri);
    return this.begin(new Isolation(pair, job, chosen));
  }

  private async begin(isolation: Isolation): Promise<Isolation> {
    const { uri } = isolation;
    this.forget(uri);
    this.runs.isolations.set(uri.toString(), isolation);
    const help = (one: Help) => this.help(isolation, one);
    isolation.onEvents((events) => tellDoubts(isolation.name, events, (one) => telling(this, () => help(one))));
    try {
      await this.runs.follow(isolation);
      return isolation;
    } catch (error) {
      if (this.of(uri) === isolation) this.forget(uri);
      addHelp(error, help);
      throw error;
    }
  }

  /** Begins anew with what helps, and shows what comes of it. Throws `DocumentProblem` and `RunFailed`. */
  private async help(isolation: Isolation, { change }: Help): Promise<void> {
    const { pair, job, chosen, uri } = isolation;
    if (isolation.outdated) {
      throw new DocumentProblem(l10n.t('The file has changed since the isolation began: isolate it again.'));
    }
    this.forget(uri);
    await isolation.ended.catch(() => {});
    this.runs.requireIdle(uri);
    await this.present(await this.begin(new Isolation(pair, { ...job, ...change }, chosen)));
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
