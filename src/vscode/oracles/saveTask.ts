/** *Save as Task*: the oracle of a finished reduction goes to tasks.json, with the rule that it was judged by. */
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { realPath } from '../../oracle/places/roots';
import { taskFrom, taskIn, withTask } from './tasksJson';
import type { Reduction } from '../runs/kinds';
import { openFolderButton, openTasks, tasksButton, Problem } from '../window/buttons';

/** Returns the task's name; undefined if the user cancels. Throws `Problem`. */
export async function saveTask({ uri, named: { recipe, task }, rules, name }: Reduction): Promise<string | undefined> {
  if (!recipe) {
    const message = vscode.l10n.t('The test of {0} is already a task: see tasks.json.', name);
    throw new Problem(message, tasksButton(task));
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) {
    throw new Problem(
      vscode.l10n.t('{0} is outside the open folders: open its folder to have a tasks.json for it.', name),
      openFolderButton(),
    );
  }
  const inFolder = (path: string) => relative(realPath(folder.uri.fsPath), realPath(path)).replaceAll('\\', '/');
  const cwd = recipe.cwd === undefined ? '' : inFolder(recipe.cwd);
  const saved = taskFrom(recipe, { file: inFolder(uri.fsPath), cwd, rule: rules[0]?.rule });
  const tasks = vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json');
  const label = await put(tasks, saved);
  if (label !== undefined) void tell(tasks, label);
  return label;
}

/** Edits that are not saved stay so. Returns the label; undefined if the user cancels. */
async function put(tasks: vscode.Uri, given: Record<string, unknown>): Promise<string | undefined> {
  const bytes = await Promise.resolve(vscode.workspace.fs.readFile(tasks)).catch(() => undefined);
  const document = bytes && (await vscode.workspace.openTextDocument(tasks));
  const label = await freeLabel(document?.getText() ?? '', given);
  if (label === undefined) return undefined;
  const task = { ...given, label };
  if (document) await edit(document, task);
  else await vscode.workspace.fs.writeFile(tasks, Buffer.from(withTask('', task)));
  return label;
}

/** Asks before another task of this name is replaced. */
async function freeLabel(text: string, task: Record<string, unknown>): Promise<string | undefined> {
  const label = String(task.label);
  const before = taskIn(text, label);
  if (!before || isDeepStrictEqual(before, task)) return label;
  const [replace, saveAs] = [vscode.l10n.t('Replace'), vscode.l10n.t('Save As…')];
  const message = vscode.l10n.t('tasks.json already has a task "{0}".', label);
  const choice = await vscode.window.showWarningMessage(message, { modal: true }, replace, saveAs);
  if (choice !== saveAs) return choice === replace ? label : undefined;
  const prompt = vscode.l10n.t('Name of the task');
  const other = await vscode.window.showInputBox({ prompt, value: `${label} 2`, ignoreFocusOut: true });
  return other?.trim() ? freeLabel(text, { ...task, label: other.trim() }) : undefined;
}

async function edit(document: vscode.TextDocument, task: Record<string, unknown>): Promise<void> {
  const wasSaved = !document.isDirty;
  const change = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  change.replace(document.uri, all, withTask(document.getText(), task));
  await vscode.workspace.applyEdit(change);
  if (wasSaved) await document.save();
}

async function tell(tasks: vscode.Uri, label: string): Promise<void> {
  const open = vscode.l10n.t('Open tasks.json');
  const message = vscode.l10n.t(
    'Saved the task "{0}". Run it with Tasks: Run Task, or choose it in Reduce File.',
    label,
  );
  if ((await vscode.window.showInformationMessage(message, open)) === open) await openTasks(tasks, label);
}
