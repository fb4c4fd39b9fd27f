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
      '${workspaceFolder}/node_modules/.bin/tsc --noEmit {}',
      'esbuild {}',
    ]);
    assert.deepEqual(programLines('typescript', undefined), ['esbuild {}']);
    assert.deepEqual(programLines('klingon', directory.path), []);
  });
});
