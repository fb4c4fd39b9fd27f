/** *Benchmark Searches*: asks for the oracle and the searches, runs them, and shows them on a page. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Measured } from '../../reduction/comparison/comparison';
import { contendersFrom, everyContender, usualContenders } from '../../reduction/comparison/contenders';
import { searchFrom } from '../../reduction/searches/searchValue';
import type { Controller } from '../controller';
import { type OracleRequest, chooseOracle, startEditable } from '../oracles/oracleChoice';
import { reducerWords, searchWords } from '../searches/chooseSearch';
import { documentFor } from '../window/addresses';
import { Comparison } from './comparison';

/** For keybindings and other extensions: nothing is asked. */
export interface ComparisonRequest extends OracleRequest {
  /** Texts of `SearchValue`s. */
  readonly searches?: readonly string[];
}

export class Comparisons {
  last: Comparison | undefined;

  constructor(private readonly controller: Controller) {}

  /** Undefined if the user cancels. Throws `Problem`, `JobError` and `RunFailed`. */
  async compare(
    uri: vscode.Uri | undefined,
    request: ComparisonRequest = {},
  ): Promise<readonly Measured[] | undefined> {
    const document = await documentFor(uri);
    this.controller.runs.requireIdle(document.uri);
    const chosen = await chooseOracle(this.controller, document.uri, request);
    if (!chosen) return undefined;
    const searches = request.searches ? contendersFrom(request.searches) : await chooseSearches();
    if (!searches?.length) return undefined;
    return startEditable(this.controller, document.uri, chosen, async (oracle) => {
      this.last = new Comparison(this.controller, document, searches);
      return this.last.run(await this.controller.jobFor(document, oracle), oracle);
    });
  }
}

const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Asks for the searches to compare. Undefined if the user cancels. */
async function chooseSearches(): Promise<string[] | undefined> {
  const choice = await vscode.window.showQuickPick(picks(), {
    title: l10n.t('Choose the searches to compare'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return choice?.map(({ label }) => label);
}

/** The usual ones first. */
function picks(): vscode.QuickPickItem[] {
  const others = everyContender().filter((name) => !usualContenders.includes(name));
  const section = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    section(l10n.t('often compared')),
    ...usualContenders.map(pick),
    section(l10n.t('others')),
    ...others.map(pick),
  ];
}

function pick(name: string): vscode.QuickPickItem {
  const { strategy, reducer } = searchFrom(name);
  const [how, by] = [searchWords(strategy.name), reducer && reducerWords(reducer.name)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name) };
}
