/** *Try It on an Example*: reduces a file of ours, on which a program of ours crashes. Both run in VS Code's own Node. */
import * as vscode from 'vscode';
import { copy } from '../../oracle/places/copy';
import { fixedText, template, userPath, type OracleCommand } from '../../oracle/processes/command';
import type { Controller } from '../controller';
import { byItsEnd } from '../oracles/taskOracle';
import { Reduction, type ReductionResult } from '../runs/kinds';
import { registered } from '../window/telling';

const [fileName, programName] = ['orders.json', 'invoice.js'];

export function registerExample(
  controller: Controller,
  { extensionUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>,
): vscode.Disposable[] {
  const source = vscode.Uri.joinPath(extensionUri, 'media', 'example');
  const target = vscode.Uri.joinPath(globalStorageUri, 'example');
  const example = new Example(controller, source, target);
  return [example, ...registered(controller, { 'whittle.tryExample': () => example.reduce() })];
}

class Example implements vscode.Disposable {
  private readonly file: vscode.Uri;
  private readonly tabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.some((tab) => this.isShownIn(tab)) && !this.isOpen()) void this.clean();
  });

  constructor(
    private readonly controller: Controller,
    /** The extension's own folder with the example. */
    private readonly source: vscode.Uri,
    /** Where the user gets a copy of its file, as long as it is open. */
    private readonly target: vscode.Uri,
  ) {
    this.file = vscode.Uri.joinPath(target, fileName);
  }

  /** Undefined if it is being reduced already: then it is only shown. Throws `NotTrusted` and `RunFailed`. */
  async reduce(): Promise<ReductionResult | undefined> {
    const { controller, file } = this;
    if (controller.runs.runningOn(file)) {
      await vscode.window.showTextDocument(file, { preview: false });
      return undefined;
    }
    controller.runs.requireIdle(file);
    controller.forget(file);
    const document = await this.opened();
    const asked = { oracle: this.oracle(), overrides: { ...byItsEnd, place: copy.name } };
    // Without a journal: nobody resumes an example.
    const made = await controller.jobFor(document, asked);
    return controller.presented(await controller.begin(Reduction, document, made, {}));
  }

  dispose(): void {
    this.tabs.dispose();
  }

  /** As it was at first, whatever the user has done with it. */
  private async opened(): Promise<vscode.TextDocument> {
    const { file, source } = this;
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(source, fileName), file, { overwrite: true });
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document, { preview: false });
    // Also if it has no edits: VS Code may not have seen yet that its file has changed.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    return document;
  }

  /** Desktop VS Code needs the variable to be Node; elsewhere it means nothing. */
  private oracle(): OracleCommand {
    const program = vscode.Uri.joinPath(this.source, programName).fsPath;
    return {
      invocation: {
        program: fixedText(process.execPath),
        args: [fixedText(program), template('${file}', { '${file}': 'file' })],
      },
      cwd: userPath(this.source.fsPath),
      env: { ELECTRON_RUN_AS_NODE: fixedText('1') },
    };
  }

  private isShownIn({ input }: vscode.Tab): boolean {
    return input instanceof vscode.TabInputText && input.uri.toString() === this.file.toString();
  }

  private isOpen(): boolean {
    return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => this.isShownIn(tab)));
  }

  private async clean(): Promise<void> {
    this.controller.forget(this.file);
    const gone = vscode.workspace.fs.delete(this.target, { recursive: true, useTrash: false });
    await Promise.resolve(gone).catch(() => {});
  }
}
