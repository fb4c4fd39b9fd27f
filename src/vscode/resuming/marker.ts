/**
 * A file in the workspace while a run is under way: if the window is closed or crashes, VS Code starts the extension for it when the window
 * is back, so that the run can be offered at once (`workspaceContains:` in `activationEvents`). VS Code cannot look into our own folder.
 */
import { statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

/** Where nobody looks and git neither; the first whose folder exists (in a worktree .git is a file). */
const places = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];

export async function markRun(uri: vscode.Uri): Promise<void> {
  const folder = folderOf(vscode.workspace.getWorkspaceFolder(uri));
  const place = folder && places.find((one) => isDirectory(join(folder, one.split('/')[0])));
  if (!place) return;
  const file = join(folder, place);
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  await writeFile(file, '').catch(() => {});
}

/** No run is under way, nor is there one to resume. */
export async function unmarkRuns(): Promise<void> {
  const folders = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => folderOf(folder) ?? []);
  const files = folders.flatMap((folder) => places.map((place) => join(folder, place)));
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function folderOf(folder: vscode.WorkspaceFolder | undefined): string | undefined {
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}
