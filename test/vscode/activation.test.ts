/** First of all suites, so that nothing of Whittle has been asked for yet. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { open, until, write } from './support';

describe('activation', () => {
  const extension = () => vscode.extensions.getExtension('whittle.whittle')!;

  /** Titles of the light bulb at a problem in the first line. */
  async function bulb(name: string): Promise<string[]> {
    const uri = await write(name, 'let text: number = "wrong";\n');
    await open(name);
    const range = new vscode.Range(0, 0, 0, 9);
    const problems = vscode.languages.createDiagnosticCollection('problems of the test');
    problems.set(uri, [Object.assign(new vscode.Diagnostic(range, 'It is wrong.'), { source: 'ts', code: 2322 })]);
    const look = 'vscode.executeCodeActionProvider';
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(look, uri, range);
    problems.dispose();
    return actions.map(({ title }) => title);
  }

  it('waits until it is asked for: a file whose problems have no program does not wake it', async () => {
    assert.deepEqual(await bulb('unlit.txt'), []);
    assert.equal(extension().isActive, false);
  });

  it('comes with a file whose problems have one: the light bulb is there without prior use', async () => {
    await write('bulb.ts', '');
    await open('bulb.ts');
    await until('the file wakes the extension', () => extension().isActive);
    assert.ok((await bulb('bulb.ts')).includes('Reduce the File to This Error'));
  });
});
