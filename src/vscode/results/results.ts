/** The result beside the original: a read-only document, a diff, and Apply as one edit that one undo takes back. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { derivedUri, firstChange, originalUri, type DerivedTexts } from './derived';
import type { Reduction } from '../runs/reduction';

const kind = 'reduced';

export function resultUri(original: vscode.Uri): vscode.Uri {
  return derivedUri(original, kind);
}

export class Results {
  /** Runs whose results were shown before their ends, and what was removed then. */
  private readonly polished = new WeakMap<Reduction, readonly number[]>();

  constructor(private readonly texts: DerivedTexts) {}

  /** The result so far of a run, which polishes it; it is shown once. */
  polish(reduction: Reduction): void {
    const { uri, removed } = reduction;
    const before = this.polished.get(reduction);
    if (before === removed || (!before && !isLookedAt(uri))) return;
    this.polished.set(reduction, removed);
    if (before) this.texts.keep(uri, kind, reduction.textNow);
    else void this.show(reduction, reduction.textNow);
  }

  /** The result beside its file, if that is the file which the user looks at: other files keep their places. */
  async present(reduction: Reduction): Promise<void> {
    if (isLookedAt(reduction.uri)) await this.showBeside(reduction);
    else this.texts.keep(reduction.uri, kind, reduction.result!.text);
  }

  /** The focus stays where it is. */
  async showBeside(reduction: Reduction): Promise<void> {
    await this.show(reduction, reduction.result!.text);
  }

  async showDiff({ document, result }: Reduction): Promise<void> {
    const uri = this.texts.keep(document.uri, kind, result!.text);
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      uri,
      l10n.t('{0} ↔ reduced', basename(document.uri.path)),
      { preview: false } satisfies vscode.TextDocumentShowOptions,
    );
  }

  /** False if VS Code refused the edit. */
  async apply(document: vscode.TextDocument, text: string): Promise<boolean> {
    const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    const at = document.positionAt(firstChange(document.getText(), text));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, all, text);
    const applied = await vscode.workspace.applyEdit(edit);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === document.uri.toString()) editor.revealRange(new vscode.Range(at, at));
    }
    return applied;
  }

  /** Closes the result and its diff, and drops the text. */
  async forget(original: vscode.Uri): Promise<void> {
    const uri = resultUri(original);
    this.texts.drop(uri);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => shows(tab, uri.toString()));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  private async show({ document }: Reduction, text: string): Promise<void> {
    const uri = this.texts.keep(document.uri, kind, text);
    const shown = await this.texts.open(uri, document.languageId);
    const at = shown.positionAt(firstChange(document.getText(), text));
    await vscode.window.showTextDocument(shown, {
      viewColumn: columnOf(uri) ?? vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
      selection: new vscode.Range(at, at),
    });
  }
}

/** The active editor has this file or its result, or none has the focus. */
function isLookedAt(uri: vscode.Uri): boolean {
  const active = vscode.window.activeTextEditor?.document.uri;
  return !active || !isFile(active) || originalUri(active).toString() === uri.toString();
}

/** Not the output view, which is an editor too. */
const isFile = ({ scheme }: vscode.Uri) => scheme !== 'output';

/** Where it is open. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const of = ({ tabs }: vscode.TabGroup) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  return vscode.window.tabGroups.all.find(of)?.viewColumn;
}

function shows({ input }: vscode.Tab, uri: string): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.toString() === uri;
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri;
}
