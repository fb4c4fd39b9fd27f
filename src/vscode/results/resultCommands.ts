/** The commands on results: of a document, of a folder, or of an isolation. */
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { realPath } from '../../oracle/places/roots';
import { named, outputAt, writeKeeping } from '../../reduction/ending/outputs';
import { cleanText, placeholder } from '../../reproduction/secrets';
import type { Controller } from '../controller';
import { recordOf } from '../history/record';
import { bugReport } from '../history/report';
import { type Reducing, type Reduction, FolderReduction, Isolation, sides } from '../runs/kinds';
import { saveTask } from '../oracles/whittleTask';
import { addressed } from '../window/addresses';
import { commandButton, reduceButton, saveAsButton, Problem } from '../window/problems';
import { chooseResultAction } from './notifications';
import { derivedPath } from './results';
import { goToStep, keepShrinking, showOtherFailures, whyKept } from './trials';

type Act<R> = (reduction: R) => unknown;

export function resultCommands(controller: Controller): Readonly<Record<string, (uri?: vscode.Uri) => unknown>> {
  const withResult = (act: Act<Reduction>) => (uri?: vscode.Uri) => act(finishedReduction(controller, uri));
  const ofBoth = (ofDocument: Act<Reduction>, ofFolder: Act<FolderReduction>) => (uri?: vscode.Uri) => {
    const run = controller.reducing(addressed(uri));
    return run instanceof FolderReduction && run.result ? ofFolder(run) : withResult(ofDocument)(uri);
  };
  const ofIsolation = (act: Act<Isolation>) => (uri?: vscode.Uri) => act(finishedIsolation(controller, uri));
  const { results } = controller;
  const apply = (run: Reducing) => controller.apply(run);
  return {
    'whittle.applyResult': ofBoth(apply, apply),
    'whittle.showDiff': ofBoth((reduction) => results.showDiff(reduction), showFolderDiff),
    'whittle.showResult': ofBoth(
      (reduction) => results.showBeside(reduction),
      ({ result }) => openFolderResult(result!.path),
    ),
    'whittle.copyResult': withResult(({ result }) => vscode.env.clipboard.writeText(result!.text)),
    'whittle.saveResultAs': withResult(saveResultAs),
    'whittle.copyBugReport': withResult(copyBugReport),
    'whittle.resultActions': withResult(chooseResultAction),
    'whittle.steps': (uri, tests?: number) =>
      goToStep(controller, controller.of(addressed(uri)) ?? finishedReduction(controller, uri), tests),
    'whittle.whyKept': withResult((reduction) => whyKept(results, reduction)),
    'whittle.otherFailures': withResult((reduction) => showOtherFailures(controller, reduction)),
    'whittle.keepShrinking': withResult((reduction) => keepShrinking(controller, reduction)),
    'whittle.saveTask': withResult(saveTask),
    'whittle.showDifference': ofIsolation(({ uri, document, result }) =>
      results.showDifference(uri, document.languageId, result!),
    ),
    'whittle.saveDifference': ofIsolation(saveDifference),
    'whittle.discardResult': (uri) => controller.forget(addressed(uri)),
  };
}

/** Throws `Problem`. */
function finishedReduction(controller: Controller, uri: vscode.Uri | undefined): Reduction {
  const address = addressed(uri);
  const reduction = controller.of(address);
  if (!reduction?.result) {
    throw new Problem(l10n.t('There is no result for this file: reduce it first.'), reduceButton(address));
  }
  return reduction;
}

/** Throws `Problem`. */
function finishedIsolation({ runs }: Controller, uri: vscode.Uri | undefined): Isolation {
  const address = addressed(uri);
  const isolation = runs.last(address, Isolation);
  if (isolation?.result) return isolation;
  const isolate = commandButton(l10n.t('Isolate Difference…'), 'whittle.isolateDifference', address);
  throw new Problem(l10n.t('There is no difference for this file: isolate it first.'), isolate);
}

/** Writes both texts beside the failing file, as the terminal does: older ones get other names. Throws `Problem`. */
async function saveDifference({ uri, name, result }: Isolation): Promise<void> {
  if (uri.scheme !== 'file') {
    throw new Problem(l10n.t('{0} is not a file yet: save it first.', name), saveAsButton());
  }
  const older: string[] = [];
  const paths = sides.map((side) => named(uri.fsPath, side));
  try {
    for (const [at, side] of sides.entries()) {
      const output = await outputAt(paths[at], [uri.fsPath]);
      await writeKeeping(output, Buffer.from(result![side]), (sentence) => older.push(sentence));
    }
  } catch {
    throw new Problem(
      l10n.t('{0} cannot be written: check the folder, or copy the text from the diff.', paths.join(', ')),
      commandButton(l10n.t('Show Diff'), 'whittle.showDifference', uri),
    );
  }
  const [passing, failing] = paths.map((path) => basename(path));
  void vscode.window.showInformationMessage(
    older.length > 0
      ? l10n.t('Saved {0} and {1}. Older files of these names have other names now.', passing, failing)
      : l10n.t('Saved {0} and {1}.', passing, failing),
  );
}

/**
 * Asks where to, writes the very bytes that were tested, and opens the file. Undefined if the user cancels. Throws
 * `Problem`.
 */
async function saveResultAs(reduction: Reduction): Promise<vscode.Uri | undefined> {
  const target = await vscode.window.showSaveDialog({
    title: l10n.t('Save Result As'),
    defaultUri: suggested(reduction.uri),
  });
  if (!target) return undefined;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(reduction.mark + reduction.result!.text));
  } catch {
    throw new Problem(l10n.t('{0} cannot be written: choose another folder, or copy the result.', target.fsPath), {
      title: l10n.t('Save As…'),
      press: () => saveResultAs(reduction),
    });
  }
  await vscode.window.showTextDocument(target, { preview: false });
  return target;
}

/** Nothing tells whether the failure needs what may be secret: the user decides. */
async function copyBugReport(reduction: Reduction): Promise<void> {
  const { uri, name } = reduction;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const temporary = [...new Set([tmpdir(), realPath(tmpdir())])];
  const record = { ...recordOf(reduction), outcome: reduction.outcome };
  const text = await sendable(bugReport(record, { folder, home: homedir(), temporary }));
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  const message = l10n.t('Copied a bug report on {0} to the clipboard.', name);
  void vscode.window.setStatusBarMessage(message, 5000);
}

/** Undefined if the user cancels. */
async function sendable(report: string): Promise<string | undefined> {
  const { text, names } = cleanText(report);
  if (names.length === 0) return report;
  const [replace, take] = [l10n.t('Replace'), l10n.t('Take Along')];
  const question = l10n.t('Replace what may be secret by {0}?', placeholder);
  const detail = l10n.t('The bug report has {0}.', names.join(', '));
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, replace, take);
  return choice === undefined ? undefined : choice === replace ? text : report;
}

/** Beside the original; what is no file yet goes to the folder that is open. */
function suggested(uri: vscode.Uri): vscode.Uri | undefined {
  const path = derivedPath(uri, 'reduced');
  if (uri.scheme !== 'untitled') return uri.with({ path });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder && vscode.Uri.joinPath(folder, basename(path));
}

/** Files that a comparison shows; it loads each of them. */
const mostCompared = 100;

/** In the explorer, or if it is outside the workspace, in a window of its own. Throws `Problem`. */
export async function openFolderResult(result: string | undefined): Promise<void> {
  const uri = vscode.Uri.file(there(result));
  if (!vscode.workspace.getWorkspaceFolder(uri)) {
    await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
    return;
  }
  const [file] = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, '**/*'), null, 1);
  if (file)
    await vscode.window.showTextDocument(file, { preview: true, preserveFocus: true }).then(undefined, () => {});
  await vscode.commands.executeCommand('revealInExplorer', file ?? uri);
}

/** All files that are smaller, then those that are gone. Throws `Problem`. */
async function showFolderDiff(run: FolderReduction): Promise<void> {
  const result = vscode.Uri.file(there(run.result?.path));
  const changes = [...run.removals.values()].sort((one, other) => Number(one.gone) - Number(other.gone));
  const rows = changes.slice(0, mostCompared).map(({ file, gone }) => {
    const original = vscode.Uri.joinPath(run.uri, file);
    return [original, original, gone ? undefined : vscode.Uri.joinPath(result, file)];
  });
  const title =
    changes.length > mostCompared
      ? l10n.t('{0} ↔ reduced (the first {1} of {2} files)', run.name, mostCompared, changes.length)
      : l10n.t('{0} ↔ reduced', run.name);
  await vscode.commands.executeCommand('vscode.changes', title, rows);
}

/** Throws `Problem`. */
function there(result: string | undefined): string {
  if (result !== undefined && existsSync(result)) return result;
  throw new Problem(l10n.t('The folder with the result does not exist: reduce the folder again.'));
}
