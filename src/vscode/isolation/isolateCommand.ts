/** *Isolate Difference*: asks for the other file and the oracle, then runs. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { documentFor, openText } from '../window/addresses';
import type { Controller } from '../controller';
import type { IsolationResult } from '../runs/isolation';
import { DocumentProblem } from '../runs/jobs';
import { chooseOracle, type OracleRequest } from '../oracles/oracleChoice';
import type { ChosenOracle } from '../oracles/taskOracle';
import { startEditable } from '../questions/editCommand';
import { choosePassing, type PassingFile } from './passingChoice';

/** For keybindings and other extensions: with both, nothing is asked. */
export interface IsolationRequest extends OracleRequest {
  /** An address, or a path from the folder of the failing file; '' is the empty file. */
  readonly passing?: vscode.Uri | string;
}

/** `given`: a request, or the files that are selected in the explorer. */
export async function isolateDifference(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  given: IsolationRequest | readonly vscode.Uri[] = {},
): Promise<IsolationResult | undefined> {
  const failing = await documentFor(uri);
  controller.runs.requireIdle(failing.uri);
  const request = Array.isArray(given) ? { passing: otherOf(failing.uri, given) } : (given as IsolationRequest);
  const file =
    request.passing === undefined
      ? await choosePassing(failing, controller.assets)
      : named(request.passing, failing.uri);
  if (!file) return undefined;
  const passing = file === 'empty' ? undefined : await openText(file);
  const chosen = await chooseOracle(failing.uri, memory, request);
  const start = (one: ChosenOracle) => controller.isolate(failing, passing, one);
  return chosen && startEditable(chosen, failing.uri, memory, start);
}

/** Undefined if no other file is selected. */
function otherOf(failing: vscode.Uri, selected: readonly vscode.Uri[]): vscode.Uri | undefined {
  const others = selected.filter((uri) => uri.toString() !== failing.toString());
  if (others.length > 1) {
    throw new DocumentProblem(l10n.t('Too many files are selected: select one that fails and one that passes.'));
  }
  return others[0];
}

function named(passing: vscode.Uri | string, failing: vscode.Uri): PassingFile {
  if (passing === '') return 'empty';
  if (typeof passing !== 'string') return passing;
  if (/^[a-z][a-z\d+.-]+:/i.test(passing)) return vscode.Uri.parse(passing);
  return isAbsolute(passing) ? failing.with({ path: passing }) : vscode.Uri.joinPath(failing, '..', passing);
}
