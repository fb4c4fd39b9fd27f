/** The unit suite. Files that are named on the command line run alone: mocha would add them to all others. */
// Oracles in unit tests write beside their run roots, to be counted; the command line is protected as ever (test/support/cli.ts).
process.env.WHITTLE_PROTECT ??= 'links';
// Lines to paste begin as whittle was called, and not as mocha was.
delete process.env.npm_command;

module.exports = {
  spec: process.argv.some((word) => word.includes('.test.js')) ? [] : ['out/test/unit/**/*.test.js'],
  'node-option': ['enable-source-maps'],
  reporter: 'test/support/slowest.js',
  // A grammar is compiled on threads that the parses of earlier files may keep busy for seconds.
  timeout: 60_000,
  parallel: true,
  // Each waits for programs half of its time.
  jobs: 3,
};
