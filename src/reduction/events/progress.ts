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

/** The size after some tests. */
interface Loss {
  readonly tests: number;
  readonly tokens: number;
}

/**
 * Tests from the last loss to the end: more for a text with more tokens, and for one that took longer to lose the last half of them. A
 * test without a loss uses up a part of one, as some of the steps that follow begin again. Fitted to 27 runs, docs/notes/certainty.md.
 */
const scale = 3;
const slope = 0.4;
const fewest = 5;
const usedUp = 0.4;

/** This share of them is always still expected. */
const rest = 0.3;

/** Above this many tokens most of the text will go in a few tests, and nothing can be said. */
const mostTokens = 2_000;

/** The part of `Started` that an estimate depends on. */
interface Searched {
  readonly search: string;
  readonly files?: unknown;
  readonly difference?: unknown;
}

/** The losses of one run, in the order of its tests: they tell how many more a running search will need. */
export class Losses {
  private readonly all: Loss[] = [];

  /** Sizes that are not smaller than the last one are no loss. */
  add({ tests, tokens }: Loss): void {
    const last = this.all.at(-1);
    if (!last || tokens < last.tokens) this.all.push({ tests, tokens });
  }

  /**
   * An estimate after `tests`; one digit of it counts. From the middle of a run on it is within a factor of two on three of four times.
   * Undefined as long as nothing can be said, and for other searches than the usual one.
   */
  expected({ search, files, difference }: Searched, tests: number): number | undefined {
    const last = this.all.at(-1);
    if (!/^default(\+simplify=\w+)?$/.test(search) || files || difference) return undefined;
    if (!last || last.tokens > mostTokens) return undefined;
    const most = scale * (last.tokens * (fewest + this.halving(last))) ** slope;
    return oneDigit(Math.max(1, rest * most, most - usedUp * (tests - last.tests)));
  }

  /** Tests since the text had twice as many tokens, or all. */
  private halving({ tests, tokens }: Loss): number {
    const twice = this.all.findLast((loss) => loss.tokens >= 2 * tokens) ?? this.all[0];
    return tests - twice.tests;
  }
}

/** 34 → 30, 167 → 200 */
export function oneDigit(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}
