// What a TypeScript module exports, for scripts of the build.
const esbuild = require('esbuild');

async function imported(file) {
  const bundle = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
    logLevel: 'warning',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', bundle.outputFiles[0].text)(module, module.exports, require);
  return module.exports;
}

module.exports = { imported };
