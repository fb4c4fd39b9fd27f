/** Figures of a run that only windows show, in their language. */
import * as l10n from '@vscode/l10n';
import { grouped } from '../../reduction/events/progress';

/** `1,034 tokens` */
export function tokenCount(tokens: number): string {
  return tokens === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', grouped(tokens));
}

/** `about 40 s`, `about 3 min`: one digit counts. */
export function about(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 10) return l10n.t('about {0} s', Math.max(1, seconds));
  if (seconds < 90) return l10n.t('about {0} s', 10 * Math.round(seconds / 10));
  return l10n.t('about {0} min', Math.round(seconds / 60));
}

/** `3 workers, 8 tests at once` */
export function workerCount(workers: number, slots: number): string {
  if (workers === 0) return l10n.t('no workers');
  if (workers > 1) return l10n.t('{0} workers, {1} tests at once', workers, slots);
  return slots === 1 ? l10n.t('1 worker, 1 test at once') : l10n.t('1 worker, {0} tests at once', slots);
}

/** `ms`: how long Redis has not answered. */
export function silence(ms: number): string {
  return l10n.t('Redis has been silent for {0} s.', Math.round(ms / 1000));
}

/** What sizes are counted in. */
export function unitName(unit: string): string {
  if (unit === 'lines') return l10n.t('lines');
  if (unit === 'words') return l10n.t('words');
  return unit === 'chars' ? l10n.t('characters') : l10n.t('tokens');
}

/** `8 s`, `3 min 20 s`, `2 h 5 min` */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `152 ms`, `1.2 s` */
export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `14%`; of nothing, `0%` */
export function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`;
}
