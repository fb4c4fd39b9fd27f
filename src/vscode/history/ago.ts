/** Times of runs, in words. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `now`, `5 min. ago`, `yesterday`; after thirty days the date. Times in ms since 1970. */
export function ago(when: number, now: number, locale: string): string {
  const gone = Math.max(0, now - when);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (gone < minute) return words.format(0, 'second');
  if (gone < hour) return words.format(-Math.floor(gone / minute), 'minute');
  if (gone < day) return words.format(-Math.floor(gone / hour), 'hour');
  if (gone < 30 * day) return words.format(-Math.floor(gone / day), 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(when);
}

/** `2026-11-21 03.13.45`, local time: may be part of a file's name. */
export function stamp(when: number): string {
  const date = new Date(when);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('.')}`;
}
