/** A file in the workspace that tells of a run under way: the extension is activated by it, and offers to resume the run. */
import { lstatSync } from 'node:fs';
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
  if (!vscode.workspace.isTrusted || !isInside(folder, place)) return;
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  // `wx` never writes through a link.
  await writeFile(file, '', { flag: 'wx' }).catch(() => {});
}

/** No run is under way, nor is there one to resume. */
export async function unmarkRuns(): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  const folders = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => folderOf(folder) ?? []);
  const files = folders.flatMap((folder) =>
    places.filter((place) => isInside(folder, place)).map((place) => join(folder, place)),
  );
  await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
}

/** Are the directories down to it, as far as they are there, no links? */
function isInside(folder: string, place: string): boolean {
  const steps = place.split('/').slice(0, -1);
  return steps.every((_, at) => {
    const status = lstatSync(join(folder, ...steps.slice(0, at + 1)), { throwIfNoEntry: false });
    return status === undefined || status.isDirectory();
  });
}

const isDirectory = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function folderOf(folder: vscode.WorkspaceFolder | undefined): string | undefined {
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}
