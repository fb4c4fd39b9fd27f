/** *Resume* and *Forget* of a run that was interrupted. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { openText } from '../window/addresses';
import type { Controller } from '../controller';
import { nameOf } from '../history/report';
import { DocumentProblem, documentJob } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import type { Reduction, ReductionResult } from '../runs/reduction';
import { telling } from '../window/telling';
import type { InterruptedRun, InterruptedRuns } from './interrupted';
import { inputDigest, jobOf } from './note';
import type { RunNote } from './note';

export function registerResumeCommands(
  controller: Controller,
  interrupted: InterruptedRuns,
  memory: vscode.Memento,
): vscode.Disposable[] {
  const commands: Record<string, (run?: InterruptedRun) => unknown> = {
    'whittle.historyResume': (run) => resume(controller, chosen(run).note, memory),
    'whittle.historyForget': (run) => interrupted.forget(chosen(run)),
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, (run?: InterruptedRun) => telling(controller, async () => act(run))),
  );
}

/** Throws `DocumentProblem`. */
function chosen(run: InterruptedRun | undefined): InterruptedRun {
  if (run) return run;
  throw new DocumentProblem(l10n.t('No run is selected: select one in the History view.'));
}

/** To its end; then it is shown. */
async function resume(
  controller: Controller,
  note: RunNote,
  memory: vscode.Memento,
): Promise<ReductionResult | undefined> {
  const reduction = await resumed(controller, note, memory);
  if (reduction) void telling(controller, () => controller.present(reduction));
  return reduction?.result;
}

/** By the commands as the workspace has them now, and else as it was. Throws `DocumentProblem` and `RunFailed`. */
async function resumed(controller: Controller, note: RunNote, memory: vscode.Memento): Promise<Reduction | undefined> {
  const uri = vscode.Uri.parse(note.uri);
  controller.runs.requireIdle(uri);
  const document = await openText(uri);
  if (inputDigest(document.getText()) !== note.input) {
    throw new DocumentProblem(
      l10n.t('{0} has changed since the reduction was interrupted: reduce it again.', nameOf(note)),
    );
  }
  const chosenAgain = await chooseOracle(uri, memory, note.again);
  if (!chosenAgain) return undefined;
  const { oracle, overrides, recipe, task } = chosenAgain;
  const now = await documentJob(document, oracle, { kept: [] }, overrides, controller.assets);
  return controller.resume(document, { ...now, job: jobOf(now.job, note) }, { recipe, task });
}
