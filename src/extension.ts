/** The entry point in VS Code: wiring only. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerAgentTools } from './vscode/agents/agentTools';
import { registerCommands } from './vscode/commands';
import { Controller } from './vscode/controller';
import { GoneFiles, registerRunLens, StatusBar } from './vscode/window/runViews';
import { registerHistoryCommands, HistoryView } from './vscode/history/historyView';
import { registerRevisions } from './vscode/isolation/revisions';
import { RunView } from './vscode/panel/panel';
import { Comparisons } from './vscode/comparison/comparison';
import { registerExample } from './vscode/example/tryExample';
import { restoreFiles } from './vscode/runs/jobs';
import { keepPasswordsIn } from './vscode/oracles/cluster';
import { registerProblems } from './vscode/problems/reduceToProblem';
import { registerTerminal } from './vscode/terminal/failedCommands';
import { TerminalRuns } from './vscode/watching/terminalRuns';
import { whittleTaskProvider } from './vscode/whittleTask';

let controller: Controller | undefined;

/** For our tests. */
export type WhittleApi = ReturnType<typeof activate>;

export function activate(context: vscode.ExtensionContext) {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const storage = context.storageUri ?? context.globalStorageUri;
  const created = (controller = new Controller(context.asAbsolutePath('dist'), storage, context.workspaceState));
  keepPasswordsIn(context.secrets);
  if (vscode.workspace.isTrusted) restoreFiles();
  const runView = new RunView(created.runs, vscode.Uri.joinPath(context.extensionUri, 'dist'));
  const statusBar = new StatusBar(created.runs);
  const goneFiles = new GoneFiles(created.runs);
  const comparisons = new Comparisons(created);
  const { history } = created;
  const historyView = new HistoryView(history);
  const views = [runView, statusBar, registerRunLens(created.runs), goneFiles, historyView];
  const commands = [...registerExample(created, context), ...waysIn(created, comparisons)];
  context.subscriptions.push(created, ...views, ...commands);
  void history.look();
  return { controller: created, runView, statusBar, goneFiles, comparisons, historyView };
}

/** Where runs begin, and where they are watched. */
function waysIn(created: Controller, comparisons: Comparisons): vscode.Disposable[] {
  return [
    ...registerHistoryCommands(created),
    ...registerCommands(created, comparisons),
    vscode.workspace.onDidGrantWorkspaceTrust(restoreFiles),
    ...registerTerminal(created),
    ...registerProblems(created),
    ...registerAgentTools(created),
    registerRevisions(created.assets),
    new TerminalRuns(created),
    vscode.tasks.registerTaskProvider('whittle', whittleTaskProvider(created)),
  ];
}

export async function deactivate(): Promise<void> {
  await controller?.runs.shutDown();
}
