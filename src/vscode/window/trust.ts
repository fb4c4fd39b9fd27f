/** Nothing of a workspace that is not trusted is run. Menus are disabled in package.json; this holds for everything else. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';

export class NotTrusted extends Error {}

/** Throws `NotTrusted`. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new NotTrusted(
    l10n.t('This workspace is not trusted, so Whittle cannot run commands on copies of its files: trust it first.'),
  );
}
