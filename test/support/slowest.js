/** mocha's report in short: failures, counts, and at the end the slowest tests with their times. */
const { reporters, Runner } = require('mocha');

const shown = 20;

module.exports = class extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const tests = [];
    const { EVENT_TEST_PASS: passed, EVENT_TEST_FAIL: failed, EVENT_RUN_END: end } = Runner.constants;
    for (const event of [passed, failed]) runner.on(event, (test) => tests.push(test));
    runner.on(failed, (test, error) => console.log(`\nFailed: ${test.fullTitle()}: ${error.message}`));
    runner.once(end, () => {
      const slowest = tests.sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, shown);
      console.log(`The slowest ${slowest.length} of ${tests.length} tests:`);
      for (const test of slowest) console.log(`${String(test.duration).padStart(8)} ms  ${test.fullTitle()}`);
    });
  }
};
