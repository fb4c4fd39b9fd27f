/** Under which name verdicts are shared. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../../src/cluster/worker';
import { braces, template, userPath } from '../../../src/oracle/processes/command';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();
const of = (line: string, more = '', cwd = directory.path) =>
  fingerprint({ invocation: { line: template(line, braces) }, cwd: userPath(cwd) }, cwd, more);

describe('The fingerprint of an oracle', () => {
  beforeEach(() => writeFileSync(join(directory.path, 'test.sh'), 'grep -q needle "$1"'));

  it('is the same for the same command', () => {
    assert.equal(of('sh test.sh {}'), of('sh test.sh {}'));
  });

  it('is another for another command, directory or identity', () => {
    const all = [of('sh test.sh {}'), of('sh ./test.sh {}'), of('sh test.sh {}', 'v2'), of('sh test.sh {}', '', '/')];
    assert.equal(new Set(all).size, all.length);
  });

  it('is another once a program that it names is', () => {
    const before = of("sh './test.sh' {}");
    writeFileSync(join(directory.path, 'test.sh'), 'grep -q other "$1"');
    assert.notEqual(of("sh './test.sh' {}"), before);
  });
});
