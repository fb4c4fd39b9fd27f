// `npm run package:npm`: the npm package in out/npm, from a build. It has a manifest and a README of its own, and nothing of the editor.
const { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Files of the build that the command line and the library load. */
const built =
  /^((cli|library|worker|launcher|propertyThread|cluster|mcp|warm\w+)\.js|library\.d\.ts|whittle_warm\.py|web-tree-sitter\.wasm|.*\.wasm\.br|.*\.units\.json|NOTICES\.txt)$/;

/** What the manifest has in common with that of the extension. */
const common = [
  'name',
  'version',
  'license',
  'keywords',
  'repository',
  'homepage',
  'bugs',
  'type',
  'types',
  'exports',
  'bin',
];

/** Returns the directory, which is written anew. */
function writePackage(to = 'out/npm') {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'dist'), { recursive: true });
  for (const name of readdirSync('dist').filter((one) => built.test(one)))
    cpSync(join('dist', name), join(to, 'dist', name));
  for (const path of ['LICENSE', 'CHANGELOG.md', 'docs']) cpSync(path, join(to, path), { recursive: true });
  rmSync(join(to, 'docs/npm.md'));
  const readme = readFileSync('docs/npm.md', 'utf8')
    .replaceAll(/\]\((?=[\w/-]+\.md)/g, '](docs/')
    .replaceAll('](../', '](');
  writeFileSync(join(to, 'README.md'), readme);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  return to;
}

function manifest() {
  const whole = JSON.parse(readFileSync('package.json', 'utf8'));
  const shared = Object.fromEntries(common.filter((key) => key in whole).map((key) => [key, whole[key]]));
  return {
    ...shared,
    description:
      'Turns a big failing input into a small one: delta debugging on syntax trees, as a command and as a library.',
    main: './dist/library.js',
    engines: { node: whole.engines.node },
    files: ['dist', 'docs', 'CHANGELOG.md'],
  };
}

module.exports = { writePackage };

if (require.main === module) writePackage();
