// Bundles the extension, its worker and the CLI into dist/, beside the grammars they load; and the tests into out/.
const esbuild = require('esbuild');
const { copyFileSync, mkdirSync, readdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** web-tree-sitter's ES module needs import.meta.url, which a CommonJS bundle does not have: take its CommonJS twin. */
const alias = { 'web-tree-sitter': require.resolve('web-tree-sitter') };

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  alias,
  external: ['vscode'],
  sourcemap: !production,
  minify: production,
  logLevel: 'warning',
};

const product = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts', worker: 'src/vscode/worker.ts', cli: 'src/cli.ts' },
  outdir: 'dist',
};

const suite = {
  ...shared,
  entryPoints: { index: 'test/vscode/index.ts' },
  external: ['vscode', 'mocha'],
  outdir: 'out/test/vscode',
};

/** Programs that measure; only `npm run bench:…` runs them. */
const benches = {
  ...shared,
  entryPoints: ['test/bench/lists/main.ts', 'test/bench/lists/weightedWorker.ts', 'test/bench/corpus/main.ts'],
  outbase: 'test/bench',
  outdir: 'out/test/bench',
};

const units = {
  ...shared,
  entryPoints: readdirSync('test/unit', { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test/unit', name)),
  outdir: 'out/test/unit',
};

/** The runtime of the parser, and every grammar that src/syntax/languages.ts names. */
async function copyGrammars() {
  mkdirSync('dist', { recursive: true });
  copyFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm'), 'dist/web-tree-sitter.wasm');
  const bundle = await esbuild.build({
    ...shared,
    entryPoints: ['src/syntax/languages.ts'],
    write: false,
    sourcemap: false,
  });
  const table = { exports: {} };
  new Function('module', 'exports', 'require', bundle.outputFiles[0].text)(table, table.exports, require);
  for (const { package: name, wasm } of table.exports.languages) {
    copyFileSync(join(dirname(require.resolve(`${name}/package.json`)), wasm), join('dist', wasm));
  }
}

async function main() {
  for (const folder of ['out/test', 'dist']) rmSync(folder, { recursive: true, force: true });
  await copyGrammars();
  const builds = production ? [product] : [product, suite, units, benches];
  if (!watch) return void (await Promise.all(builds.map((build) => esbuild.build(build))));
  for (const build of builds) await (await esbuild.context(build)).watch();
}

main().catch((error) => {
  console.error(error.message ?? error);
  process.exit(1);
});
