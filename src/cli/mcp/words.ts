/** Arguments of a call as words of the command line. */
import type { CommonArguments } from '../../agents/arguments';

/** Options of the command line that say the same; a value never looks like an option. */
export function optionsOf(given: CommonArguments): string[] {
  const { exit, match = [], noMatch = [], sameFailure, place, runs, need, maxTests } = given;
  const values = { exit, place, runs, need, timeout: given.timeoutMs, 'max-tests': maxTests, jobs: given.jobs };
  return [
    ...Object.entries({ ...values, 'max-time': given.maxSeconds }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    ...match.map((pattern) => `--match=${pattern}`),
    ...noMatch.map((pattern) => `--no-match=${pattern}`),
    ...(sameFailure ? ['--same-failure'] : []),
    '--json',
  ];
}
