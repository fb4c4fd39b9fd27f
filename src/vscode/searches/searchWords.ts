/** The sentences about searches in package.json, in the language of the window. */
import * as vscode from 'vscode';

/** The part of a setting's schema that is used here. */
interface Setting {
  readonly defaultSnippets?: readonly { readonly label: string; readonly description: string }[];
}

/** `search`: a strategy, or `hddr` with a list reducer. */
export function searchWords(search: string): string | undefined {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  const groups: readonly { readonly properties: Readonly<Record<string, Setting | undefined>> }[] =
    contributes.configuration;
  const snippets = groups.flatMap(({ properties }) => properties['whittle.search']?.defaultSnippets ?? []);
  return snippets.find(({ label }) => label === search)?.description;
}

export function reducerWords(reducer: string): string | undefined {
  return searchWords(`hddr:${reducer}`);
}
