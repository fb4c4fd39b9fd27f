/** *Isolate Difference*: which two files, which oracle, and then the run. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { documentFor, openText } from '../window/addresses';
import type { Controller } from '../controller';
import type { IsolationResult } from '../runs/isolation';
import { DocumentProblem } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import type { OracleRequest } from '../oracles/oracleChoice';
import { choosePassing } from './passingChoice';
import type { PassingFile } from './passingChoice';
import { telling } from '../window/telling';

/** How to name oracle and passing file without being asked: for keybindings and other extensions. */
export interface IsolationRequest extends OracleRequest {
  /** An address, or a path from the failing file's folder; '' is the empty file. */
  readonly passing?: vscode.Uri | string;
}

/** `given`: a request, or what the explorer passes: all files that are selected. */
export async function isolateDifference(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  given: IsolationRequest | readonly vscode.Uri[] = {},
): Promise<IsolationResult | undefined> {
  const failing = await documentFor(uri);
  controller.runs.requireIdle(failing.uri);
  const request = Array.isArray(given) ? { passing: otherOf(failing.uri, given) } : (given as IsolationRequest);
  const file = request.passing === undefined ? await choosePassing(failing.uri) : named(request.passing, failing.uri);
  if (!file) return undefined;
  const passing = file === 'empty' ? undefined : await openText(file);
  const chosen = await chooseOracle(failing.uri, memory, request);
  if (!chosen) return undefined;
  const isolation = await controller.isolate({ failing, passing }, chosen);
  void telling(controller, () => controller.present(isolation));
  return isolation.result;
}

/** The file of a selection that was not clicked; undefined if there is no other. */
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
