/** *Reduce Folder…*: asks for the folder if none was chosen, and for the oracle, then runs. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TestFolder } from '../../failingTests/testFolder';
import type { Controller } from '../controller';
import { openedTest } from '../failingTests/testCommands';
import { chosenTest, ofTestIn, sureOracle, titlesOf } from '../failingTests/testOracle';
import { type OracleRequest, chooseOracle, startEditable } from '../oracles/oracleChoice';
import type { ChosenOracle } from '../oracles/taskOracle';
import { FolderReduction, type FolderResult } from '../runs/kinds';
import { activeUri, asUri, openText, statOf } from '../window/addresses';
import { requireTrust } from '../window/buttons';
import { type Folder, failingTest, folderJob, folderOf } from './folderJob';

/** For keybindings and other extensions: with a command nothing is asked. */
export interface FolderRequest extends OracleRequest {
  /** Absolute; instead of the address. */
  readonly paths?: readonly string[];
}

type Given = FolderRequest | readonly vscode.Uri[];

/** `given`: a request, or what is selected in the explorer. Undefined if the user cancels. Throws `Problem`. */
export async function reduceFolder(
  controller: Controller,
  uri: vscode.Uri | undefined,
  given: Given = {},
  reproduces = false,
): Promise<FolderResult | undefined> {
  requireTrust();
  const request = Array.isArray(given) ? {} : (given as FolderRequest);
  const uris = await chosenUris(uri, given);
  if (!uris) return undefined;
  const folder = await folderOf(uris, controller.assets);
  controller.runs.requireIdle(folder.uri);
  const chosen = await chooseOracle(controller, folder.uri, request, { title: questionOf(folder), ofFolder: true });
  return chosen && started(controller, folder, chosen, { reproduces });
}

/** *Make Minimal Reproduction…* on a folder, on several files, on a failing test, or on an item of the Test Explorer. */
export async function makeReproduction(
  controller: Controller,
  item: unknown,
  given: Given = {},
): Promise<FolderResult | undefined> {
  requireTrust();
  const test = await testMeant(controller, item, given);
  if (!test) return reduceFolder(controller, asUri(item), given, true);
  const known = await failingTest(test, controller.assets);
  const folder = await folderOf([vscode.Uri.file(known.base)], controller.assets);
  controller.runs.requireIdle(folder.uri);
  return started(controller, folder, test, { reproduces: true, known });
}

function started(
  controller: Controller,
  folder: Folder,
  chosen: ChosenOracle,
  { known, ...options }: { readonly reproduces: boolean; readonly known?: TestFolder },
): Promise<FolderResult | undefined> {
  const start = async (one: ChosenOracle) => {
    const told = { ...options, known: one === chosen ? known : undefined };
    const made = await folderJob(folder, one, controller.protectedParts, controller.assets, told);
    return controller.run(FolderReduction, folder, made, one);
  };
  return startEditable(controller, folder.uri, chosen, start);
}

function questionOf({ found: { files }, uri }: Folder): string {
  const name = basename(uri.path);
  return files.length === 1
    ? l10n.t('How do you reproduce the bug in {0}, with its one file?', name)
    : l10n.t('How do you reproduce the bug in {0}, with its {1} files?', name, files.length);
}

/** Undefined if the user cancels. */
async function chosenUris(uri: vscode.Uri | undefined, given: Given): Promise<readonly vscode.Uri[] | undefined> {
  if (Array.isArray(given) && given.length > 0) return given as readonly vscode.Uri[];
  const { paths } = given as FolderRequest;
  if (paths) return paths.map((path) => vscode.Uri.file(path));
  if (uri) return [uri];
  const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.showOpenDialog({
    title: l10n.t('Which folder causes the failure?'),
    openLabel: l10n.t('Reduce Folder'),
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: others.length === 0 ? first?.uri : undefined,
  });
}

/**
 * `item`: of the Test Explorer, or an address; `given`: what is selected beside it, or a request with a command. Undefined if it is no
 * test of a runner that is recognised for sure. Throws `Problem`.
 */
async function testMeant(controller: Controller, item: unknown, given: unknown): Promise<ChosenOracle | undefined> {
  const isAsked = Array.isArray(given) ? given.length > 1 : Object.keys(given ?? {}).length > 0;
  if (isAsked) return undefined;
  const test = chosenTest(item);
  const document = test ? (await openedTest(controller, item)).document : await openedFile(asUri(item) ?? activeUri());
  const sure = document && sureOracle(document, test && titlesOf(test));
  return sure && ofTestIn(document.uri.fsPath, sure);
}

async function openedFile(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  const stat = uri && (await statOf(uri));
  return stat?.type === vscode.FileType.File ? openText(uri!) : undefined;
}
