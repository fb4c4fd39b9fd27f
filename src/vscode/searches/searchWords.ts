/** The sentences of package.json about searches, which VS Code has put into the language of the window. */
import * as vscode from 'vscode';

interface Snippet {
  readonly label: string;
  readonly description: string;
}

/** `search`: a strategy, or `hddr` with a list reducer. Undefined of others. */
export function searchWords(search: string): string | undefined {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  const snippets: readonly Snippet[] = contributes.configuration.properties['whittle.search'].defaultSnippets;
  return snippets.find(({ label }) => label === search)?.description;
}

/** What makes this list reducer different from others. */
export function reducerWords(reducer: string): string | undefined {
  return searchWords(`hddr:${reducer}`);
}
