/** The figures of a finished reduction for the table of a comparison. */
import type { Finished } from '../events/events';
import type { Measured } from './comparison';

export function measured(
  name: string,
  { ending, problem, bytes, tokens, search, oracleMs, ms, confirmed }: Finished,
): Measured {
  const before = { bytes: bytes.before, tokens: tokens.before };
  const after = { bytes: bytes.after, tokens: tokens.after };
  return { name, ending, problem, before, after, tests: search.tests, oracleMs, ms, confirmed };
}
