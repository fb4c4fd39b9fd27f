/** Commands on runs of the history. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Controller } from '../controller';
import type { FolderRequest } from '../folder/folderCommands';
import { openFolderResult } from '../folder/folderResult';
import { showDifference } from '../isolation/differences';
import type { IsolationRequest } from '../isolation/isolateCommand';
import { Reduction } from '../runs/kinds';
import { Problem, commandButton, reduceButton } from '../window/buttons';
import { registered } from '../window/telling';
import { type KeptRun, inputDigest, jobOf, stateOf } from './record';
import { nameOf, stamp } from './report';

export function registerHistoryCommands(controller: Controller): vscode.Disposable[] {
  const on = (act: (run: KeptRun) => unknown) => (run?: KeptRun) => {
    if (run) return act(run);
    const show = commandButton(l10n.t('Show History'), 'whittle.historyView.focus');
    throw new Problem(l10n.t('No run is selected: select one in the History view.'), show);
  };
  return registered(controller, {
    'whittle.historyOpen': on((run) => open(controller, run)),
    'whittle.historyAgain': on((run) => begin(run)),
    'whittle.historyRemove': on((run) => controller.history.remove(run)),
    'whittle.historyResume': on((run) => begin(run, true)),
  });
}

/** Shows the result again: as at the end of its run, or what is there without its file. Throws `Problem`. */
async function open(controller: Controller, run: KeptRun): Promise<void> {
  const { uri, paths, languageId = '', outcome, when } = run;
  const address = vscode.Uri.parse(uri);
  if (paths) return openFolderResult((outcome as { path?: string } | undefined)?.path);
  if (outcome === undefined) {
    const again = commandButton(l10n.t('Run Again'), 'whittle.historyAgain', run);
    throw new Problem(l10n.t('The result of this run was too long to keep: run it again.'), again);
  }
  if (typeof outcome !== 'string') {
    return showDifference(controller.texts, address, languageId, outcome as never, stamp(when));
  }
  const document = await current(address);
  if (document) return controller.presentAgain(await reopened(controller, run, outcome, document));
  const kept = controller.texts.keep(address, l10n.t('reduced {0}', stamp(when)), outcome.replace(/^\ufeff/, ''));
  await vscode.window.showTextDocument(await controller.texts.open(kept, languageId), { preview: true });
}

/** Undefined if it is gone: VS Code may know its text nevertheless. */
async function current(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    if (uri.scheme !== 'untitled') await vscode.workspace.fs.stat(uri);
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** The run as it was at its end. If its file is another one now, nothing is grey, and the result cannot be applied. */
async function reopened(
  { assets, runs }: Controller,
  run: KeptRun,
  outcome: string,
  document: vscode.TextDocument,
): Promise<Reduction> {
  runs.requireIdle(document.uri);
  const mark = outcome.startsWith('\ufeff') ? '\ufeff' : '';
  const text = inputDigest([document.getText()]) === run.input ? document.getText() : '';
  const { tests, limits } = run.job;
  const input = { fileName: nameOf(run), text: mark + text, encoding: 'utf8' } as const;
  const job = jobOf({ input, tests, limits, assets, oracle: { kind: 'command', commands: [] } }, run);
  const start = <O>() => ({ outcome: Promise.resolve(outcome as O), tell: () => {} });
  const elsewhere = { start, state: stateOf(run), removals: run.removals };
  const reduction = new Reduction(document, { job, elsewhere }, run.again ?? {});
  await reduction.ended;
  return reduction;
}

/** With the same oracle; if it `resumes`, with the same job and its journal. Throws `Problem`. */
function begin(run: KeptRun, resumes = false): Thenable<unknown> {
  const { uri, again, rules, paths, passing, job, input } = run;
  if (!again) {
    const message = l10n.t('Whittle does not know how this run was started: run Reduce File.');
    throw new Problem(message, reduceButton(vscode.Uri.parse(uri)));
  }
  const ofFolder = job.input.reproduces ? 'whittle.makeReproduction' : 'whittle.reduceFolder';
  const ofFile = passing === undefined ? 'whittle.reduceFile' : 'whittle.isolateDifference';
  const request: IsolationRequest & FolderRequest = {
    ...{ paths, passing, ...again },
    ...('recipe' in again && { rule: rules[0]?.rule }),
    resumes: resumes ? { input, jobOf: (now) => jobOf(now, run) } : undefined,
  };
  return vscode.commands.executeCommand(paths ? ofFolder : ofFile, vscode.Uri.parse(uri), request);
}
