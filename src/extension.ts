/** VS Code's door: wiring only. */
import * as vscode from 'vscode';
import { registerCommands } from './vscode/commands';
import { Controller } from './vscode/controller';
import { whittleTaskProvider } from './vscode/whittleTask';

let controller: Controller | undefined;

/** What other extensions, and our tests, may look at. */
export interface WhittleApi {
  /** The ranges of a document that are greyed out now. */
  faded(uri: vscode.Uri): readonly vscode.Range[];
  /** Texts that are shown as put in. */
  inserted(uri: vscode.Uri): readonly string[];
  /** What the status bar says. */
  statusText(): string;
}

export function activate(context: vscode.ExtensionContext): WhittleApi {
  const created = new Controller(context.asAbsolutePath('dist'));
  controller = created;
  context.subscriptions.push(
    created,
    ...registerCommands(created, context.workspaceState),
    vscode.tasks.registerTaskProvider('whittle', whittleTaskProvider(created)),
  );
  return {
    faded: (uri) => created.fade.of(uri),
    inserted: (uri) => created.fade.insertedIn(uri),
    statusText: () => created.runs.statusBar.text,
  };
}

export async function deactivate(): Promise<void> {
  await controller?.runs.shutDown();
}
