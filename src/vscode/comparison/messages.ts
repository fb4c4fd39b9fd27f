/** What the extension host and the page of a comparison say to each other. All words are the host's. */
import type { Lines } from '../../charts/shapes';
import type { Axis } from '../../charts/series';

/** All that the page shows: it keeps nothing itself. */
export interface ComparisonSnapshot {
  readonly title: string;
  /** What it is doing, or which is the best. */
  readonly summary: string;
  /** What the figures mean. */
  readonly note: string;
  readonly running: boolean;
  readonly actions: readonly PageAction[];
  /** If there are several files or rounds: of which one rows and chart are. */
  readonly turns?: Turns;
  /** Files and rounds that nothing came of, and why. */
  readonly problems: readonly string[];
  readonly columns: readonly Column[];
  /** None of a file that nothing came of. */
  readonly rows: readonly ShownRow[];
  readonly chart?: ComparisonChart;
  /** Of all files and rounds. */
  readonly tables: readonly ShownTable[];
}

export interface PageAction {
  readonly id: 'stop' | 'again' | 'copy' | 'save';
  readonly label: string;
  /** What it does, in a sentence. */
  readonly hint?: string;
}

export interface Turns {
  readonly label: string;
  readonly names: readonly string[];
  readonly shown: number;
}

export interface Column {
  readonly heading: string;
  readonly numeric: boolean;
  readonly sorted: 'ascending' | 'descending' | 'none';
}

export interface ShownRow {
  /** Of `kinds`: how its line is drawn. */
  readonly kind: number;
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'ended' | 'failed';
  /** Beside the name: it is the best. */
  readonly badge?: string;
  /** Of the columns after the name. */
  readonly cells: readonly string[];
}

export interface ComparisonChart extends Lines {
  readonly by: Axis;
  readonly heading: string;
  readonly over: string;
  readonly axes: Readonly<Record<Axis, string>>;
  readonly legend: string;
  readonly names: readonly string[];
  /** The chart in words. */
  readonly alternative: string;
}

/** A table that is only read: the first column has words, the others numbers. */
export interface ShownTable {
  readonly id: 'means' | 'kinds' | 'sweeps';
  readonly heading: string;
  /** What its figures mean. */
  readonly note: string;
  /** Is it folded at first? */
  readonly folded: boolean;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type ToComparisonPage = { readonly kind: 'comparison'; readonly snapshot: ComparisonSnapshot };

export type FromComparisonPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'axis'; readonly by: Axis }
  /** A heading was pressed. */
  | { readonly kind: 'sort'; readonly column: number }
  /** Another file or round was chosen. */
  | { readonly kind: 'turn'; readonly index: number }
  | { readonly kind: 'act'; readonly id: PageAction['id'] };
