/** Messages between the extension host and the page of the panel. All words are the host's. */
import type { Axis, Point } from '../../charts/series';

export interface Snapshot {
  readonly words: Words;
  readonly runs: readonly { readonly id: string; readonly name: string }[];
  readonly shown?: ShownRun;
}

export interface Words {
  readonly chooseRun: string;
  readonly figures: string;
  readonly size: string;
  readonly over: string;
  readonly axes: Readonly<Record<Axis, string>>;
  /** Without a run. */
  readonly welcome: readonly string[];
  readonly start: readonly Action[];
}

/** A button. */
export interface Action {
  readonly command: string;
  readonly label: string;
  /** An action in place of another has the same key, so that the button stays. */
  readonly key?: string;
  readonly enabled?: boolean;
  readonly main?: boolean;
}

export interface ShownRun {
  readonly id: string;
  readonly name: string;
  readonly state: 'running' | 'paused' | 'ended' | 'doubtful';
  /** Its phase, or its end. */
  readonly doing: string;
  /** Sizes in words. */
  readonly extent: string;
  readonly actions: readonly Action[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly chart?: Chart;
  /** Of a run on a cluster. */
  readonly workers?: ShownWorkers;
}

export interface ShownWorkers {
  readonly title: string;
  /** Of the name and of each figure. */
  readonly columns: readonly string[];
  /** Reason for a standstill. */
  readonly trouble?: string;
  readonly rows: readonly ShownWorker[];
  /** A sentence for each refused worker. */
  readonly refusals: readonly string[];
}

export interface ShownWorker {
  /** Unique in the run; names may be equal. */
  readonly key: string;
  readonly name: string;
  readonly state: string;
  /** The state in words; empty after the run. */
  readonly doing: string;
  readonly figures: readonly string[];
}

export interface Chart {
  readonly by: Axis;
  readonly points: readonly Point[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** The chart in words. */
  readonly alternative: string;
}

export type ToPage = { readonly kind: 'snapshot'; readonly snapshot: Snapshot };

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'choose'; readonly id: string }
  | { readonly kind: 'axis'; readonly by: Axis }
  | { readonly kind: 'command'; readonly command: string };
