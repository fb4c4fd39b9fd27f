import { describe, expect, it, test } from 'vitest';
import { DurationError, formatDuration, parseDuration, type FormatOptions } from '../src/duration';

describe('parseDuration', () => {
  it.each([
    { text: '90s', expected: 90 },
    { text: '1h 30m', expected: 5_400 },
    { text: '2d', expected: 172_800 },
    { text: '1.5h', expected: 5_400 },
    { text: '1d1s', expected: 86_401 },
    { text: '-5m', expected: -300 },
    { text: '  1m  ', expected: 60 },
  ])('reads $text as $expected', ({ text, expected }) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each(['', ' ', 'x', '1h x', '5', '1w'])('refuses "%s"', (text) => {
    expect(() => parseDuration(text)).toThrow(DurationError);
  });

  it('names the place', () => {
    try {
      parseDuration('1h 5x');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DurationError);
      expect((error as DurationError).at).toBe(2);
    }
  });
});

describe('formatDuration', () => {
  const cases: [total: number, options: FormatOptions | undefined, expected: string][] = [
    [0, undefined, '0s'],
    [59, undefined, '59s'],
    [3_600, undefined, '1h'],
    [90_061, undefined, '1d 1h 1m 1s'],
    [90_061, { most: 2 }, '1d 1h'],
    [86_405, { most: 2, separator: ', ' }, '1d, 5s'],
    [-60, undefined, '-1m'],
  ];

  for (const [total, options, expected] of cases) {
    test(`${total} with ${JSON.stringify(options ?? {})} is ${expected}`, () => {
      expect(formatDuration(total, options)).toBe(expected);
    });
  }

  test('is the opposite of parsing', () => {
    for (const total of [1, 60, 3_599, 86_400, 123_456]) {
      const text = formatDuration(total);
      expect(parseDuration(text)).toBe(total);
    }
  });
});
