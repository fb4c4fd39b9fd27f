/** The sentences about searches in package.json, in the language of the window. */
import * as vscode from 'vscode';

/** `search`: a strategy, or `hddr` with a list reducer. */
export function searchWords(search: string): string | undefined {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  const snippets: readonly { readonly label: string; readonly description: string }[] =
    contributes.configuration.properties['whittle.search'].defaultSnippets;
  return snippets.find(({ label }) => label === search)?.description;
}

export function reducerWords(reducer: string): string | undefined {
  return searchWords(`hddr:${reducer}`);
}
