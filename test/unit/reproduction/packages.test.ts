/** Which packages a command needs: its programs are links, or scripts where a package manager makes these. */
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { neededPackages } from '../../../src/reproduction/packages';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();

function write(path: string, text: string): void {
  const at = join(directory.path, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
}

function packagesOf(line: string): string[] {
  const base = realpathSync(directory.path);
  return neededPackages({ files: [], commands: [{ line, from: base }] }, base).map(
    ({ name, version }) => `${name}@${version}`,
  );
}

describe('the package of a program', () => {
  beforeEach(() => {
    write('node_modules/checks/package.json', '{"name": "checks", "version": "1.2.3"}');
    write('node_modules/checks/bin/run.js', '');
  });

  it('is found by a link', function () {
    if (process.platform === 'win32') this.skip(); // npm makes none there
    mkdirSync(join(directory.path, 'node_modules/.bin'));
    symlinkSync('../checks/bin/run.js', join(directory.path, 'node_modules/.bin/check'));
    assert.deepEqual(packagesOf('npx check a.js'), ['checks@1.2.3']);
  });

  it('is found by a script for any shell', () => {
    write('node_modules/.bin/check', 'exec node  "$basedir/../checks/bin/run.js" "$@"\n');
    write('node_modules/.bin/check.cmd', '"%_prog%"  "%dp0%\\..\\checks\\bin\\run.js" %*\r\n');
    for (const program of ['npx check', 'node_modules/.bin/check', 'node_modules/.bin/check.cmd']) {
      assert.deepEqual(packagesOf(`${program} a.js`), ['checks@1.2.3'], program);
    }
    write('node_modules/.bin/check', 'exec node  "$basedir/../gone/run.js" "$@"\n');
    assert.deepEqual(packagesOf('npx check a.js'), []);
  });
});
