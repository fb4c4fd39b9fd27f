/** What the Test Explorer's menus pass: which test of which file. */
import { basename } from 'node:path';
import type * as vscode from 'vscode';

/** One test, or a whole file if there are no titles. */
export interface ChosenTest {
  /** Its name, for messages. */
  readonly label: string;
  readonly uri: vscode.Uri | undefined;
  /** Where it is in its file. */
  readonly range: vscode.Range | undefined;
  /** Outermost first. */
  readonly titles: readonly string[];
}

/** `testing/item/context` passes the test, `testing/message/context` the test and its message. */
export function chosenTest(given: unknown): ChosenTest | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if ('test' in given && 'message' in given) return testOf(given.test as vscode.TestItem);
  return 'children' in given && 'label' in given ? testOf(given as vscode.TestItem) : undefined;
}

function testOf(item: vscode.TestItem): ChosenTest {
  return { label: item.label, uri: item.uri, range: item.range, titles: titlesOf(item) };
}

/** The labels from the file's own down to the test's; those of a group only where a runner takes groups. */
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
