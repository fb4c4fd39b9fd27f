/** The commands: what they act on, and how a problem is told. */
import * as vscode from 'vscode';
import type { Range } from '../text/ranges';
import type { Controller } from './controller';
import { DocumentProblem } from './jobs';
import { chooseOracle } from './oracleChoice';
import type { OracleRequest } from './oracleChoice';
import type { Reduction, ReductionResult } from './reduction';
import { originalUri } from './results';

export function registerCommands(controller: Controller, memory: vscode.Memento): vscode.Disposable[] {
  const commands: Record<string, (uri?: vscode.Uri, request?: OracleRequest) => unknown> = {
    'whittle.reduceFile': async (uri, request) =>
      reduce(controller, memory, await documentFor(uri), undefined, request),
    'whittle.reduceSelection': (_uri, request) => reduceSelection(controller, memory, request),
    'whittle.stop': (uri) => stop(controller, uri),
    'whittle.applyResult': (uri) => applyResult(controller, uri),
    'whittle.showDiff': (uri) => controller.results.showDiff(finishedReduction(controller, uri)),
    'whittle.showResult': (uri) => controller.results.showBeside(finishedReduction(controller, uri)),
    'whittle.discardResult': (uri) => controller.discard(addressed(uri)),
    'whittle.showLog': () => controller.log.show(),
  };
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, (...args: [vscode.Uri?, OracleRequest?]) =>
      telling(controller, async () => act(asUri(args[0]), args[1])),
    ),
  );
}

/** Errors that a user can cause end in one sentence; the command then has no result. */
export async function telling<T>(controller: Controller, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    // A message with a button is shown in full, not cut off at the end of its line.
    const choice = vscode.window.showErrorMessage(withOutput(error as Error & { output?: string }), 'Show Log');
    void choice.then((pressed) => pressed && controller.log.show());
    return undefined;
  }
}

/** The message, and the last line that the test has said. */
function withOutput({ message, output }: Error & { output?: string }): string {
  const last = output?.split('\n').at(-1)?.trim().slice(0, 200);
  return last && !message.includes(last) ? `${message} It said: ${last}` : message;
}

async function reduce(
  controller: Controller,
  memory: vscode.Memento,
  document: vscode.TextDocument,
  selection: Range | undefined,
  request: OracleRequest | undefined,
): Promise<ReductionResult | undefined> {
  controller.requireIdle(document.uri);
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
  const reduction = active && controller.of(active);
  if (reduction?.running) reduction.stop();
  else if (!uri) controller.running.forEach((one) => one.stop());
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

function addressed(uri: vscode.Uri | undefined): vscode.Uri {
  const address = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (!address) throw new DocumentProblem('No file is open: open the failing input first.');
  return address;
}

async function documentFor(uri: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const address = originalUri(addressed(uri));
  try {
    return await vscode.workspace.openTextDocument(address);
  } catch {
    throw new DocumentProblem(`${address.path} cannot be opened as text: reduce it with whittle in a terminal.`);
  }
}

/** Menus pass an address first; keybindings may pass it as text. */
function asUri(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return typeof value === 'string' ? vscode.Uri.parse(value) : undefined;
}
