/** Continues a run that was interrupted. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { folderJob, folderOf } from '../folder/folderJob';
import { FolderReduction } from '../runs/folderReduction';
import { reduceButton, Problem } from '../window/buttons';
import { openText } from '../window/addresses';
import type { Controller } from '../controller';
import { nameOf } from '../history/report';
import { isolationJob } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import { Isolation, Reduction } from '../runs/documentRuns';
import type { Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';
import { inputDigest, jobOf, type RunNote } from './note';

/** With the commands as the workspace has them now, otherwise as it was. Throws `Problem` and `RunFailed`. */
export async function resume(controller: Controller, note: RunNote): Promise<Run['result']> {
  const uri = vscode.Uri.parse(note.uri);
  controller.runs.requireIdle(uri);
  if (note.paths) return resumeFolder(controller, note, note.paths);
  const document = await openText(uri);
  const passing = note.passing ? await openText(vscode.Uri.parse(note.passing)) : undefined;
  if (inputDigest([document.getText(), passing?.getText()]) !== note.input) {
    const message = l10n.t('{0} has changed since the run was interrupted: start it again.', nameOf(note));
    throw new Problem(message, reduceButton(uri));
  }
  const chosen = await chooseOracle(controller, uri, note.again);
  if (!chosen) return undefined;
  const isReduction = note.passing === undefined;
  const now = isReduction
    ? await controller.jobFor(document, chosen)
    : await isolationJob(document, passing, chosen, controller.assets);
  const made = { ...now, job: jobOf(now.job, note) };
  const Kind: KindOfRun<Run> = isReduction ? Reduction : Isolation;
  return controller.run(Kind, document, made, chosen, { resumes: true });
}

async function resumeFolder(controller: Controller, note: RunNote, paths: readonly string[]) {
  const folder = await folderOf(
    paths.map((path) => vscode.Uri.file(path)),
    controller.assets,
  );
  const chosen = await chooseOracle(controller, folder.uri, note.again);
  if (!chosen) return undefined;
  const now = await folderJob(folder, chosen, controller.protectedParts, controller.assets);
  return controller.run(FolderReduction, folder, { ...now, job: jobOf(now.job, note) }, chosen, { resumes: true });
}
