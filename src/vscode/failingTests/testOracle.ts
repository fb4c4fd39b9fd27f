/** A test file's runner, as it is recognised → an oracle: the same failure, in a copy of the workspace. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import { overlay } from '../../oracle/places/overlay';
import { nearestRoot, realPath } from '../../oracle/places/roots';
import { type Recognised, recognise } from '../../runners/recognise';
import type { Recipe } from '../oracles/taskOracle';
import { settingsFor } from '../window/settings';

/** The runners that a document may belong to, the likeliest first; for one of its tests if there are titles. */
export function runnersOf(document: vscode.TextDocument, titles: readonly string[] = []): Recognised[] {
  if (document.uri.scheme !== 'file' && document.uri.scheme !== 'vscode-remote') return [];
  const path = realPath(document.uri.fsPath);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const root = folder ? realPath(folder.uri.fsPath) : nearestRoot(path);
  return recognise({ path, text: document.getText(), root }, titles);
}

/** For a test of the document, or the first that fails; undefined if its runner is not recognised for sure. */
export function sureRecipe(document: vscode.TextDocument, titles: readonly string[] = []): Recipe | undefined {
  const [found] = runnersOf(document, titles);
  return found && found.sureness !== 'guess' ? runnerRecipe(found, document.uri, titles) : undefined;
}

/** Command and rule are found when it runs. */
export function runnerRecipe(found: Recognised, document: vscode.Uri, test: readonly string[] = []): Recipe {
  const { command, cwd, runner } = found;
  const place = settingsFor(document).place === inPlace.name ? inPlace.name : overlay.name;
  return { command, cwd, place, runner, test };
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
