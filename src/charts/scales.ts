/** Scales of a chart: from values to pixels, with the ticks of the axis. */

export interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Values from 0 to `max` on pixels `from`…`to`, with about `count` round ticks; `whole`: whole numbers only. */
export function linear(max: number, [from, to]: readonly [number, number], count: number, whole = false): Scale {
  const top = max > 0 ? max : 1;
  const step = Math.max(whole ? 1 : 0, roundStep(top / count));
  const ticks = Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => index * step);
  return { at: (value) => from + ((to - from) * value) / top, ticks };
}

/** From the power of ten below `min` to `max`, both at least 1. Its ticks are powers of ten, at most about `count`. */
export function logarithmic(min: number, max: number, [from, to]: readonly [number, number], count: number): Scale {
  const low = Math.floor(Math.log10(Math.max(1, min)));
  const high = Math.max(low + 1, Math.log10(max));
  const each = Math.ceil((high - low) / count);
  const ticks: number[] = [];
  for (let power = low; power <= high + 1e-9; power += each) ticks.push(10 ** power);
  const at = (value: number) => from + ((to - from) * (Math.log10(Math.max(1, value)) - low)) / (high - low);
  return { at, ticks };
}

/** Logarithmic for sizes that span more than two decades, else linear. */
export function sizeScale(sizes: readonly number[], pixels: readonly [number, number], count: number): Scale {
  const max = Math.max(...sizes, 1);
  const min = Math.max(1, Math.min(...sizes));
  return max / min > 100 ? logarithmic(min, max, pixels, count) : linear(max, pixels, count, true);
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}
