/** *Try It on an Example*: reduces a file of ours, on which a program of ours crashes. Both run in VS Code's own Node. */
import * as vscode from 'vscode';
import { copy } from '../../oracle/places/copy';
import { fixedText, template, userPath } from '../../oracle/processes/command';
import type { Controller } from '../controller';
import { commandOracle } from '../oracles/taskOracle';
import { Reduction } from '../runs/kinds';
import { registered } from '../window/problems';

/** The user gets a copy of the file, as long as that is open. */
export function registerExample(
  controller: Controller,
  { extensionUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>,
): vscode.Disposable[] {
  const source = vscode.Uri.joinPath(extensionUri, 'media', 'example');
  const target = vscode.Uri.joinPath(globalStorageUri, 'example');
  const file = vscode.Uri.joinPath(target, 'orders.json');
  const isIts = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === file.toString();
  const closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (!closed.some(isIts) || vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isIts))) return;
    controller.forget(file);
    void vscode.workspace.fs.delete(target, { recursive: true, useTrash: false }).then(undefined, () => {});
  });
  return [closing, ...registered(controller, { 'whittle.tryExample': () => reduceExample(controller, source, file) })];
}

/** Undefined if it is being reduced already: then it is only shown. Throws `NotTrusted` and `RunFailed`. */
async function reduceExample(controller: Controller, source: vscode.Uri, file: vscode.Uri) {
  if (controller.runs.runningOn(file)) {
    await vscode.window.showTextDocument(file, { preview: false });
    return undefined;
  }
  controller.forget(file);
  const document = await openAsAtFirst(vscode.Uri.joinPath(source, 'orders.json'), file);
  const program = fixedText(vscode.Uri.joinPath(source, 'invoice.js').fsPath);
  const command = {
    invocation: { program: fixedText(process.execPath), args: [program, template('${file}', { '${file}': 'file' })] },
    cwd: userPath(source.fsPath),
    // Desktop VS Code needs the variable to be Node; elsewhere it means nothing.
    env: { ELECTRON_RUN_AS_NODE: fixedText('1') },
  };
  const oracle = commandOracle(command, 'auto');
  const made = await controller.jobFor(document, { oracle, values: { place: copy.name } });
  // Without a journal: nobody resumes an example.
  return controller.presented(await controller.begin(Reduction, document, made, {}));
}

/** Whatever the user has done with it. */
async function openAsAtFirst(original: vscode.Uri, file: vscode.Uri): Promise<vscode.TextDocument> {
  const bytes = await vscode.workspace.fs.readFile(original);
  await vscode.workspace.fs.writeFile(file, bytes);
  const show = () => vscode.window.showTextDocument(file, { preview: false });
  const { document } = await show();
  const text = new TextDecoder().decode(bytes);
  // VS Code may not have seen yet that its file has changed, and another editor may have become the active one.
  for (let tries = 0; document.getText() !== text && tries < 100; tries++) {
    await show();
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  return document;
}
