/** The failing test that a reproduction is made of. */
import * as vscode from 'vscode';
import type { Controller } from '../controller';
import { openedTest } from '../failingTests/testCommands';
import { chosenTest } from '../failingTests/testItems';
import { ofTestIn, runnerOracle, runnersOf } from '../failingTests/testOracle';
import type { ChosenOracle } from '../oracles/taskOracle';
import { activeUri, asUri, openText } from '../window/addresses';

/**
 * `item`: of the Test Explorer, or an address; `given`: what is selected beside it, or a request with a command. Undefined if it is no
 * test of a runner that is recognised for sure. Throws `DocumentProblem`.
 */
export async function testMeant(
  controller: Controller,
  item: unknown,
  given: unknown,
): Promise<ChosenOracle | undefined> {
  const isAsked = Array.isArray(given) ? given.length > 1 : Object.keys(given ?? {}).length > 0;
  if (isAsked) return undefined;
  const test = chosenTest(item);
  if (test) return testIn((await openedTest(controller, item)).document, test.titles);
  const uri = asUri(item) ?? activeUri();
  const isFile =
    uri &&
    (await vscode.workspace.fs.stat(uri).then(
      ({ type }) => type,
      () => undefined,
    )) === vscode.FileType.File;
  return isFile ? testIn(await openText(uri)) : undefined;
}

function testIn(document: vscode.TextDocument, titles: readonly string[] = []): ChosenOracle | undefined {
  const [found] = runnersOf(document, titles);
  if (!found || found.sureness === 'guess') return undefined;
  return ofTestIn(document.uri.fsPath, runnerOracle(found, document.uri, titles));
}
