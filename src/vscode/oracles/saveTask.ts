/** *Save as Task*: the oracle of a finished reduction goes to tasks.json, with the rule that it was judged by. */
import { relative } from 'node:path';
import * as vscode from 'vscode';
import { realPath } from '../../oracle/places/roots';
import { DocumentProblem } from '../runs/jobs';
import { taskFrom } from './recipe';
import type { Reduction } from '../runs/reduction';
import { withTask } from './tasksJson';

/** Returns the task's name. Throws `DocumentProblem` and `TasksJsonProblem`. */
export async function saveTask({ uri, named: { recipe }, rules, name }: Reduction): Promise<string> {
  if (!recipe) {
    throw new DocumentProblem(vscode.l10n.t('The test of {0} is already a task: see tasks.json.', name));
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) {
    throw new DocumentProblem(
      vscode.l10n.t('{0} is outside the open folders: open its folder to have a tasks.json for it.', name),
    );
  }
  const inFolder = (path: string) => relative(realPath(folder.uri.fsPath), realPath(path)).replaceAll('\\', '/');
  const cwd = recipe.cwd === undefined ? '' : inFolder(recipe.cwd);
  const task = taskFrom(recipe, { file: inFolder(uri.fsPath), cwd, rule: rules[0]?.rule });
  const tasks = vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json');
  await put(tasks, task);
  void tell(tasks, recipe.label);
  return recipe.label;
}

/** Edits that are not saved stay so. */
async function put(tasks: vscode.Uri, task: Record<string, unknown>): Promise<void> {
  const bytes = await Promise.resolve(vscode.workspace.fs.readFile(tasks)).catch(() => undefined);
  if (!bytes) return vscode.workspace.fs.writeFile(tasks, Buffer.from(withTask('', task)));
  const document = await vscode.workspace.openTextDocument(tasks);
  const wasSaved = !document.isDirty;
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(tasks, all, withTask(document.getText(), task));
  await vscode.workspace.applyEdit(edit);
  if (wasSaved) await document.save();
}

async function tell(tasks: vscode.Uri, label: string): Promise<void> {
  const open = vscode.l10n.t('Open tasks.json');
  const message = vscode.l10n.t(
    'Saved the task "{0}". Run it with Tasks: Run Task, or choose it in Reduce File.',
    label,
  );
  if ((await vscode.window.showInformationMessage(message, open)) !== open) return;
  const editor = await vscode.window.showTextDocument(tasks);
  const at = editor.document.positionAt(Math.max(0, editor.document.getText().indexOf(JSON.stringify(label))));
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
}
