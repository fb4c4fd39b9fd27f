/** Versions for reports, of programs that are installed here. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionsOf } from '../../../src/runners/programs';
import { freshDirectory } from '../../support/files';

const { signal } = new AbortController();
const folder = freshDirectory();
const here = (line: string) => versionsOf(line, process.cwd(), signal);

describe('versions for reports', () => {
  it('are those of a package and of node', async () => {
    const [mocha, node, ...others] = await here('CI=1 node_modules/.bin/mocha a.js');
    assert.match(mocha, /^mocha \d+\.\d+\.\d+$/);
    assert.equal(node, `node ${process.version}`);
    assert.deepEqual(others, []);
    assert.deepEqual(await here('npx --no mocha a.js'), [mocha, node]);
  });

  it('are those of an interpreter', async () => {
    const [python, ...others] = await here('python3 -m unittest a');
    assert.match(python, /^Python 3\.\d+/);
    assert.deepEqual(others, []);
  });

  it('leave out what is not installed, and what the shell itself does', async () => {
    assert.deepEqual(await here('./venv/bin/python -m unittest a'), []);
    assert.deepEqual(await here('cd x && ! test -f a; echo 1'), []);
  });

  it('are those of all programs of a line, and of the scripts that it names, which are not started', async () => {
    mkdirSync(join(folder.path, 'bin'));
    writeFileSync(join(folder.path, 'bin/check.sh'), '#!/bin/sh\ntouch started\nif ! node a.js; then\n  exit 1\nfi\n');
    writeFileSync(join(folder.path, 'package.json'), '{"scripts": {"test": "./bin/check.sh | grep -q x"}}');
    const all = (await versionsOf('npm test', folder.path, signal)).join('\n');
    assert.match(all, /^touch .*\d/m);
    assert.match(all, new RegExp(`^node ${process.version}$`, 'm'));
    assert.match(all, /grep.*\d/);
    assert.match(all, /^npm \d/m);
    assert.equal(existsSync(join(folder.path, 'started')), false);
  });
});
