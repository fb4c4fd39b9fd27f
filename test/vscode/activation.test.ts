/** First of all suites, so that nothing of Whittle has been asked for yet. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  const extension = () => vscode.extensions.getExtension('whittle.whittle')!;

  it('waits until it is asked for', () => {
    assert.equal(extension().isActive, false);
  });

  it('loads the bundle and is ready: its time is that of this test', async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });
});
