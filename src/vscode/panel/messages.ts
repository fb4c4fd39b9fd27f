/** What the extension host and the page of the panel say to each other. All words are the host's: they are in its language. */
import type { Axis, Point } from '../../charts/series';

/** All that the page shows: it keeps nothing itself. */
export interface Snapshot {
  readonly words: Words;
  /** There is something to choose from if there are several. */
  readonly runs: readonly { readonly id: string; readonly name: string }[];
  readonly shown?: ShownRun;
}

export interface Words {
  readonly chooseRun: string;
  readonly figures: string;
  readonly size: string;
  readonly over: string;
  readonly axes: Readonly<Record<Axis, string>>;
  /** While there is no run. */
  readonly welcome: readonly string[];
  readonly start: readonly Action[];
}

/** A command, as a button. */
export interface Action {
  readonly command: string;
  readonly label: string;
  /** Where an action takes the place of another it keeps its key, so that the button stays. */
  readonly key?: string;
  readonly enabled?: boolean;
  readonly main?: boolean;
}

export interface ShownRun {
  readonly id: string;
  readonly name: string;
  readonly state: 'running' | 'paused' | 'ended' | 'doubtful';
  /** What it is doing, or how it ended. */
  readonly doing: string;
  /** Sizes in words. */
  readonly extent: string;
  readonly actions: readonly Action[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly chart?: Chart;
  /** Of a run on a cluster. */
  readonly workers?: ShownWorkers;
}

/** A table. */
export interface ShownWorkers {
  readonly title: string;
  /** Of the name and of each figure. */
  readonly columns: readonly string[];
  /** Why nothing goes on. */
  readonly trouble?: string;
  readonly rows: readonly ShownWorker[];
  /** Who is refused, and why: a sentence each. */
  readonly refusals: readonly string[];
}

export interface ShownWorker {
  /** The same as long as the run lasts; names may be equal. */
  readonly key: string;
  readonly name: string;
  readonly state: string;
  /** The state in words; empty when the run is over. */
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
