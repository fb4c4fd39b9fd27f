/** *Reduce Failing Test* and *Reduce This Test*: the runner is recognised, and the result keeps the test's failure. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Range } from '../../text/ranges';
import { commandButton, Problem, reduceButton } from '../window/problems';
import { asUri, documentFor, openText } from '../window/addresses';
import type { Controller } from '../controller';
import { type OracleRequest, askAndStart } from '../oracles/oracleChoice';
import { runnersOf, sureRecipe } from '../oracles/suggestions';
import type { ChosenOracle } from '../oracles/taskOracle';

/** Reduces for the first test of the file that fails. */
export async function reduceFailingTest(controller: Controller, uri?: vscode.Uri, request?: OracleRequest) {
  const document = await documentFor(uri);
  // The explorer passes the selected files.
  const isRequest = typeof request === 'object' && ['task', 'command', 'oracle'].some((name) => name in request);
  const known = runnersOf(document).length > 0;
  const title = known ? undefined : l10n.t('No test runner was recognised. How do you reproduce the failure?');
  return reduceBy(controller, document, isRequest ? request : { recipe: sureRecipe(document) }, { title });
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
export async function testWithRunner(controller: Controller, given: unknown) {
  if (chosenTest(given)) return known(await openedTest(controller, given));
  const document = await documentFor(asUri(given));
  return known({ document, recipe: sureRecipe(document) });
}

function known({ document, recipe }: Awaited<ReturnType<typeof openedTest>>) {
  if (recipe) return { document, recipe };
  throw new Problem(
    l10n.t(
      'No test runner was recognised for {0}: reduce it with the command that fails.',
      basename(document.uri.path),
    ),
    reduceButton(document.uri),
  );
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
