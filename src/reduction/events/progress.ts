/** Figures of a reduction in words: for people in their language, with `english` for the log, reports and models. */
import * as l10n from '@vscode/l10n';
import { described, percentOf } from '../../oracle/judging/repeat';
import type { Words } from '../../oracle/judging/ruleWords';
import type { BeforeAndAfter, Ended } from './events';

const translated: Words = l10n;

/** `12,034 → 431 tokens · 96%`; of several files `3 of 12 files · 12,034 → 431 tokens · 96%` */
export function sizes({ before, after }: BeforeAndAfter, files?: BeforeAndAfter, l10n = translated): string {
  const [from, gone] = [grouped(before), percent(before, after)];
  const tokens =
    after === 1
      ? l10n.t('{0} → 1 token · {1}%', from, gone)
      : l10n.t('{0} → {1} tokens · {2}%', from, grouped(after), gone);
  if (!files) return tokens;
  const [left, all] = [grouped(files.after), grouped(files.before)];
  const count = files.before === 1 ? l10n.t('{0} of 1 file', left) : l10n.t('{0} of {1} files', left, all);
  return `${count} · ${tokens}`;
}

/** `1 token`, `1,034 tokens` */
export function counted(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `14/s`; with a decimal below ten. */
export function rate(tests: number, ms: number): string {
  const each = tests / Math.max(0.001, ms / 1000);
  return `${each.toFixed(each < 10 ? 1 : 0)}/s`;
}

/** `3 words differ` */
export function apart(
  { changes, unit }: { readonly changes: number; readonly unit: string },
  l10n = translated,
): string {
  const many = grouped(changes);
  if (unit === 'lines') return changes === 1 ? l10n.t('1 line differs') : l10n.t('{0} lines differ', many);
  if (unit === 'words') return changes === 1 ? l10n.t('1 word differs') : l10n.t('{0} words differ', many);
  return changes === 1 ? l10n.t('1 character differs') : l10n.t('{0} characters differ', many);
}

/** `1,034 tests` */
export function testCount(tests: number): string {
  return tests === 1 ? l10n.t('1 test') : l10n.t('{0} tests', grouped(tests));
}

/** `34 of about 134 tests`; `more`: tests that are still expected. */
export function testsSoFar(tests: number, more: number | undefined): string {
  return more === undefined
    ? testCount(tests)
    : l10n.t('{0} of about {1} tests', grouped(tests), grouped(tests + more));
}

/** `about 40 s`, `about 3 min`: one digit counts. */
export function about(ms: number): string {
  const [seconds, minutes] = [ms / 1000, ms / 60_000];
  if (seconds < 90) return l10n.t('about {0} s', oneDigit(Math.max(1, seconds)));
  return minutes < 90 ? l10n.t('about {0} min', oneDigit(minutes)) : l10n.t('about {0} h', oneDigit(minutes / 60));
}

type Told = Pick<Ended, 'ending' | 'confirmed' | 'unverified' | 'reliability'>;

/** `result verified`, or how often if the test did not always say the same. */
export function verdictWords({ ending, confirmed, unverified, reliability }: Told): string {
  if (ending === 'interrupted') return l10n.t('stopped');
  if (unverified) return l10n.t('result not verified again');
  if (!confirmed) return l10n.t('result not verified: the test is not reliable');
  const { held, runs } = reliability?.result ?? { held: 0, runs: 0 };
  const { low, high } = reliability?.interval ?? {};
  if (low !== undefined && high !== undefined)
    return l10n.t('the bug showed in {0} of {1} repeats: {2} to {3}', held, runs, percentOf(low), percentOf(high));
  return runs > 0 ? l10n.t('the bug showed in {0} of {1} repeats', held, runs) : l10n.t('result verified');
}

/** `Stopped: time limit reached (result verified)` */
export function endWords(end: Told): string {
  const endings = {
    done: l10n.t('Done'),
    time: l10n.t('Stopped: time limit reached'),
    tests: l10n.t('Stopped: test limit reached'),
    size: l10n.t('Stopped: target size reached'),
    enough: l10n.t('Stopped'),
    interrupted: l10n.t('Stopped'),
    broken: l10n.t('Failed'),
  };
  const isCutOff = end.ending === 'interrupted' || end.ending === 'broken';
  return isCutOff ? endings[end.ending] : `${endings[end.ending]} (${verdictWords(end)})`;
}

/** ` in 4 of 5 runs, 38% to 96% (the input held in 7 of 9)`; empty for a test with the same verdict in all runs. */
export function reliability({ reliability: told }: Pick<Ended, 'reliability'>): string {
  if (!told || told.result.runs === 0) return '';
  const { input, result, interval } = told;
  const rates = interval ? `, ${percentOf(interval.low)} to ${percentOf(interval.high)}` : '';
  return ` in ${described(result)}${rates} (the input held in ${input.held} of ${input.runs})`;
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

/** After a gain some tests are made again: of so many that are left, as many (docs/notes/certainty.md). */
const again = 200;

/**
 * Tests that a search still needs after `tests`; `rest`: if nothing more goes. No more than those so far: a search that seems to need
 * more has much to gain, and needs fewer after that.
 */
export function testsLeft(tests: number, rest: number): number {
  return Math.max(1, Math.round(Math.min(rest * (1 + rest / again), tests)));
}

/** 34 → 30, 167 → 200 */
function oneDigit(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / unit) * unit;
}
