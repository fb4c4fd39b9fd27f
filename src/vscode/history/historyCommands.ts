/** Commands on runs of the history. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Controller } from '../controller';
import { digest } from '../../text/encoding';
import type { FolderRequest } from '../folder/folderCommands';
import { folderJob, folderOf } from '../folder/folderJob';
import { openFolderResult } from '../folder/folderResult';
import type { IsolationRequest } from '../isolation/isolateCommand';
import { chooseOracle } from '../oracles/oracleChoice';
import { copyBugReport, saveResultAs } from '../results/resultCommands';
import type { InterruptedRun } from '../resuming/interrupted';
import { type RunNote, inputDigest, jobOf } from '../resuming/note';
import { Isolation, Reduction } from '../runs/documentRuns';
import { FolderReduction } from '../runs/folderReduction';
import { isolationJob } from '../runs/jobs';
import type { Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';
import { openText } from '../window/addresses';
import { Problem, commandButton, reduceButton } from '../window/buttons';
import { registered } from '../window/telling';
import type { History } from './history';
import { type KeptRun, type RecordWithText, isFolderRecord, isIsolation } from './record';
import { nameOf, stamp } from './report';

export function registerHistoryCommands(controller: Controller, history: History): vscode.Disposable[] {
  const on =
    <R extends KeptRun | InterruptedRun>(act: (run: R) => unknown) =>
    (run?: R) => {
      if (run) return act(run);
      const show = commandButton(l10n.t('Show History'), 'whittle.historyView.focus');
      throw new Problem(l10n.t('No run is selected: select one in the History view.'), show);
    };
  const withText = (act: (record: RecordWithText) => unknown) =>
    on(async (run: KeptRun) => act(await recordWith(history, run)));
  return registered(controller, {
    'whittle.historyOpen': on((run: KeptRun) => open(controller, history, run)),
    'whittle.historyApply': withText((record) => apply(controller, record)),
    'whittle.historyDiff': withText((record) => showDiff(controller, record)),
    'whittle.historySaveAs': withText(saveResultAs),
    'whittle.historyBugReport': withText(copyBugReport),
    'whittle.historyAgain': on((run: KeptRun) =>
      isFolderRecord(run)
        ? runAgain(`whittle.${run.reproduces ? 'makeReproduction' : 'reduceFolder'}`, run, { paths: run.paths })
        : runAgain('whittle.reduceFile', run),
    ),
    'whittle.historyDifference': on((run: KeptRun) => showDifference(controller, history, run)),
    'whittle.historyIsolateAgain': on(isolateAgain),
    'whittle.historyRemove': on((run: KeptRun) => history.remove(run)),
    'whittle.historyResume': on(({ note }: InterruptedRun) => resume(controller, note)),
    'whittle.historyForget': on((run: InterruptedRun) => history.interrupted.forget(run)),
    'whittle.historyClear': () => clear(history),
  });
}

/** Throws `Problem`. */
async function recordWith({ store }: History, run: KeptRun): Promise<RecordWithText> {
  const record = await store.read(run.id);
  if (record && !isIsolation(record) && !isFolderRecord(record) && record.text !== undefined)
    return { ...record, text: record.text };
  const again = commandButton(l10n.t('Reduce Again'), 'whittle.historyAgain', run);
  throw new Problem(l10n.t('The result of this run is no longer kept: reduce the file again.'), again);
}

async function open(controller: Controller, history: History, run: KeptRun): Promise<void> {
  if (isFolderRecord(run)) await openFolderResult(run);
  else await openResult(controller, await recordWith(history, run));
}

async function openResult({ texts }: Pick<Controller, 'texts'>, record: RecordWithText): Promise<void> {
  await vscode.window.showTextDocument(await texts.open(kept(texts, record), record.languageId), { preview: true });
}

function kept(texts: Controller['texts'], { uri, when, text }: RecordWithText): vscode.Uri {
  return texts.keep(vscode.Uri.parse(uri), l10n.t('reduced {0}', stamp(when)), text);
}

/** Against the file as it is now. Throws `Problem`. */
async function showDiff({ texts }: Controller, record: RecordWithText): Promise<void> {
  const name = nameOf(record);
  const original = vscode.Uri.parse(record.uri);
  const document = await current(original).catch(() => {
    const open = { title: l10n.t('Open Result'), press: () => openResult({ texts }, record) };
    throw new Problem(l10n.t('{0} no longer exists: use Open Result instead.', name), open);
  });
  const now = digest(document.getText()) === record.original ? name : l10n.t('{0}, edited since', name);
  const title = l10n.t('{0} ↔ reduced {1}', now, stamp(record.when));
  await vscode.commands.executeCommand('vscode.diff', original, kept(texts, record), title);
}

/** Throws `Problem` if the file is not the one that was reduced. */
async function apply(controller: Controller, record: RecordWithText): Promise<boolean> {
  const name = nameOf(record);
  const document = await current(vscode.Uri.parse(record.uri)).catch(() => {
    const save = { title: l10n.t('Save Result As…'), press: () => saveResultAs(record) };
    throw new Problem(l10n.t('{0} no longer exists: use Save Result As… instead.', name), save);
  });
  if (digest(document.getText()) !== record.original) {
    throw new Problem(l10n.t('{0} has changed since: compare with Show Diff, and copy the text you need.', name), {
      title: l10n.t('Show Diff'),
      press: () => showDiff(controller, record),
    });
  }
  await vscode.window.showTextDocument(document, { preview: false });
  return controller.results.apply(document, record.text);
}

/** VS Code may know the text of a file that is gone. */
async function current(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme !== 'untitled') await vscode.workspace.fs.stat(uri);
  return vscode.workspace.openTextDocument(uri);
}

/** Throws `Problem`. */
async function showDifference({ differences }: Controller, { store }: History, run: KeptRun): Promise<void> {
  const record = await store.read(run.id);
  if (!record || !isIsolation(record) || !record.texts) {
    const again = commandButton(l10n.t('Isolate Again'), 'whittle.historyIsolateAgain', run);
    throw new Problem(l10n.t('The difference of this run is no longer kept: isolate it again.'), again);
  }
  const { uri, languageId, texts, when } = record;
  await differences.showTexts(vscode.Uri.parse(uri), languageId, texts, stamp(when));
}

function isolateAgain(run: KeptRun): Thenable<unknown> {
  const passing = isIsolation(run) ? (run.passing ?? '') : undefined;
  return runAgain('whittle.isolateDifference', run, { passing });
}

/** With the same oracle. Throws `Problem`. */
function runAgain(
  command: string,
  { uri, again, rules }: KeptRun,
  more: IsolationRequest & FolderRequest = {},
): Thenable<unknown> {
  if (!again) {
    const message = l10n.t('Whittle does not know how this run was started: run Reduce File.');
    throw new Problem(message, reduceButton(vscode.Uri.parse(uri)));
  }
  const request: IsolationRequest & FolderRequest = {
    ...more,
    ...again,
    ...('recipe' in again && { rule: rules[0].rule }),
  };
  return vscode.commands.executeCommand(command, vscode.Uri.parse(uri), request);
}

async function clear(history: History): Promise<void> {
  const button = l10n.t('Clear History');
  const question = l10n.t('Delete all runs in the history, and their results?');
  if ((await vscode.window.showWarningMessage(question, { modal: true }, button)) === button) await history.clear();
}

/** With the commands as the workspace has them now, otherwise as it was. Throws `Problem` and `RunFailed`. */
async function resume(controller: Controller, note: RunNote): Promise<Run['result']> {
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
