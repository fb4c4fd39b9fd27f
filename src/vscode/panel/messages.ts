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
