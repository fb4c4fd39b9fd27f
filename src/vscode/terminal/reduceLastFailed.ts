/** *Reduce the Input of the Last Failed Command*: file, command and directory are known, so nothing is asked. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import type { Controller } from '../controller';
import { recipeOracle } from '../failingTests/testOracle';
import type { ReductionResult } from '../runs/reduction';
import { DocumentProblem } from '../runs/jobs';
import { openText } from '../window/addresses';
import { terminalButton } from '../window/buttons';
import { registered } from '../window/telling';
import { requireTrust } from '../window/trust';
import { FailedCommands } from './failedCommands';

export function registerTerminal(controller: Controller): vscode.Disposable[] {
  const failed = new FailedCommands();
  return [
    failed,
    ...registered(controller, { 'whittle.reduceLastFailed': () => reduceLastFailed(controller, failed) }),
  ];
}

/** Throws `DocumentProblem` if no such command is known. */
async function reduceLastFailed(
  controller: Controller,
  failedCommands: FailedCommands,
): Promise<ReductionResult | undefined> {
  requireTrust();
  const failed = await failedCommands.find();
  if (!failed) {
    throw new DocumentProblem(
      l10n.t(
        'No failed command that names a file of the workspace was found: run one in a terminal with shell integration.',
      ),
      terminalButton(),
    );
  }
  const { uri, command, cwd } = failed;
  const document = await openText(uri);
  controller.runs.requireIdle(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  // Its neighbours are there, as in the terminal.
  const recipe = { label: l10n.t('reduce {0}', basename(uri.path)), command, cwd, place: overlay.name };
  return controller.reduce(document, recipeOracle(recipe, uri, undefined));
}
