/** The file in the workspace that tells of a run under way: in its place or nowhere, and not before the workspace is trusted. */
import { workspace } from '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markRun, unmarkRuns } from '../../../../src/vscode/history/history';
import { freshDirectory } from '../../../support/files';

const directory = freshDirectory();
const at = (...path: string[]) => join(directory.path, ...path);
const folder = () => ({ scheme: 'file', fsPath: at('workspace') }) as Parameters<typeof markRun>[0];

describe('the mark of a run under way', () => {
  beforeEach(() => {
    for (const name of ['workspace', 'outside/run']) mkdirSync(at(name), { recursive: true });
    writeFileSync(at('outside/run/kept'), 'mine');
    writeFileSync(at('outside/file'), 'mine');
    workspace.workspaceFolders = [{ uri: folder() }];
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    workspace.isTrusted = true;
  });

  it('comes and goes', async () => {
    mkdirSync(at('workspace/.git'));
    await markRun(folder());
    assert.ok(existsSync(at('workspace/.git/whittle-run')));
    await unmarkRuns();
    assert.ok(!existsSync(at('workspace/.git/whittle-run')));
  });

  it('stays where it is until the workspace is trusted', async () => {
    mkdirSync(at('workspace/.git'));
    writeFileSync(at('workspace/.git/whittle-run'), '');
    workspace.isTrusted = false;
    await unmarkRuns();
    assert.ok(existsSync(at('workspace/.git/whittle-run')));
    mkdirSync(at('other/.git'), { recursive: true });
    workspace.workspaceFolders = [{ uri: { scheme: 'file', fsPath: at('other') } }];
    await markRun(folder());
    assert.ok(!existsSync(at('other/.git/whittle-run')));
  });

  for (const link of ['node_modules', 'node_modules/.cache', 'node_modules/.cache/whittle']) {
    it(`is not removed or made through the link ${link}`, async () => {
      mkdirSync(at('outside/.cache/whittle'), { recursive: true });
      const targets = ['.cache/whittle/run', 'whittle/run', 'run'];
      mkdirSync(at('outside/whittle'));
      for (const target of targets.slice(0, 2)) writeFileSync(at('outside', target), 'mine');
      mkdirSync(at('elsewhere'));
      writeFileSync(at('elsewhere/run'), 'mine');
      const target = link.endsWith('whittle') ? 'elsewhere' : 'outside';
      mkdirSync(at('workspace', link, '..'), { recursive: true });
      symlinkSync(at(target), at('workspace', link));
      const through = at('workspace/node_modules/.cache/whittle/run');
      assert.equal(readFileSync(through, 'utf8'), 'mine');
      await unmarkRuns();
      await markRun(folder());
      assert.equal(readFileSync(through, 'utf8'), 'mine');
    });
  }

  it('is not written through a link in its own place', async () => {
    mkdirSync(at('workspace/.git'));
    symlinkSync(at('outside/file'), at('workspace/.git/whittle-run'));
    await markRun(folder());
    await unmarkRuns();
    assert.equal(readFileSync(at('outside/file'), 'utf8'), 'mine');
    assert.ok(!existsSync(at('workspace/.git/whittle-run')));
  });
});
