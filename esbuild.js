// Bundles the extension, its worker and the CLI into dist/, beside the grammars they load; and the tests into out/.
const esbuild = require('esbuild');
const { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

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
  external: ['vscode', 'underscore'],
  entryPoints: [
    'test/bench/lists/main.ts',
    'test/bench/lists/weightedWorker.ts',
    'test/bench/corpus/main.ts',
    'test/bench/search/main.ts',
  ],
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

/** The runtime of the parser, and for every row of src/syntax/languages.ts its grammar and what may be deleted there. */
async function copyGrammars() {
  mkdirSync('dist', { recursive: true });
  copyFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm'), 'dist/web-tree-sitter.wasm');
  const { languages } = await imported('src/syntax/languages.ts');
  const { unitsOf } = await imported('src/syntax/grammarUnits.ts');
  for (const { package: name, wasm, rules, id } of languages) {
    const folder = dirname(require.resolve(`${name}/package.json`));
    copyFileSync(join(folder, wasm), join('dist', basename(wasm)));
    if (!rules) continue;
    const grammar = JSON.parse(readFileSync(join(folder, rules), 'utf8'));
    writeFileSync(join('dist', `${id}.units.json`), JSON.stringify(unitsOf(grammar)));
  }
}

/** What a TypeScript module exports. */
async function imported(file) {
  const bundle = await esbuild.build({ ...shared, entryPoints: [file], write: false, sourcemap: false });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', bundle.outputFiles[0].text)(module, module.exports, require);
  return module.exports;
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
