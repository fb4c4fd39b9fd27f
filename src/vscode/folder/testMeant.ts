/** The failing test that a reproduction is made of: the command that runs it, and the folder that it runs in. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Controller } from '../controller';
import { openedTest } from '../failingTests/testCommands';
import { chosenTest } from '../failingTests/testItems';
import { recipeOracle, runnersOf } from '../failingTests/testOracle';
import type { ChosenOracle } from '../oracles/taskOracle';
import { activeUri, asUri, openText } from '../window/addresses';

export interface TestMeant {
  readonly chosen: ChosenOracle;
  /** Absolute. */
  readonly folder: string;
}

/**
 * `item`: of the Test Explorer, or an address; `given`: what is selected beside it, or a request with a command. Undefined if it is no
 * test of a runner that is recognised for sure. Throws `DocumentProblem`.
 */
export async function testMeant(controller: Controller, item: unknown, given: unknown): Promise<TestMeant | undefined> {
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

function testIn(document: vscode.TextDocument, titles: readonly string[] = []): TestMeant | undefined {
  const [found] = runnersOf(document, titles);
  if (!found || found.sureness === 'guess') return undefined;
  const { label, command, cwd } = found;
  const recipe = { label: l10n.t('reduce {0}', label), command, cwd };
  return { chosen: recipeOracle(recipe, document.uri, undefined), folder: cwd };
}
