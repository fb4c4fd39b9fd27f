/** *Isolate Difference with HEAD* and *… with a Commit…*: git gives the side that passes. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TestJob } from '../../failingTests/testJob';
import type { Controller } from '../controller';
import { openedTest } from '../failingTests/testCommands';
import { ofTestIn } from '../failingTests/testOracle';
import type { ChosenOracle } from '../oracles/taskOracle';
import { startEditable } from '../questions/editCommand';
import type { IsolationResult } from '../runs/isolation';
import { startThread } from '../thread/thread';
import { activeUri, asUri, documentFor, openText } from '../window/addresses';
import { isolateDifference } from './isolateCommand';
import { askForCommit } from './passingChoice';
import { earlier, fileOf } from './revisions';

/** Of a failed test: `given` is the Test Explorer's item, or a message there. What differs is its file, or a source. */
export async function isolateWithHead(
  controller: Controller,
  memory: vscode.Memento,
  given: unknown,
): Promise<IsolationResult | undefined> {
  const { document: test, chosen } = await openedTest(controller, given);
  if (!chosen) return withCommit(controller, memory, test, 'HEAD');
  const { job } = await controller.jobFor(test, chosen);
  const work = { kind: 'changed', job: job as TestJob, at: 'HEAD' } as const;
  const title = l10n.t('Looking for the file that makes {0} fail', basename(test.uri.path));
  const files = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => {
    return startThread<readonly string[]>(work).outcome;
  });
  const file = files.length > 1 ? await askWhich(files) : files[0];
  if (file === undefined) return undefined;
  const own = file === job.input.file ? test : await openText(vscode.Uri.file(file));
  const passing = await openText(await earlier(controller.assets, own, 'HEAD'));
  const oracle = own === test ? chosen : ofTestIn(test.uri.fsPath, chosen);
  const start = (one: ChosenOracle) => controller.isolate(own, passing, one);
  return startEditable(oracle, own.uri, memory, start);
}

/** From the timeline of a file, or for the active one. VS Code passes the timeline's item only to a few extensions: the others ask for the commit. */
export async function isolateWithCommit(
  controller: Controller,
  memory: vscode.Memento,
  item: unknown,
  uri: vscode.Uri | undefined,
): Promise<IsolationResult | undefined> {
  const given = asUri(item) ?? asUri(uri) ?? activeUri();
  const document = await documentFor(given && fileOf(given));
  const commit = commitOf(item) ?? (await askForCommit(document.uri));
  return commit === undefined ? undefined : withCommit(controller, memory, document, commit);
}

async function withCommit(
  controller: Controller,
  memory: vscode.Memento,
  document: vscode.TextDocument,
  commit: string,
): Promise<IsolationResult | undefined> {
  controller.runs.requireIdle(document.uri);
  const passing = await earlier(controller.assets, document, commit);
  return isolateDifference(controller, memory, document.uri, { passing });
}

function commitOf(item: unknown): string | undefined {
  const { ref } = (item ?? {}) as { readonly ref?: unknown };
  return typeof ref === 'string' ? ref : undefined;
}

/** Undefined if the user cancels. */
async function askWhich(files: readonly string[]): Promise<string | undefined> {
  const items = files.map((file) => ({ label: `$(file) ${vscode.workspace.asRelativePath(file)}`, file }));
  const title = l10n.t('The test passes with any one of these files as in HEAD: choose one');
  return (await vscode.window.showQuickPick(items, { title }))?.file;
}
