import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { programLines } from '../../../src/runners/programs';
import { freshDirectory } from '../../support/files';
import { writeTree } from '../../support/tree';

const directory = freshDirectory();

describe('suggested programs', () => {
  const before = process.env.PATH;
  afterEach(() => (process.env.PATH = before));

  it('are installed: in the folder, or on the PATH and executable', () => {
    writeTree(directory.path, { 'node_modules/.bin/tsc': '', 'bin/esbuild': '', 'bin/eslint': '' });
    chmodSync(join(directory.path, 'bin/esbuild'), 0o755);
    chmodSync(join(directory.path, 'bin/eslint'), 0o644);
    process.env.PATH = join(directory.path, 'bin');
    assert.deepEqual(programLines('typescript', directory.path), [
      'node_modules/.bin/tsc --noEmit ${file}',
      'esbuild ${file}',
    ]);
    assert.deepEqual(programLines('typescript', undefined), ['esbuild ${file}']);
    assert.deepEqual(programLines('klingon', directory.path), []);
  });

  it('are those of the nearest node_modules', () => {
    process.env.PATH = '';
    const paths = ['node_modules/.bin/tsc', 'packages/shop/node_modules/.bin/tsc'];
    writeTree(directory.path, { [paths[0]]: '', [paths[1]]: '' });
    const programOf = (folder: string) => programLines('typescript', directory.path, join(directory.path, folder));
    assert.deepEqual(programOf('packages/shop/src'), [`${paths[1]} --noEmit \${file}`]);
    assert.deepEqual(programOf('packages/tools'), [`${paths[0]} --noEmit \${file}`]);
  });

  it('offer no program that could not begin: Node needs all imports where the file lies, a linter its configuration', () => {
    const names = ['node', 'esbuild', 'prettier'];
    writeTree(directory.path, {
      ...Object.fromEntries(names.map((name) => [`bin/${name}`, ''])),
      'src/near.js': '',
      'bin/eslint': '',
      'node_modules/there/index.js': '',
      'node_modules/modern/package.json': '{"name":"modern","exports":{"import":"./m.mjs"}}',
    });
    for (const name of [...names, 'eslint']) chmodSync(join(directory.path, 'bin', name), 0o755);
    process.env.PATH = join(directory.path, 'bin');
    const programs = (text: string) =>
      programLines('javascript', directory.path, join(directory.path, 'src'), text).map((line) => line.split(' ')[0]);
    const [usual, last] = [names, ['esbuild', 'prettier']];
    for (const [text, expected] of [
      ['let a = 1;\n', usual],
      ["const fs = require('node:fs'), p = require('path');\n", usual],
      ["import { a } from './near.js';\nexport * from 'there';\nimport 'modern';\n", usual],
      ["(function (f) { f(require('underscore')); })(x);\n", last],
      ["import {\n  a,\n} from 'nowhere';\n", last],
      ["export { a } from './far.js';\n", last],
      ['const App = () => {\n  return (\n    <div />\n  );\n};\n', last],
    ] as const) {
      assert.deepEqual(programs(text), expected, text);
    }
    writeTree(directory.path, { '.eslintrc.json': '{}' });
    assert.ok(programs('').includes('eslint'));
  });
});
