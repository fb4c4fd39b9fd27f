/** A file in the workspace tells of a run under way: the extension is activated by it, and offers to resume the run. */
import { lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

/** Where nobody looks and git neither; the first whose folder exists (in a worktree .git is a file). */
const places = ['.git/whittle-run', 'node_modules/.cache/whittle/run'];

export async function markRun(uri: vscode.Uri): Promise<void> {
  const [file] = marksIn(vscode.workspace.getWorkspaceFolder(uri));
  if (!file) return;
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  // `wx` never writes through a link.
  await writeFile(file, '', { flag: 'wx' }).catch(() => {});
}

/** No run is under way, nor is there one to resume: nothing of ours stays in the workspace. */
export async function unmarkRuns(): Promise<void> {
  const files = (vscode.workspace.workspaceFolders ?? []).flatMap(marksIn);
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}

function marksIn(folder: vscode.WorkspaceFolder | undefined): string[] {
  if (folder?.uri.scheme !== 'file' || !vscode.workspace.isTrusted) return [];
  const { fsPath } = folder.uri;
  return places.filter((place) => isInside(fsPath, place)).map((place) => join(fsPath, place));
}

/** Is the first directory there, and are those down to the file, as far as they are there, no links? */
function isInside(folder: string, place: string): boolean {
  const steps = place.split('/').slice(0, -1);
  return steps.every((_, at) => {
    const status = lstatSync(join(folder, ...steps.slice(0, at + 1)), { throwIfNoEntry: false });
    return status?.isDirectory() ?? at > 0;
  });
}
