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
  readonly columns: readonly Column[];
  readonly rows: readonly ShownRow[];
  readonly chart?: ComparisonChart;
}

export interface PageAction {
  readonly id: 'stop' | 'copy';
  readonly label: string;
  readonly main?: boolean;
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

export type ToComparisonPage = { readonly kind: 'comparison'; readonly snapshot: ComparisonSnapshot };

export type FromComparisonPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'axis'; readonly by: Axis }
  /** A heading was pressed. */
  | { readonly kind: 'sort'; readonly column: number }
  | { readonly kind: 'act'; readonly id: PageAction['id'] };
