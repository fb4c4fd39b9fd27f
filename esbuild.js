// Bundles the extension, its worker and the CLI into dist/, beside the grammars they load; and the tests into out/.
const esbuild = require('esbuild');
const { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, dirname, join, relative } = require('node:path');
const { brotliCompressSync, constants } = require('node:zlib');
const { imported } = require('./src/build/imported');
const { notices } = require('./src/build/notices');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** web-tree-sitter's ES module needs import.meta.url, which a CommonJS bundle does not have: take its CommonJS twin. */
const alias = {
  'web-tree-sitter': require.resolve('web-tree-sitter'),
  // Its CommonJS twin hides what it requires.
  'jsonc-parser': require.resolve('jsonc-parser').replace('umd', 'esm'),
};

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
  entryPoints: {
    extension: 'src/extension.ts',
    worker: 'src/worker.ts',
    cli: 'src/cli.ts',
    launcher: 'src/launcher.ts',
    propertyThread: 'src/propertyThread.ts',
    library: 'src/library.ts',
    warmMocha: 'src/warm/mocha.ts',
    warmJest: 'src/warm/jest.ts',
    warmVitest: 'src/warm/vitest.ts',
  },
  outdir: 'dist',
  plugins: [
    {
      // The libraries for Redis and MCP are large, and most runs need none: they are loaded with the code that imports them.
      name: 'beside',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/(cluster\/cluster|mcp)$/ }, ({ path }) => ({
          path: `./${basename(path)}.js`,
          external: true,
        })),
    },
  ],
};

const beside = {
  ...shared,
  plugins: product.plugins,
  entryPoints: {
    cluster: 'src/cluster/cluster.ts',
    mcp: 'src/cli/mcp/mcp.ts',
  },
  outdir: 'dist',
};

/** The page of the panel and of comparisons, for the browser that shows it. */
const page = {
  ...product,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  sourcemap: false,
  entryPoints: { page: 'src/vscode/panel/page/page.ts' },
};

const styles = {
  ...page,
  entryPoints: { panel: 'src/vscode/panel/page/panel.css', comparison: 'src/vscode/panel/page/comparison.css' },
};

/** VS Code loads it as one file. */
const suite = {
  ...shared,
  sourcesContent: false,
  entryPoints: { index: 'test/vscode/index.ts', fakeSearch: 'test/vscode/fakeSearch.ts' },
  external: ['vscode', 'mocha'],
  outdir: 'out/test/vscode',
};

/** Each file by itself, in the folders of the sources: tests and benches that run in one process load it once. */
const modules = {
  ...shared,
  sourcesContent: false,
  outbase: '.',
  outdir: 'out',
  loader: { '.css': 'empty' },
  plugins: [{ name: 'modules', setup: ({ onResolve, resolve }) => onResolve({ filter: /./ }, besides(resolve)) }],
};

/** In the product, all of src is in the folder of its assets. */
const sources = {
  ...modules,
  entryPoints: filesIn('src', /\.ts$/),
  define: { __dirname: JSON.stringify(join(__dirname, 'dist')) },
};

const tests = { ...modules, entryPoints: filesIn('test', /^(unit|cluster|support|bench)\b(?!.*\bprojects\b).*\.ts$/) };

/** Resolves what a module imports to a file beside it; only data, and packages that cannot be required, become part of it. */
function besides(resolve) {
  return async ({ path, importer, kind, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === 'resolved' || importer.includes('node_modules')) return undefined;
    if (!path.startsWith('.')) {
      const found = await resolve(path, { kind: 'require-call', resolveDir, pluginData: 'resolved' });
      return isRequired(found.path) ? { path, external: true } : undefined;
    }
    const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'resolved' });
    return found.path.endsWith('.ts') ? { path: asModule(relative(resolveDir, found.path)), external: true } : found;
  };
}

const asModule = (path) => `./${path.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`;

/** Is it no ES module? */
function isRequired(path) {
  if (!path.includes('node_modules') || /\.c?js$/.test(path) === false) return !path.endsWith('.mjs');
  for (let folder = dirname(path); !path.endsWith('.cjs'); folder = dirname(folder)) {
    const description = join(folder, 'package.json');
    if (existsSync(description)) return JSON.parse(readFileSync(description, 'utf8')).type !== 'module';
  }
  return true;
}

function filesIn(folder, pattern) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => pattern.test(name));
  return names.map((name) => join(folder, name));
}

/** What of others is in the bundles and beside them. */
async function writeNotices() {
  const { languages } = await imported('src/syntax/languages.ts');
  const bundled = await Promise.all(
    [product, beside, page].map((build) => esbuild.build({ ...build, write: false, sourcemap: false, metafile: true })),
  );
  const inputs = bundled.flatMap(({ metafile }) => Object.values(metafile.outputs).flatMap((one) => partsOf(one)));
  writeFileSync('dist/NOTICES.txt', notices(inputs, languages));
}

/** What is left of the inputs in a bundle. */
const partsOf = ({ inputs }) => Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);

/** The runtime of the parser, and for every row of src/syntax/languages.ts its grammar and what may be deleted there. */
async function copyGrammars() {
  mkdirSync('dist', { recursive: true });
  copyFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm'), 'dist/web-tree-sitter.wasm');
  copyFileSync('src/warm/whittle_warm.py', 'dist/whittle_warm.py');
  const { languages } = await imported('src/syntax/languages.ts');
  const { unitsOf } = await imported('src/syntax/grammar/grammarUnits.ts');
  for (const { package: name, wasm, rules, id } of languages) {
    const folder = dirname(require.resolve(`${name}/package.json`));
    writeFileSync(join('dist', `${basename(wasm)}.br`), packed(readFileSync(join(folder, wasm))));
    if (!rules) continue;
    const grammar = JSON.parse(readFileSync(join(folder, rules), 'utf8'));
    writeFileSync(join('dist', `${id}.units.json`), JSON.stringify(unitsOf(grammar)));
  }
}

/** Two thirds of what a zip makes of it. Quality 11 would save 7 % more, in 30 times the time. */
function packed(wasm) {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window, BROTLI_MAX_WINDOW_BITS: widest } = constants;
  return brotliCompressSync(wasm, { params: { [quality]: 9, [window]: widest } });
}

async function main() {
  for (const folder of ['out/src', 'out/test', 'dist']) rmSync(folder, { recursive: true, force: true });
  await copyGrammars();
  await writeNotices();
  const builds = production ? [product, beside, page, styles] : [product, beside, page, styles, suite, sources, tests];
  if (!watch) return void (await Promise.all(builds.map((build) => esbuild.build(build))));
  for (const build of builds) await (await esbuild.context(build)).watch();
}

main().catch((error) => {
  console.error(error.message ?? error);
  process.exit(1);
});
