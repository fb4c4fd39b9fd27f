// npm run test:windows: what depends on the system, under Wine with a Node.js for Windows. On Windows: without Wine.
//   -- corpus [CASE…]   cases of WHITTLE_CORPUS, reduced here and there: the same bytes
//   -- kills            fifty runs in place, killed: the file is restored
import { corpus } from './corpus.mjs';
import { hasWindows, windows } from './wine.mjs';

const units = (name) => `out/test/unit/${name}.test.js`;
const options = ['--no-config', '--no-color', '--enable-source-maps', '--timeout', '60000', '--forbid-only'];

/** About half of the runs, by the time that they take. */
const half = ['--grep', 'killed|ends with|folder'];

/** They run at once, as a program takes half a second to start under Wine. */
const lots = [
  [units('cli/everySystem'), ...half],
  [units('cli/everySystem'), ...half, '--invert'],
  ['oracle/windows', 'oracle/locked', 'text/*', 'reduction/journalLaws'].map(units),
];

const runs = {
  suites: () => lots.map((lot) => told('node_modules/mocha/bin/mocha.js', ...options, ...lot)),
  corpus,
  kills: () => [told('out/test/bench/main.js', 'faults', 'kills')],
};

/** Does it pass? What it prints comes at its end. */
async function told(...args) {
  const { code, output } = await windows.run(args);
  console.log(output);
  return code === 0;
}

const [name = 'suites', ...words] = process.argv.slice(2);
if (!runs[name]) throw new Error(`There is no ${name}: choose of ${Object.keys(runs).join(', ')}.`);
if (hasWindows()) process.exitCode = (await Promise.all(runs[name](words))).every(Boolean) ? 0 : 1;
