/** A matcher for vitest: a check that throws on a big input fails with the small input that is enough. */
import { expect } from 'vitest';
import { reduce } from 'whittle';

expect.extend({
  /** `await expect(input).toSurvive(check, { language: 'json' })` */
  async toSurvive(input, check, options = {}) {
    const error = errorOf(check, input);
    if (!error) return { pass: true, message: () => 'The check throws nothing.' };
    const property = (candidate) => errorOf(check, candidate)?.message === error.message;
    const { text } = await reduce({ input, property, ...options });
    return { pass: false, message: () => `${error.message}\nThe smallest input that shows it: ${text}` };
  },
});

function errorOf(check, input) {
  try {
    check(input);
    return undefined;
  } catch (error) {
    return error;
  }
}
