/** Figures of a run that only windows show, in their language. */
import * as l10n from '@vscode/l10n';
import { grouped } from '../../reduction/events/progress';

/** `1,034 tokens` */
export function tokenCount(tokens: number): string {
  return tokens === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', grouped(tokens));
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

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
