import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import {
  answering,
  api,
  fixture,
  messagesOf,
  open,
  processesWith,
  reduceFile,
  settled,
  testsOf,
  until,
  withWindow,
} from './support';
import { seldom } from '../support/seldom';

const slow = { task: 'still crashes (slow)' };
const offer = /^An earlier run on queue\.js with this test was interrupted\.$/;
const command = (name: string) => vscode.commands.executeCommand(`whittle.${name}`);

describe('A run under way', () => {
  // What a test that failed has left must not fail the next one.
  afterEach(async () => {
    await vscode.commands.executeCommand('whittle.stop', fixture('queue.js'));
    await settled();
    await vscode.commands.executeCommand('whittle.discardResult', fixture('queue.js'));
  });

  it('is paused, goes on, gives up its phase and is stopped', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, slow);
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    await command('pause');
    await until('it says so', () => whittle.statusText().includes('paused'));
    const tests = () => processesWith(`check.js ${tmpdir()}`).length;
    // The test that was about to start may still run. Tests take 0.2 s, one after the other: 20 looks in a row would meet one.
    let idle = 0;
    await until('nothing was tested at 20 looks in a row', () => (idle = tests() === 0 ? idle + 1 : 0) === 20);
    await command('resume');
    await until('it goes on', () => /sync~spin/.test(whittle.statusText()));
    await command('skipPhase');
    await command('stop');
    const result = await running;
    assert.equal(result?.finished.ending, 'interrupted');
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('shows what the test says that runs now', async () => {
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, { command: 'echo looking at {}; sleep 0.3; node check.js {}' });
    await command('showOutput');
    const isSaid = ({ uri, getText }: vscode.TextDocument) =>
      uri.scheme === 'output' && /looking at .*queue\.js/.test(getText());
    await until('it is there', () => vscode.workspace.textDocuments.some((one) => isSaid(one)));
    await command('stop');
    await running;
  });

  seldom.it('that was stopped is resumed, if the user wants that, with what it knew', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    const first = await stoppedRun(document.uri);
    // Nothing was discarded: the same run is offered again.
    const messages = await answering('Resume', async () => {
      const running = reduceFile(document.uri, slow);
      await until('it goes on', () => testsOf(whittle) >= first.tests);
      await command('stop');
      const result = await running;
      assert.ok(result!.finished.search.tests >= first.tests, `${result!.finished.search.tests} ≥ ${first.tests}`);
      assert.ok(result!.finished.tokens.after <= first.tokens);
    });
    assert.ok(
      messages.some((message) => offer.test(message)),
      messages.join(),
    );
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
    // What was discarded is not offered.
    const again = await messagesOf(async () => void (await stoppedRun(document.uri)));
    assert.ok(!again.some((message) => offer.test(message)));
    // And who wants neither gets neither.
    await withWindow({ showInformationMessage: async () => undefined }, async () => {
      assert.equal(await reduceFile(document.uri, slow), undefined);
    });
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });
});

/** Runs until something is removed. */
async function stoppedRun(uri: vscode.Uri): Promise<{ tests: number; tokens: number }> {
  const whittle = await api();
  const running = reduceFile(uri, slow);
  await until('something is grey', () => whittle.faded(uri).length > 0);
  await command('stop');
  const { finished } = (await running)!;
  return { tests: finished.search.tests, tokens: finished.tokens.after };
}
