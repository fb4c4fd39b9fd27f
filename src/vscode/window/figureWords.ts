/** Figures of a run that only windows show, in their language. */
import * as l10n from '@vscode/l10n';
import type { Ended } from '../../reduction/events/events';
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

type Told = Pick<Ended, 'ending' | 'confirmed' | 'unverified' | 'reliability'>;

/** `result verified`, or how often if the test did not always say the same. */
export function verdictWords({ ending, confirmed, unverified, reliability }: Told): string {
  if (ending === 'interrupted') return l10n.t('stopped');
  if (unverified) return l10n.t('result not verified again');
  if (!confirmed) return l10n.t('result not verified: the test is not reliable');
  const { held, runs } = reliability?.result ?? { held: 0, runs: 0 };
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
