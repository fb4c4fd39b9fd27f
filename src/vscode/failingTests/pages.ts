/**
 * What is told of a failing test, as pages. *Find What Breaks This Test*: the fewest tests that must run before it so that it fails.
 * *Why Is This Test Red?*: reduces the test, unless that is done, then isolates the change since it passed, and shows both.
 */
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Why } from '../../failingTests/changed';
import type { Order } from '../../failingTests/order';
import type { TestJob } from '../../failingTests/testRun';
import type { IsolatedTexts } from '../../host/port';
import { lineIn } from '../../oracle/processes/command';
import type { IsolationJob, JobOracle } from '../../reduction/job';
import { code, fenced } from '../../reproduction/readme';
import { recognise, testPath } from '../../runners/recognise';
import type { Controller } from '../controller';
import { type ChosenOracle, recipeOracle } from '../oracles/taskOracle';
import { Isolation, type Reduction } from '../runs/kinds';
import { startThread } from '../thread';
import { openText, showingProgress } from '../window/addresses';
import { testWithRunner } from './testCommands';

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

/** `given`: the Test Explorer's item, a message there, or a file. Returns the page. Throws `Problem` and `RunFailed`. */
export async function tellWhy(controller: Controller, given: unknown): Promise<string | undefined> {
  const { document, recipe } = await testWithRunner(controller, given);
  const chosen = recipeOracle(recipe, document.uri);
  const result =
    doneBefore(controller, document, chosen) ?? (await controller.reduce(document, chosen, { isQuiet: true }));
  const reduction = controller.of(document.uri);
  if (!result || !reduction) return undefined;
  if (result.finished.ending === 'interrupted') {
    controller.presented(reduction);
    return undefined;
  }
  const { page, isolation } = await explained(controller, reduction);
  await showPage(controller, document.uri, 'why', page);
  controller.presented<Reduction | Isolation>(isolation ?? reduction, false);
  return page;
}

/** The page of a test that is reduced, and the isolation of its change. Throws `Problem` and `RunFailed`. */
export async function explained(controller: Controller, { job, result, started, document, named }: Reduction) {
  // Few windows need it.
  const { explain } = await import('../../host/why');
  const title = l10n.t('Looking for the change that makes {0} fail', basename(document.uri.path));
  const recipe = { ...named.recipe, testFile: document.uri.fsPath };
  let isolation: Isolation | undefined;
  const page = await explain(
    { job: job as TestJob, small: result!.text, notice: started?.notice },
    async (work) => showingProgress(title, () => startThread<Why>(work).outcome),
    async (pair: IsolationJob) => {
      const source = await openText(vscode.Uri.file(pair.input.file!));
      isolation = await controller.begin(Isolation, source, { job: { ...pair, journal: undefined } }, { recipe });
      return isolation.outcome as IsolatedTexts;
    },
  );
  return { page, isolation };
}

/** The reduction of this test, if it has ended and nothing has changed since. */
function doneBefore(controller: Controller, document: vscode.TextDocument, { oracle }: ChosenOracle) {
  const last = controller.of(document.uri);
  const same = ({ kind, ...test }: JobOracle) => JSON.stringify([kind, 'titles' in test && test.titles]);
  if (!last?.isOriginal(document) || same(last.job.oracle) !== same(oracle)) return undefined;
  return last.result?.finished.ending === 'interrupted' ? undefined : last.result;
}

/** What is told of a test, beside nothing else: it has all that there is to see. */
async function showPage({ results }: Controller, of: vscode.Uri, kind: string, page: string): Promise<void> {
  const { uri } = await results.open(of, kind, page, 'markdown', '.md');
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}
