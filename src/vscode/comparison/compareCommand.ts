/** *Compare Reducers*: which oracle, which searches, and then the study. */
import type * as vscode from 'vscode';
import type { Row } from '../../reduction/comparison/comparison';
import { contendersFrom } from '../../reduction/comparison/contenders';
import { asUri, documentFor } from '../window/addresses';
import type { Controller } from '../controller';
import { chooseOracle, chooseSame } from '../oracles/oracleChoice';
import type { OracleRequest } from '../oracles/oracleChoice';
import { telling } from '../window/telling';
import type { Entry } from './comparisons';
import { chooseSearches } from './searchChoice';

/** How to name all without being asked: for keybindings and other extensions. */
export interface ComparisonRequest extends OracleRequest {
  /** `treewide`, `hddr:cdd`, `hddr:probdd+p0=0.3`, … */
  readonly searches?: readonly string[];
  /** Addresses of all files, if there are several. */
  readonly files?: readonly (vscode.Uri | string)[];
  /** One, if unset. */
  readonly rounds?: number;
}

/** `given`: what the explorer says is selected, or the request. Undefined if the user thought better of it. */
export async function compareReducers(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  given: ComparisonRequest | readonly vscode.Uri[] = {},
): Promise<readonly Row[] | undefined> {
  const request: ComparisonRequest = isSelection(given) ? { files: given } : given;
  const entries = await entriesOf(controller, memory, uri, request);
  if (!entries) return undefined;
  const { searches, rounds = 1 } = request;
  const contenders = searches ? contendersFrom(searches) : await chooseSearches();
  if (!contenders?.length) return undefined;
  const study = await controller.comparisons.run(entries, contenders, rounds);
  void telling(controller, () => controller.comparisons.present(study));
  return study.samples.map(({ row }) => row);
}

function isSelection(given: object): given is readonly vscode.Uri[] {
  return Array.isArray(given);
}

/** The oracle is chosen for the first file: it is the same for all. */
async function entriesOf(
  { runs }: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  request: ComparisonRequest,
): Promise<Entry[] | undefined> {
  const addresses = (request.files ?? []).map(asUri);
  const documents: vscode.TextDocument[] = [];
  for (const address of addresses.length > 0 ? addresses : [uri]) documents.push(await documentFor(address));
  for (const document of documents) runs.requireIdle(document.uri);
  const first = await chooseOracle(documents[0].uri, memory, request);
  if (!first) return undefined;
  const entries: Entry[] = [{ document: documents[0], ...first }];
  for (const document of documents.slice(1)) {
    const same = await chooseSame(first, document, memory);
    if (!same) return undefined;
    entries.push({ document, ...same });
  }
  return entries;
}
