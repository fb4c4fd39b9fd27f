/** The entry point in VS Code: wiring only. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerAgentTools } from './vscode/agents/agentTools';
import { registerCommands } from './vscode/commands';
import { Controller } from './vscode/controller';
import { GoneFiles, RunLens, StatusBar } from './vscode/window/runViews';
import { registerHistoryCommands, HistoryView } from './vscode/history/historyView';
import { registerRevisions } from './vscode/isolation/isolateCommand';
import { RunView } from './vscode/panel/panel';
import { Comparison } from './vscode/comparison/comparison';
import { registerExample } from './vscode/example/tryExample';
import { restoreFiles } from './vscode/runs/jobs';
import { keepPasswordsIn } from './vscode/oracles/cluster';
import { registerProblems } from './vscode/problems/reduceToProblem';
import { registerTerminal } from './vscode/terminal/failedCommands';
import { TerminalRuns } from './vscode/watching/terminalRuns';
import { whittleTaskProvider } from './vscode/oracles/whittleTask';

let controller: Controller | undefined;

/** For our tests. */
export type WhittleApi = ReturnType<typeof activate>;

export function activate(context: vscode.ExtensionContext) {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const created = (controller = new Controller(context.storageUri ?? context.globalStorageUri, context.workspaceState));
  keepPasswordsIn(context.secrets);
  if (vscode.workspace.isTrusted) restoreFiles();
  const { runs, history } = created;
  const views = {
    ...{ runView: new RunView(runs), statusBar: new StatusBar(runs), runLens: new RunLens(runs) },
    ...{ goneFiles: new GoneFiles(runs), historyView: new HistoryView(history) },
  };
  context.subscriptions.push(created, ...Object.values(views), ...waysIn(created, context));
  void history.look();
  return { controller: created, Comparison, ...views };
}

/** Where runs begin, and where they are watched. */
function waysIn(created: Controller, context: vscode.ExtensionContext): vscode.Disposable[] {
  return [
    ...registerExample(created, context),
    ...registerHistoryCommands(created),
    ...registerCommands(created),
    vscode.workspace.onDidGrantWorkspaceTrust(restoreFiles),
    ...registerTerminal(created),
    ...registerProblems(created),
    ...registerAgentTools(created),
    registerRevisions(),
    new TerminalRuns(created),
    vscode.tasks.registerTaskProvider('whittle', whittleTaskProvider(created)),
  ];
}

export async function deactivate(): Promise<void> {
  await controller?.runs.shutDown();
}
