/** Continues a run that was interrupted. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { reduceButton } from '../window/buttons';
import { openText } from '../window/addresses';
import type { Controller } from '../controller';
import { nameOf } from '../history/report';
import { DocumentProblem, isolationJob } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import { Isolation } from '../runs/isolation';
import { Reduction } from '../runs/reduction';
import type { Run } from '../runs/run';
import { inputDigest, jobOf, type RunNote } from './note';

/** With the commands as the workspace has them now, otherwise as it was. Throws `DocumentProblem` and `RunFailed`. */
export async function resume(controller: Controller, note: RunNote, memory: vscode.Memento): Promise<Run['result']> {
  const uri = vscode.Uri.parse(note.uri);
  controller.runs.requireIdle(uri);
  const document = await openText(uri);
  const passing = note.passing ? await openText(vscode.Uri.parse(note.passing)) : undefined;
  if (inputDigest([document.getText(), passing?.getText()]) !== note.input) {
    const message = l10n.t('{0} has changed since the run was interrupted: start it again.', nameOf(note));
    throw new DocumentProblem(message, reduceButton(uri));
  }
  const chosen = await chooseOracle(uri, memory, note.again);
  if (!chosen) return undefined;
  const isReduction = note.passing === undefined;
  const now = isReduction
    ? await controller.jobFor(document, chosen)
    : await isolationJob(document, passing, chosen, controller.assets);
  const made = { ...now, job: jobOf(now.job, note) };
  return controller.run<Run>(isReduction ? Reduction : Isolation, document, made, chosen, { resumes: true });
}
