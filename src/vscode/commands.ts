/** The commands and what they act on. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Range } from '../text/ranges';
import type { Controller } from './controller';
import { addressed, asUri, documentFor } from './window/addresses';
import { recordOf } from './history/recordOf';
import { chooseSearch } from './searches/chooseSearch';
import { DocumentProblem } from './runs/jobs';
import type { Comparisons } from './comparison/comparisons';
import { isolateDifference } from './isolation/isolateCommand';
import { Isolation } from './runs/isolation';
import { editedRule } from './oracles/learnedRules';
import { chooseOracle } from './oracles/oracleChoice';
import type { OracleRequest } from './oracles/oracleChoice';
import { setRedisPassword } from './oracles/redisPassword';
import type { Verb } from './thread/messages';
import type { Reduction, ReductionResult } from './runs/reduction';
import { chooseResultAction } from './results/resultActions';
import { copyBugReport, saveResultAs } from './results/resultFiles';
import { saveTask } from './oracles/saveTask';
import { telling } from './window/telling';
import { reduceFailingTest, reduceThisTest } from './failingTests/testCommands';

export function registerCommands(
  controller: Controller,
  comparisons: Comparisons,
  memory: vscode.Memento,
): vscode.Disposable[] {
  const commands: Record<string, (uri?: vscode.Uri, request?: OracleRequest, given?: unknown) => unknown> = {
    'whittle.reduceFile': async (uri, request) =>
      reduce(controller, memory, await documentFor(uri), undefined, request),
    'whittle.reduceFailingTest': (uri, request) => reduceFailingTest(controller, memory, uri, request),
    'whittle.reduceThisTest': (_uri, _request, given) => reduceThisTest(controller, memory, given),
    'whittle.editRule': (uri) => changeRule(controller, uri),
    'whittle.saveTask': (uri) => saveTask(finishedReduction(controller, uri)),
    'whittle.reduceSelection': (_uri, request) => reduceSelection(controller, memory, request),
    'whittle.neverRemove': () => protect(controller, true),
    'whittle.mayRemove': () => protect(controller, false),
    'whittle.foldRemoved': () => controller.grey.folds.fold(),
    'whittle.unfoldRemoved': () => controller.grey.folds.unfold(),
    'whittle.isolateDifference': (uri, request) => isolateDifference(controller, memory, uri, request),
    'whittle.benchmarkSearches': (uri, request) => comparisons.compare(memory, uri, request),
    'whittle.showDifference': (uri) => controller.differences.show(finishedIsolation(controller, uri)),
    'whittle.saveDifference': (uri) => controller.differences.save(finishedIsolation(controller, uri)),
    'whittle.stop': (uri) => stop(controller, uri),
    'whittle.pause': (uri) => say('pause', controller, uri),
    'whittle.resume': (uri) => say('resume', controller, uri),
    'whittle.skipPhase': (uri) => say('skip', controller, uri),
    'whittle.applyResult': (uri) => applyResult(controller, uri),
    'whittle.showDiff': (uri) => controller.results.showDiff(finishedReduction(controller, uri)),
    'whittle.showResult': (uri) => controller.results.showBeside(finishedReduction(controller, uri)),
    'whittle.copyResult': async (uri) =>
      vscode.env.clipboard.writeText(finishedReduction(controller, uri).result!.text),
    'whittle.saveResultAs': (uri) => saveResultAs(recordOf(finishedReduction(controller, uri))),
    'whittle.copyBugReport': (uri) => copyBugReport(recordOf(finishedReduction(controller, uri))),
    'whittle.resultActions': (uri) => chooseResultAction(finishedReduction(controller, uri)),
    'whittle.discardResult': (uri) => controller.forget(addressed(uri)),
    'whittle.chooseSearch': (uri) => chooseSearch(uri ?? vscode.window.activeTextEditor?.document.uri),
    'whittle.showPanel': () => vscode.commands.executeCommand('whittle.runView.focus'),
    'whittle.setRedisPassword': (uri) => setRedisPassword(uri ?? vscode.window.activeTextEditor?.document.uri),
    'whittle.showLog': () => controller.runs.log.show(),
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, (...args: [vscode.Uri?, OracleRequest?]) =>
      telling(controller, async () => act(asUri(args[0]), args[1], args[0])),
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
  const chosen = await chooseOracle(document.uri, memory, request, { withSearch: true });
  if (!chosen) return undefined;
  const reduction = await controller.run(document, chosen.oracle, {
    ...chosen.overrides,
    selection,
    recipe: chosen.recipe,
    task: chosen.task,
  });
  if (!reduction) return undefined;
  void telling(controller, () => controller.present(reduction));
  return reduction.result;
}

async function reduceSelection(controller: Controller, memory: vscode.Memento, request?: OracleRequest) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty)
    throw new DocumentProblem(l10n.t('Nothing is selected: select the part to reduce.'));
  const { document, selection } = editor;
  const range = { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) };
  return reduce(controller, memory, document, range, request);
}

/** What is selected is never removed, or may be again. */
function protect({ protectedParts }: Controller, stays: boolean): void {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new DocumentProblem(l10n.t('No file is open: open the file that fails first.'));
  const { document, selections } = editor;
  const ranges = selections.map(({ start, end }) => ({ start: document.offsetAt(start), end: document.offsetAt(end) }));
  if (!stays) return protectedParts.free(document.uri, ranges);
  if (ranges.every(({ start, end }) => start === end)) {
    throw new DocumentProblem(l10n.t('Nothing is selected: select the text to keep.'));
  }
  protectedParts.add(document.uri, ranges);
}

/** The run of the given document; without one that of the active document, or else every run. */
function stop(controller: Controller, uri: vscode.Uri | undefined): void {
  const active = uri ?? vscode.window.activeTextEditor?.document.uri;
  const run = active && controller.runs.runningOn(active);
  if (run) run.stop();
  else if (!uri) controller.runs.running.forEach((one) => one.stop());
}

function say(verb: Verb, controller: Controller, uri: vscode.Uri | undefined): void {
  const run = uri ? controller.runs.runningOn(uri) : controller.runs.meant;
  if (!run) throw new DocumentProblem(l10n.t('No run is selected: open a file that is being reduced first.'));
  run.say(verb);
}

async function changeRule(controller: Controller, uri: vscode.Uri | undefined): Promise<ReductionResult | undefined> {
  const reduction = controller.of(addressed(uri));
  if (!reduction) throw new DocumentProblem(l10n.t('This file is not being reduced: reduce it first.'));
  const change = await editedRule(reduction);
  if (!change) return undefined;
  const next = await controller.again(reduction, change);
  void telling(controller, () => controller.present(next));
  return next.result;
}

async function applyResult(controller: Controller, uri: vscode.Uri | undefined): Promise<boolean> {
  const reduction = finishedReduction(controller, uri);
  const document = await reduction.current();
  if (document.getText() !== reduction.originalText) {
    throw new DocumentProblem(
      l10n.t('The file has changed since the reduction began: undo the edit, or copy the text you need from the diff.'),
    );
  }
  const applied = await controller.results.apply(document, reduction.result!.text);
  if (applied) controller.forget(reduction.uri);
  return applied;
}

function finishedReduction(controller: Controller, uri: vscode.Uri | undefined): Reduction {
  const reduction = controller.of(addressed(uri));
  if (!reduction?.result) throw new DocumentProblem(l10n.t('There is no result for this file: reduce it first.'));
  return reduction;
}

function finishedIsolation(controller: Controller, uri: vscode.Uri | undefined): Isolation {
  const isolation = controller.runs.last(addressed(uri), Isolation);
  if (!isolation?.result) throw new DocumentProblem(l10n.t('There is no difference for this file: isolate it first.'));
  return isolation;
}
