/** Figures of a running reduction in English, for terminal, log and reports. (Those of the editor are in `figureWords.ts`.) */
import { described } from '../../oracle/judging/repeat';
import type { Ended } from './ended';

/** `12,034 → 431 tokens · 96%` */
export function sizes(before: number, after: number): string {
  return `${grouped(before)} → ${counted(after, 'token')} · ${percent(before, after)}%`;
}

/** `1 token`, `1,034 tokens` */
export function counted(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `3 of 12 files · `; empty for a single one. */
export function fileCount(files: { readonly before: number; readonly after: number } | undefined): string {
  return files ? `${grouped(files.after)} of ${counted(files.before, 'file')} · ` : '';
}

/** `14/s`; with a decimal below ten. */
export function rate(tests: number, ms: number): string {
  const each = tests / Math.max(0.001, ms / 1000);
  return `${each.toFixed(each < 10 ? 1 : 0)}/s`;
}

/** `3 words differ` */
export function apart({ changes, unit }: { readonly changes: number; readonly unit: string }): string {
  return changes === 1 ? `1 ${unit.replace(/s$/, '')} differs` : `${grouped(changes)} ${unit} differ`;
}

/** `1,034 tests` */
export function testCount(tests: number): string {
  return counted(tests, 'test');
}

/** `34 of about 134 tests`; `more`: tests that are still expected. */
export function testsSoFar(tests: number, more: number | undefined): string {
  return more === undefined ? testCount(tests) : `${grouped(tests)} of about ${testCount(tests + more)}`;
}

/** ` in 4 of 5 runs (the input held in 7 of 9)`; empty for a test with the same verdict in all runs. */
export function reliability({ reliability: told }: Pick<Ended, 'reliability'>): string {
  if (!told || told.result.runs === 0) return '';
  const { input, result } = told;
  return ` in ${described(result)} (the input held in ${input.held} of ${input.runs})`;
}

export function grouped(value: number): string {
  return value.toLocaleString('en');
}

/** Removed share; never "100" while something is left. */
export function percent(before: number, after: number): string {
  if (before === 0) return '0';
  const gone = (100 * (before - after)) / before;
  if (gone > 0 && gone < 1) return Math.max(0.1, gone).toFixed(1);
  return gone > 99 && gone < 100 ? (Math.floor(gone * 100) / 100).toFixed(2) : gone.toFixed(0);
}
