/** The messages between the extension host and the page of a comparison. All words are the host's. */
import type { Lines } from '../../charts/shapes';

export interface ComparisonSnapshot {
  readonly title: string;
  /** The progress, or the best search. */
  readonly summary: string;
  /** Explains the figures and the buttons. */
  readonly note: string;
  readonly running: boolean;
  /** Label of the button that stops the comparison; unset after its end. */
  readonly stop?: string;
  /** Headings: a name, numbers, and words at the end. */
  readonly columns: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly chart?: ComparisonChart;
}

export interface ShownRow {
  /** Of `kinds`: the look of its line. */
  readonly kind: number;
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'ended' | 'failed';
  /** Beside the name of the best. */
  readonly badge?: string;
  /** Of the columns after the name. */
  readonly cells: readonly string[];
  readonly actions: readonly RowAction[];
}

export interface RowAction {
  readonly id: 'useSearch' | 'useResult';
  readonly label: string;
}

export interface ComparisonChart extends Lines {
  readonly heading: string;
  /** The chart in words. */
  readonly alternative: string;
}

export type ToComparisonPage = { readonly kind: 'comparison'; readonly snapshot: ComparisonSnapshot };

export type FromComparisonPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stop' }
  /** `row`: its index. */
  | { readonly kind: RowAction['id']; readonly row: number };
