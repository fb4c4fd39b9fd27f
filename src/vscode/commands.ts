/** The commands and what they act on. */
import * as vscode from 'vscode';
import type { Range } from '../text/ranges';
import type { Controller } from './controller';
import { addressed, asUri, documentFor } from './addresses';
import { DocumentProblem } from './jobs';
import { isolateDifference } from './isolateCommand';
import type { Isolation } from './isolation';
import { chooseOracle } from './oracleChoice';
import type { OracleRequest } from './oracleChoice';
import type { Reduction, ReductionResult } from './reduction';
import { telling } from './telling';

export function registerCommands(controller: Controller, memory: vscode.Memento): vscode.Disposable[] {
  const commands: Record<string, (uri?: vscode.Uri, request?: OracleRequest) => unknown> = {
    'whittle.reduceFile': async (uri, request) =>
      reduce(controller, memory, await documentFor(uri), undefined, request),
    'whittle.reduceSelection': (_uri, request) => reduceSelection(controller, memory, request),
    'whittle.isolateDifference': (uri, request) => isolateDifference(controller, memory, uri, request),
    'whittle.showDifference': (uri) => controller.isolations.differences.show(finishedIsolation(controller, uri)),
    'whittle.saveDifference': (uri) => controller.isolations.differences.save(finishedIsolation(controller, uri)),
    'whittle.stop': (uri) => stop(controller, uri),
    'whittle.applyResult': (uri) => applyResult(controller, uri),
    'whittle.showDiff': (uri) => controller.results.showDiff(finishedReduction(controller, uri)),
    'whittle.showResult': (uri) => controller.results.showBeside(finishedReduction(controller, uri)),
    'whittle.discardResult': (uri) => controller.discard(addressed(uri)),
    'whittle.showLog': () => controller.runs.log.show(),
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, (...args: [vscode.Uri?, OracleRequest?]) =>
      telling(controller, async () => act(asUri(args[0]), args[1])),
    ),
  );
}

async function reduce(
  controller: Controller,
  memory: vscode.Memento,
  document: vscode.TextDocument,
  selection: Range | undefined,
  request: OracleRequest | undefined,
): Promise<ReductionResult | undefined> {
  controller.runs.requireIdle(document.uri);
  const chosen = await chooseOracle(document.uri, memory, request);
  if (!chosen) return undefined;
  const reduction = await controller.run(document, chosen.oracle, { ...chosen.overrides, selection });
  void telling(controller, () => controller.present(reduction));
  return reduction.result;
}

async function reduceSelection(controller: Controller, memory: vscode.Memento, request?: OracleRequest) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) throw new DocumentProblem('Nothing is selected: select the part to reduce.');
  const { document, selection } = editor;
  const range = { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) };
  return reduce(controller, memory, document, range, request);
}

/** The run of the given document; without one that of the active document, or else every run. */
function stop(controller: Controller, uri: vscode.Uri | undefined): void {
  const active = uri ?? vscode.window.activeTextEditor?.document.uri;
  const run = active && controller.runs.runningOn(active);
  if (run) run.stop();
  else if (!uri) controller.runs.running.forEach((one) => one.stop());
}

async function applyResult(controller: Controller, uri: vscode.Uri | undefined): Promise<boolean> {
  const reduction = finishedReduction(controller, uri);
  const document = await reduction.current();
  if (document.getText() !== reduction.originalText) {
    throw new DocumentProblem(
      'The file was edited since the reduction began: undo the edit, or take what you need from the diff.',
    );
  }
  const applied = await controller.results.apply(document, reduction.result!.text);
  if (applied) controller.discard(reduction.uri);
  return applied;
}

function finishedReduction(controller: Controller, uri: vscode.Uri | undefined): Reduction {
  const reduction = controller.of(addressed(uri));
  if (!reduction?.result) throw new DocumentProblem('There is no result for this file: reduce it first.');
  return reduction;
}

function finishedIsolation(controller: Controller, uri: vscode.Uri | undefined): Isolation {
  const isolation = controller.isolations.of(addressed(uri));
  if (!isolation?.result) throw new DocumentProblem('There is no difference for this file: isolate it first.');
  return isolation;
}
