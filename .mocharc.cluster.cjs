/** The cluster suite. Its oracles count their runs and look at other processes, and neither is to be seen from namespaces. */
process.env.WHITTLE_PROTECT ??= 'off';

module.exports = {
  spec: ['out/test/cluster/**/*.test.js'],
  'node-option': ['enable-source-maps'],
  timeout: 400000,
  reporter: 'test/support/slowest.js',
  parallel: true,
  jobs: 2,
};
