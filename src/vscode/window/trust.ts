/** A workspace that is not trusted: nothing of it is run. Menus say so by themselves (`enablement` in package.json); this holds for all else. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';

/** The message is one sentence with the remedy. */
export class NotTrusted extends Error {}

/** Throws `NotTrusted`. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new NotTrusted(
    l10n.t('This workspace is not trusted, so Whittle cannot run commands on copies of its files: trust it first.'),
  );
}

/** With VS Code's own page for it one click away. */
export async function tellUntrusted({ message }: NotTrusted): Promise<void> {
  const manage = l10n.t('Manage Workspace Trust');
  const choice = await vscode.window.showWarningMessage(message, manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
