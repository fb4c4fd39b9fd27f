/** *Find What Breaks This Test*: the fewest tests that must run before it so that it fails, as a page. */
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Order } from '../../failingTests/order';
import type { TestJob } from '../../failingTests/testRun';
import { lineIn } from '../../oracle/processes/command';
import { recognise, testPath } from '../../runners/recognise';
import { code, fenced } from '../../reproduction/readme';
import type { Controller } from '../controller';
import { recipeOracle } from '../oracles/taskOracle';
import { startThread } from '../thread';
import { showPage, testWithRunner } from './testCommands';

/** `given`: the Test Explorer's item, or a message there. Returns the page; undefined if the user cancels. Throws `Problem` and `RunFailed`. */
export async function findOrder(controller: Controller, given: unknown): Promise<string | undefined> {
  const { document, recipe } = await testWithRunner(controller, given);
  const { job } = await controller.jobFor(document, recipeOracle(recipe, document.uri));
  const earlier = await whichBefore(document, recipe);
  if (!earlier) return undefined;
  const found = startThread<Order>({ kind: 'order', job: { ...(job as TestJob), earlier } });
  const name = recipe.test?.at(-1) ?? basename(document.uri.path);
  const title = l10n.t('Looking for the tests that make {0} fail', `"${name}"`);
  const order = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_, token) => {
      token.onCancellationRequested(() => found.tell({ kind: 'stop' }));
      return found.outcome;
    },
  );
  const page = pageOf(order, vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? order.cwd);
  await showPage(controller, document.uri, 'order', page);
  return page;
}

/** Files of the same runner and package that come before this one, if the user wants them. */
async function whichBefore({ uri }: vscode.TextDocument, { runner, cwd }: { runner?: string; cwd?: string }) {
  const all = await vscode.workspace.findFiles('**/*', '**/node_modules/**');
  const paths = all.map(({ fsPath }) => fsPath).filter((path) => testPath.test(path) && path < uri.fsPath);
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? '';
  const earlier = paths.sort().filter((path) => {
    const [first] = recognise({ path, text: readFileSync(path, 'utf8'), root });
    return first?.runner === runner && first?.cwd === cwd;
  });
  if (earlier.length === 0) return [];
  const choice = await vscode.window.showQuickPick(
    [
      { label: l10n.t('The Tests of Its File'), files: [] as readonly string[] },
      { label: l10n.t('Those of the Files Before It, Too ({0})', earlier.length), files: earlier },
    ],
    { title: l10n.t('Which tests run before it?') },
  );
  return choice?.files;
}

function pageOf({ tests, before, command, cwd }: Order, root: string): string {
  const last = tests.at(-1)!;
  return `${[
    `# What breaks ${code(last)}`,
    `It fails after ${tests.length - 1} of the ${before} tests that ran before it, in this order:`,
    tests.map((test, at) => `${at + 1}. ${code(test)}${test === last ? ' fails' : ''}`).join('\n'),
    `## To see it`,
    fenced(lineIn(relative(root, cwd), command), 'sh'),
  ].join('\n\n')}\n`;
}
