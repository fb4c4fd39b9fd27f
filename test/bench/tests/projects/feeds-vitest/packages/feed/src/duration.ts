/** Durations as people write them: `1h 30m`, `2d`, `90s`; in seconds. */
export type Unit = 'd' | 'h' | 'm' | 's';

const seconds: Record<Unit, number> = { d: 86_400, h: 3_600, m: 60, s: 1 };

export class DurationError extends Error {
  constructor(
    readonly text: string,
    readonly at: number,
  ) {
    super(`no duration at ${at}: ${text}`);
  }
}

export function parseDuration(text: string): number {
  let total = 0;
  let at = 0;
  const parts = /\s*(-?\d+(?:\.\d+)?)\s*([dhms])/y;
  while (at < text.trimEnd().length) {
    parts.lastIndex = at;
    const found = parts.exec(text);
    if (!found) throw new DurationError(text, at);
    total += Number(found[1]) * seconds[found[2] as Unit];
    at = parts.lastIndex;
  }
  if (at === 0) throw new DurationError(text, 0);
  return total;
}

export interface FormatOptions {
  readonly most?: number;
  readonly separator?: string;
}

export function formatDuration(total: number, { most = Infinity, separator = ' ' }: FormatOptions = {}): string {
  const parts: string[] = [];
  let left = Math.abs(total);
  for (const unit of Object.keys(seconds) as Unit[]) {
    const count = Math.floor(left / seconds[unit]);
    if (count === 0) continue;
    left -= count * seconds[unit];
    if (parts.length < most) parts.push(`${count}${unit}`);
  }
  const sign = total < 0 ? '-' : '';
  return parts.length === 0 ? '0s' : sign + parts.join(separator);
}
