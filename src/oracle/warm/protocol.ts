/**
 * What Whittle and a warm test runner tell each other, as lines of JSON on a socket. A warm runner has loaded once and runs one candidate
 * after the other: each order has one answer, or the runner ends as the test does.
 */

/** Environment variables of the runner: the path of the socket, and the values that others had before, as JSON (null: none). */
export const addressName = 'WHITTLE_WARM';
export const beforeName = 'WHITTLE_WARM_BEFORE';

/** Its modules are loaded as other ones for each candidate: stacks have their URLs, which this must be cut from. */
export const versionMark = /\?whittle=\d+/g;

/** To the runner: run the candidate, which is where it always is. */
export interface WarmOrder {
  /** Variables of this test. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** From the runner. */
export interface WarmAnswer {
  readonly exitCode: number;
}
