/**
 * What Whittle and a warm test runner tell each other, as lines of JSON on a socket. A warm runner has loaded once and runs one candidate
 * after the other: each order has one answer, the `End` of a test, or the runner ends as the test does.
 */

/** Environment variable of the runner: the path of the socket. */
export const addressName = 'WHITTLE_WARM';

/** Its modules are loaded as other ones for each candidate: stacks have their URLs, which this must be cut from. */
export const versionMark = /\?whittle=\d+/g;

/** Run the candidate, which is where it always is, with these variables and no others. Those that load our part are not among them. */
export type WarmOrder = Readonly<Record<string, string | undefined>>;
