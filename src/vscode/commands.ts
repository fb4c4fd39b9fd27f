/** The commands and what they act on. */
import * as vscode from 'vscode';
import type { CommandsBy } from '../options/commands';
import { l10n } from 'vscode';
import type { Range } from '../text/ranges';
import type { Controller } from './controller';
import { activeUri, addressed, asUri, documentFor } from './window/addresses';
import { chooseSearch } from './searches/chooseSearch';
import { compareSearches } from './comparison/comparison';
import { isolateDifference } from './isolation/isolateCommand';
import { reduceFolder } from './folder/folderCommands';
import type { Reducing } from './runs/kinds';
import type { OracleRequest } from './oracles/oracleChoice';
import { setRedisPassword } from './oracles/cluster';
import type { Verb } from '../host/port';
import { resultCommands } from './results/resultCommands';
import { commandButton, reduceButton, Problem, registered } from './window/problems';
import { choosePassingRevision } from './results/trials';
import { findOrder, reduceBy, reduceFailingTest, reduceThisTest, tellWhy } from './failingTests/testCommands';

type Command = (uri?: vscode.Uri, request?: OracleRequest) => unknown;

export function registerCommands(controller: Controller): vscode.Disposable[] {
  const onUris = Object.entries(commandsOf(controller)).map(([name, act]): [string, Command] => [
    name,
    (given, request) => act(asUri(given), request),
  ]);
  return registered(controller, {
    ...Object.fromEntries(onUris),
    'whittle.makeReproduction': (item, given) => reduceFolder(controller, item, given, true),
    'whittle.reduceThisTest': (given) => reduceThisTest(controller, given),
    'whittle.findOrder': (given) => findOrder(controller, given),
    'whittle.whyRed': (given) => tellWhy(controller, given),
  });
}

function commandsOf(controller: Controller): CommandsBy<Command> {
  const { grey } = controller;
  return {
    'whittle.reduceFile': async (uri, request) => reduceBy(controller, await documentFor(uri), request),
    'whittle.reduceFolder': (uri, request) => reduceFolder(controller, uri, request),
    'whittle.reduceFailingTest': (uri, request) => reduceFailingTest(controller, uri, request),
    'whittle.editRule': (uri) => changeRule(controller, uri),
    'whittle.choosePassingRevision': (uri) => choosePassingRevision(controller, controller.of(addressed(uri))),
    'whittle.reduceSelection': (_uri, request) => reduceSelection(controller, request),
    'whittle.neverRemove': () => protect(controller, true),
    'whittle.mayRemove': () => protect(controller, false),
    'whittle.foldRemoved': () => grey.folds.fold(),
    'whittle.unfoldRemoved': () => grey.folds.unfold(),
    'whittle.nextKept': () => grey.go(1),
    'whittle.previousKept': () => grey.go(-1),
    'whittle.isolateDifference': (uri, request) => isolateDifference(controller, uri, request),
    'whittle.benchmarkSearches': (uri, request) => compareSearches(controller, uri, request),
    'whittle.stop': (uri) => stop(controller, uri),
    'whittle.pause': (uri) => say('pause', controller, uri),
    'whittle.resume': (uri) => say('resume', controller, uri),
    'whittle.skipPhase': (uri) => say('skip', controller, uri),
    'whittle.finish': (uri) => say('finish', controller, uri),
    ...resultCommands(controller),
    'whittle.chooseSearch': (uri) => chooseSearch(uri ?? activeUri()),
    'whittle.showPanel': () => vscode.commands.executeCommand('whittle.runView.focus'),
    'whittle.setRedisPassword': (uri) => setRedisPassword(uri ?? activeUri()),
    'whittle.showLog': () => controller.runs.log.show(),
    'whittle.showOutput': () => controller.runs.showOutput(),
  };
}

async function reduceSelection(controller: Controller, request?: OracleRequest) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty)
    throw new Problem(l10n.t('Nothing is selected: select the part to reduce.'), reduceButton());
  const selection = offsetsOf(editor.document, editor.selection);
  return reduceBy(controller, editor.document, request, { selection });
}

function offsetsOf(document: vscode.TextDocument, { start, end }: vscode.Range): Range {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** Whether the selected text stays. */
function protect({ protectedParts }: Controller, stays: boolean): void {
  addressed(undefined);
  const { document, selections } = vscode.window.activeTextEditor!;
  const ranges = selections.map((selection) => offsetsOf(document, selection));
  if (!stays) return protectedParts.free(document, ranges);
  if (ranges.every(({ start, end }) => start === end)) {
    throw new Problem(l10n.t('Nothing is selected: select the text to keep.'));
  }
  protectedParts.add(document, ranges);
}

/** The run on the given document; without one the run on the active document, or else every run. */
function stop({ runs }: Controller, uri: vscode.Uri | undefined): void {
  const active = uri ?? activeUri();
  const run = active && runs.runningOn(active);
  if (run) run.stop();
  else if (!uri) runs.running.forEach((one) => one.stop());
}

function say(verb: Verb, { runs }: Controller, uri: vscode.Uri | undefined): void {
  const run = uri ? runs.runningOn(uri) : runs.shown;
  if (!run?.running) {
    const message = l10n.t('No run is selected: open a file that is being reduced first.');
    throw new Problem(message, commandButton(l10n.t('Show Panel'), 'whittle.showPanel'));
  }
  run.say(verb);
}

async function changeRule(controller: Controller, uri: vscode.Uri | undefined): Promise<Reducing['result']> {
  const address = addressed(uri);
  const reduction = controller.reducing(address);
  if (!reduction) {
    throw new Problem(l10n.t('This file is not being reduced: reduce it first.'), reduceButton(address));
  }
  if (reduction.learned) return controller.settleRule(reduction, 0);
  throw new Problem(l10n.t('No rule was learned from {0}: its rule is set in the task.', reduction.name));
}
