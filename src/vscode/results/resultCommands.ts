/** The commands on results: of a document, or of a folder. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Controller } from '../controller';
import { applyFolder, openFolderResult, showFolderDiff } from '../folder/folderResult';
import { recordOf } from '../history/recordOf';
import { FolderReduction } from '../runs/folderReduction';
import { DocumentProblem } from '../runs/jobs';
import type { Reduction } from '../runs/reduction';
import { addressed } from '../window/addresses';
import { commandButton, reduceButton } from '../window/buttons';
import { chooseResultAction } from './resultActions';
import { copyBugReport, saveResultAs } from './resultFiles';

type Act<R> = (reduction: R) => unknown;

export function resultCommands(controller: Controller): Readonly<Record<string, (uri?: vscode.Uri) => unknown>> {
  const withResult = (act: Act<Reduction>) => (uri?: vscode.Uri) => act(finishedReduction(controller, uri));
  const ofBoth = (ofDocument: Act<Reduction>, ofFolder: Act<FolderReduction>) => (uri?: vscode.Uri) => {
    const run = controller.reducing(addressed(uri));
    return run instanceof FolderReduction && run.result ? ofFolder(run) : withResult(ofDocument)(uri);
  };
  const { results } = controller;
  return {
    'whittle.applyResult': ofBoth(
      (reduction) => applyResult(controller, reduction),
      async (run) => forgetIf(await applyFolder(run), controller, run.uri),
    ),
    'whittle.showDiff': ofBoth((reduction) => results.showDiff(reduction), showFolderDiff),
    'whittle.showResult': ofBoth(
      (reduction) => results.showBeside(reduction),
      ({ result }) => openFolderResult({ result: result!.path }),
    ),
    'whittle.copyResult': withResult(({ result }) => vscode.env.clipboard.writeText(result!.text)),
    'whittle.saveResultAs': withResult((reduction) => saveResultAs(recordOf(reduction))),
    'whittle.copyBugReport': withResult((reduction) => copyBugReport(recordOf(reduction))),
    'whittle.resultActions': withResult(chooseResultAction),
    'whittle.discardResult': (uri) => controller.forget(addressed(uri)),
  };
}

async function applyResult(controller: Controller, reduction: Reduction): Promise<boolean> {
  const document = await reduction.current();
  if (document.getText() !== reduction.originalText) {
    throw new DocumentProblem(
      l10n.t('The file has changed since the reduction began: undo the edit, or copy the text you need from the diff.'),
      commandButton(l10n.t('Show Diff'), 'whittle.showDiff', reduction.uri),
    );
  }
  return forgetIf(await controller.results.apply(document, reduction.result!.text), controller, reduction.uri);
}

function forgetIf(applied: boolean, controller: Controller, uri: vscode.Uri): boolean {
  if (applied) controller.forget(uri);
  return applied;
}

/** Throws `DocumentProblem`. */
export function finishedReduction(controller: Controller, uri: vscode.Uri | undefined): Reduction {
  const address = addressed(uri);
  const reduction = controller.of(address);
  if (!reduction?.result) {
    throw new DocumentProblem(l10n.t('There is no result for this file: reduce it first.'), reduceButton(address));
  }
  return reduction;
}
