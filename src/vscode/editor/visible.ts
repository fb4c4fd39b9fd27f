/** Documents and their editors. */
import * as vscode from 'vscode';

/** Grey text needs an editor. */
export async function makeVisible(
  document: vscode.TextDocument,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) return;
  try {
    await vscode.window.showTextDocument(document, { preview: false, ...options });
  } catch {
    // Another editor was opened meanwhile: the grey is there when this one is.
  }
}
