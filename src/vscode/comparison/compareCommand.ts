/** *Compare Reducers on This File*: which oracle, which searches, and then the run. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Row } from '../../reduction/comparison/comparison';
import { contendersNamed, everyContender, usualContenders } from '../../reduction/comparison/contenders';
import type { Contender } from '../../reduction/comparison/contenders';
import { documentFor } from '../addresses';
import { choiceWords } from '../choiceWords';
import type { Controller } from '../controller';
import { chooseOracle } from '../oracles/oracleChoice';
import type { OracleRequest } from '../oracles/oracleChoice';
import { telling } from '../telling';

/** How to name oracle and searches without being asked: for keybindings and other extensions. */
export interface ComparisonRequest extends OracleRequest {
  /** `treewide`, `hddr:cdd`, … */
  readonly searches?: readonly string[];
}

/** These are chosen if nobody thinks about it. */
const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Undefined if the user thought better of it. */
export async function compareReducers(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  request: ComparisonRequest = {},
): Promise<readonly Row[] | undefined> {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const chosen = await chooseOracle(document.uri, memory, request);
  if (!chosen) return undefined;
  const contenders = request.searches ? contendersNamed(request.searches) : await chooseContenders();
  if (!contenders?.length) return undefined;
  const comparison = await controller.comparisons.run(document, chosen.oracle, contenders, chosen.overrides);
  void telling(controller, () => controller.comparisons.present(comparison));
  return comparison.result;
}

interface ContenderPick extends vscode.QuickPickItem {
  readonly contender?: Contender;
}

async function chooseContenders(): Promise<Contender[] | undefined> {
  const choice = await vscode.window.showQuickPick(picks(), {
    title: l10n.t('Which searches are compared?'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget of the settings'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return choice?.flatMap(({ contender }) => contender ?? []);
}

/** The usual ones first. */
function picks(): ContenderPick[] {
  const usual = contendersNamed(usualContenders);
  const names = new Set(usual.map(({ name }) => name));
  const others = everyContender().filter(({ name }) => !names.has(name));
  const section = (label: string): ContenderPick => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [section(l10n.t('often compared')), ...usual.map(pick), section(l10n.t('others')), ...others.map(pick)];
}

function pick(contender: Contender): ContenderPick {
  const { name, strategy, reducer } = contender;
  const [how, by] = [choiceWords('strategy', strategy), reducer && choiceWords('reducer', reducer)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name), contender };
}
