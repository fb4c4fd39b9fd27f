/** What a section of a bench says: tables in markdown, plots, and claims that are met or not. */
import { markdownTable } from 'markdown-table';

export interface Claim {
  readonly text: string;
  readonly met: boolean;
}

export interface Report {
  /** Markdown: headings and tables. */
  readonly text: string;
  readonly claims: readonly Claim[];
  /** SVG by file name. */
  readonly plots: Readonly<Record<string, string>>;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const align = head.map((_, column) => (column === 0 ? 'l' : 'r'));
  return markdownTable([head, ...rows.map((row) => row.map(String))], { align });
}

/** 0.1234 → "12.3 %" */
export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)} %`;
}

/** 12345.6 → "12,346" */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
