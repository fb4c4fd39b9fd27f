/** The figures of a running reduction in words, the same for terminal, status bar and log. */

/** `12,034 → 431 tokens · 96 %` */
export function sizes(before: number, after: number): string {
  return `${grouped(before)} → ${grouped(after)} tokens · ${percent(before, after)} %`;
}

/** `14/s`, below ten with a decimal. */
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
  return `${grouped(tests)} ${tests === 1 ? 'test' : 'tests'}`;
}

export function grouped(value: number): string {
  return value.toLocaleString('en');
}

/** How much is gone; never "100" while something is left. */
function percent(before: number, after: number): string {
  if (before === 0) return '0';
  const gone = (100 * (before - after)) / before;
  return gone > 99 && gone < 100 ? (Math.floor(gone * 100) / 100).toFixed(2) : gone.toFixed(0);
}
