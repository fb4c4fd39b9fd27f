/** Items of a Test Explorer, as its menus pass them. */
import * as vscode from 'vscode';

export const tests = vscode.tests.createTestController('whittle.fake', 'Fake');

/** As explorers have it: file, suite, test. */
export function item(uri: vscode.Uri, ...titles: readonly string[]): vscode.TestItem {
  const path = uri.path.split('/').at(-1)!;
  let parent = tests.createTestItem(path, path, uri);
  tests.items.replace([parent]);
  for (const title of titles) {
    const child = tests.createTestItem(title, title, uri);
    child.range = new vscode.Range(0, 0, 1, 0);
    parent.children.add(child);
    parent = child;
  }
  return parent;
}
