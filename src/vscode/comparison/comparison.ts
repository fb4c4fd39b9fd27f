/** A comparison in the editor: reductions of one document, each with another search. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { bestOf, measured, type Measured } from '../../reduction/comparison/comparison';
import { inTurn } from '../../reduction/comparison/contenders';
import { changed, type Job, type JobChange } from '../../reduction/job';
import type { Controller, StartOptions } from '../controller';
import type { DocumentJob } from '../runs/jobs';
import { type Reducing, Reduction } from '../runs/kinds';
import type { Named } from '../runs/run';

/** One search of a comparison. */
export interface Contender {
  readonly search: string;
  /** Unset while it waits. */
  reduction?: Reduction;
  /** The error that ended it, in one sentence. */
  problem?: string;
}

export class Comparison {
  contenders: readonly Contender[] = [];
  running = false;
  /** The whole comparison, with the presentation of its best result. */
  ended: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    readonly document: vscode.TextDocument,
    private readonly searches: readonly string[],
    private readonly made: DocumentJob,
    private readonly oracle: Named,
  ) {}

  get name(): string {
    return basename(this.document.uri.path);
  }

  get current(): Contender | undefined {
    return this.contenders.find(({ reduction }) => reduction?.running);
  }

  /** One for each search that has ended. */
  get rows(): Measured[] {
    return this.contenders.flatMap((contender) => measuredOf(contender) ?? []);
  }

  get best(): Contender | undefined {
    const name = bestOf(this.rows)?.name;
    return this.contenders.find(({ search }) => search === name);
  }

  /**
   * Runs all searches, from the start, on the job with this change; a stopped one is the last. The first one learns the rule, so that
   * all keep the same property. Rejects with `Problem` and `RunFailed` if the first one cannot start: then none can.
   */
  async run(controller: Controller, change: JobChange, startOver: StartOptions['startOver']): Promise<void> {
    this.contenders = this.searches.map((search) => ({ search }));
    this.running = true;
    try {
      await inTurn(changed(this.made.job, change), this.searches, async (job, index) => {
        const contender = this.contenders[index];
        await this.runOne(controller, contender, job, startOver);
        const { end, rules = [] } = contender.reduction ?? {};
        return end?.ending === 'interrupted' ? undefined : rules;
      });
    } finally {
      this.running = false;
      this.changed.fire();
    }
  }

  stop(): void {
    this.current?.reduction?.stop();
  }

  private async runOne(
    controller: Controller,
    contender: Contender,
    job: Job,
    startOver: StartOptions['startOver'],
  ): Promise<void> {
    const made = { ...this.made, job };
    const onBegin = (reduction: Reducing) => void (contender.reduction = reduction as Reduction);
    const onEvents = () => this.changed.fire();
    try {
      await controller.begin(Reduction, this.document, made, this.oracle, {
        startOver,
        onBegin,
        onEvents,
        compared: true,
      });
    } catch (error) {
      if (contender === this.contenders[0] && !contender.reduction?.rules.length) throw error;
      contender.problem = (error as Error).message;
    }
  }
}

/** Undefined until the search has ended. */
export function measuredOf({ search, reduction, problem }: Contender): Measured | undefined {
  if (reduction?.result) return measured(search, reduction.result.finished);
  if (problem === undefined) return undefined;
  const { tests = 0, ms = 0, testMs = 0 } = reduction ?? {};
  return { name: search, ending: 'failed', problem, tests, oracleMs: testMs, ms, confirmed: false };
}
