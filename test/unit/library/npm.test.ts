/** What the npm package consists of. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whittle } from '../../support/cli';
import { freshDirectory } from '../../support/files';
import { expectWhole } from '../../support/packed';
import { imported } from '../../support/library';

const directory = freshDirectory();

/** Paths of its files. */
async function written(): Promise<{ home: string; files: string[] }> {
  const { writePackage } = await imported<{ writePackage: (to: string) => string }>('src/build/npmPackage.js');
  const home = writePackage(join(directory.path, 'npm'));
  const all = readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return { home, files: all.map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1)) };
}

describe('the npm package', () => {
  it('has a manifest without the editor, and every file of the build that its programs name', async () => {
    const { home, files } = await written();
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const name of ['contributes', 'activationEvents', 'devDependencies', 'scripts', 'publisher', 'icon']) {
      assert.equal(name in manifest, false, name);
    }
    assert.deepEqual(Object.keys(manifest.engines as object), ['node']);
    assert.ok(existsSync(join(home, (manifest.bin as { whittle: string }).whittle)));
    const built = files.filter((path) => path.startsWith('dist/')).map((path) => path.slice('dist/'.length));
    assert.ok(!built.includes('extension.js') && !built.includes('page.js'));
    expectWhole(built);
  });

  it('has every document that its documents and its help name', async () => {
    const { home, files } = await written();
    const documents = files.filter((path) => path.endsWith('.md'));
    assert.ok(documents.includes('README.md') && documents.includes('docs/library.md'));
    const missing = documents.flatMap((path) => {
      const links = readFileSync(join(home, path), 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]+)[^)]*\)/g);
      return [...links]
        .map(([, link]) => `${path}: ${link}`)
        .filter((told) => !existsSync(join(home, dirname(path), told.split(': ')[1])));
    });
    assert.deepEqual(missing, []);
    const help = readFileSync('src/cli/help.ts', 'utf8').matchAll(/docs\/[\w/-]+\.md/g);
    for (const [path] of help) assert.ok(files.includes(path), path);
  });

  it('says what to do if its command is called alone', async () => {
    const { code, stdout } = await whittle([], directory.path);
    assert.equal(code, 0);
    assert.match(stdout, /^Whittle turns a big failing input into a small one\.$/m);
    for (const word of ['whittle reduce', 'whittle test', 'whittle --help']) assert.ok(stdout.includes(word), word);
    assert.ok(stdout.split('\n').length < 20);
  });
});
