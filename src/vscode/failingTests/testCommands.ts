/**
 * *Reduce Failing Test* and *Reduce This Test*: the runner is recognised, and the result keeps the test's failure. Two pages tell more of a
 * test. *Find What Breaks This Test*: the fewest tests that must run before it so that it fails. *Why Is This Test Red?*: reduces the test,
 * unless that is done, then isolates the change since it passed, and shows both.
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
import type { Range } from '../../text/ranges';
import type { Controller } from '../controller';
import { type OracleRequest, askAndStart } from '../oracles/oracleChoice';
import { runnersOf, sureRecipe } from '../oracles/suggestions';
import { type ChosenOracle, recipeOracle } from '../oracles/taskOracle';
import { Isolation, type Reduction } from '../runs/kinds';
import { startThread } from '../thread';
import { asUri, documentFor, openText, showingProgress } from '../window/addresses';
import { commandButton, Problem, reduceButton } from '../window/problems';

/** Reduces for the first test of the file that fails. */
export async function reduceFailingTest(controller: Controller, uri?: vscode.Uri, request?: OracleRequest) {
  const { document, recipe } = await testsOf(uri);
  // The explorer passes the selected files.
  const isRequest = typeof request === 'object' && ['task', 'command', 'oracle'].some((name) => name in request);
  const known = runnersOf(document).length > 0;
  const title = known ? undefined : l10n.t('No test runner was recognised. How do you reproduce the failure?');
  return reduceBy(controller, document, isRequest ? request : { recipe }, { title });
}

/** `given`: the Test Explorer's item, or a message there. */
export async function reduceThisTest(controller: Controller, given: unknown) {
  const { document, recipe } = await openedTest(controller, given);
  return recipe ? reduceBy(controller, document, { recipe }) : reduceFailingTest(controller, document.uri);
}

/** Shows a test of the Test Explorer, on whose file nothing runs. `recipe`: unset if its runner is not recognised for sure. Throws `Problem`. */
export async function openedTest(controller: Controller, given: unknown) {
  const test = chosenTest(given);
  if (!test) {
    const message = l10n.t('No test is selected: right-click a failed test in the Test Explorer.');
    throw new Problem(message, commandButton(l10n.t('Show Tests'), 'workbench.view.testing.focus'));
  }
  if (!test.uri) {
    throw new Problem(l10n.t('The file of "{0}" is unknown: open it and run Reduce Failing Test.', test.label));
  }
  const document = await openText(test.uri);
  controller.runs.requireIdle(document.uri);
  if (test.range) {
    const { start } = test.range;
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: false });
  }
  return { document, recipe: sureRecipe(document, titlesOf(test)) };
}

/** `given`: the Test Explorer's item, a message there, or a file. Throws `Problem`. */
async function testWithRunner(controller: Controller, given: unknown) {
  const { document, recipe } = chosenTest(given) ? await openedTest(controller, given) : await testsOf(asUri(given));
  if (recipe) return { document, recipe };
  throw new Problem(
    l10n.t(
      'No test runner was recognised for {0}: reduce it with the command that fails.',
      basename(document.uri.path),
    ),
    reduceButton(document.uri),
  );
}

async function testsOf(uri: vscode.Uri | undefined) {
  const document = await documentFor(uri);
  return { document, recipe: sureRecipe(document) };
}

/** Reduces a document, or the selected part of it, by what is requested or the user chooses. */
export async function reduceBy(
  controller: Controller,
  document: vscode.TextDocument,
  request?: OracleRequest,
  { title, selection }: { readonly title?: string; readonly selection?: Range } = {},
) {
  controller.runs.requireIdle(document.uri);
  const start = (chosen: ChosenOracle) => {
    const { runner, cwd } = chosen.recipe ?? {};
    if (runner) controller.runs.log.note(basename(document.uri.path), `recognised: ${runner}, in ${cwd}`);
    return controller.reduce(document, chosen, {}, selection);
  };
  return askAndStart(controller, document.uri, start, request, { title });
}

/** A test, or a group or file of tests: `testing/item/context` passes it, `testing/message/context` it and its message. */
export function chosenTest(given: unknown): vscode.TestItem | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if ('test' in given && 'message' in given) return given.test as vscode.TestItem;
  return 'children' in given && 'label' in given ? (given as vscode.TestItem) : undefined;
}

/** The labels from the file's own down to the test's, outermost first; none for a whole file. Those of a group only where a runner takes groups. */
export function titlesOf(item: vscode.TestItem): string[] {
  const path = item.uri?.path ?? '';
  if (item.children.size > 0 && !/\.(py|go)$/.test(path)) return [];
  // pytest's ids say more than labels do: [1] is the label of test_one[1].
  if (path.endsWith('.py') && item.id.includes('::')) return item.id.split('::').slice(1);
  const titles: string[] = [];
  for (let at: vscode.TestItem | undefined = item; at && isInFile(at, path); at = at.parent) titles.unshift(at.label);
  return titles;
}

/** What stands for the file itself, or for folders and projects, has no range in it, or the file's name. */
function isInFile({ uri, range, label, parent, children }: vscode.TestItem, path: string): boolean {
  if (uri?.path !== path || label === basename(path) || path.endsWith(`/${label}`)) return false;
  return range !== undefined || children.size === 0 || parent?.uri?.path === path;
}

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
