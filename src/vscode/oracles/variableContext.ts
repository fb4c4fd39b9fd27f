/** What variables stand for, for a document: in tasks, and in settings that name something of a machine. */
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { VariableContext } from './variables';

/** `scope`: of the task that has them, if one has. */
export function contextOf(document: vscode.Uri, scope: vscode.Task['scope']): VariableContext {
  const ofTask = typeof scope === 'object' ? scope : undefined;
  const folder = ofTask ?? vscode.workspace.getWorkspaceFolder(document) ?? vscode.workspace.workspaceFolders?.[0];
  return {
    folder: folder && { path: folder.uri.fsPath, name: folder.name },
    fileName: basename(document.path),
    directoryName: basename(dirname(document.path)),
    cursor: cursorIn(document),
    folders: new Map(vscode.workspace.workspaceFolders?.map(({ name, uri }) => [name, uri.fsPath])),
    home: homedir(),
    env: process.env,
    setting: (name) => vscode.workspace.getConfiguration(undefined, document).get(name),
  };
}

function cursorIn(document: vscode.Uri): VariableContext['cursor'] {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === document.toString());
  if (!editor) return undefined;
  const { active } = editor.selection;
  return { line: active.line + 1, column: active.character + 1, selected: editor.document.getText(editor.selection) };
}
