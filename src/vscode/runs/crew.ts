/** The workers of a run on a cluster: their tests and their speed. */
import type { CrewMember } from '../../cluster/asking/roster';
import type { ClusterStatus } from '../../cluster/asking/choice';

export interface CrewRow extends CrewMember {
  /** Tests a second since it joined; unset while it does not work. */
  readonly pace?: number;
}

export class Crew {
  private status: ClusterStatus = { workers: [], asked: 0 };
  /** Of each worker: its tests, and the time of the run, when it joined. */
  private readonly joined: ({ readonly tests: number; readonly ms: number } | undefined)[] = [];
  private ms = 0;

  /** `ms`: time of the search. */
  add(status: ClusterStatus, ms: number): void {
    this.status = status;
    this.ms = ms;
    status.workers.forEach(({ state, tests }, at) => {
      this.joined[at] = state === 'working' ? (this.joined[at] ?? { tests, ms }) : undefined;
    });
  }

  get rows(): CrewRow[] {
    return this.status.workers.map((worker, at) => ({ ...worker, pace: this.paceOf(worker, at) }));
  }

  get working(): number {
    return this.workers.length;
  }

  /** Tests at once. */
  get slots(): number {
    return this.workers.reduce((sum, { slots }) => sum + slots, 0);
  }

  /** Tests that no worker has a slot for. */
  get waiting(): number {
    return Math.max(0, this.status.asked - this.slots);
  }

  /** Unset if Redis answers. */
  get silentMs(): number | undefined {
    return this.status.silentMs;
  }

  private get workers(): CrewMember[] {
    return this.status.workers.filter(({ state }) => state === 'working');
  }

  private paceOf({ tests }: CrewMember, at: number): number | undefined {
    const since = this.joined[at];
    return since && this.ms > since.ms ? (1000 * (tests - since.tests)) / (this.ms - since.ms) : undefined;
  }
}
