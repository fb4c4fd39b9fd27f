/** What package.json says of the values of a setting, which VS Code has put into the language of the window. */
import * as vscode from 'vscode';

interface Choices {
  readonly enum: readonly string[];
  readonly enumDescriptions: readonly string[];
}

/** Undefined of a value that the setting does not have. */
export function choiceWords(setting: 'reducer' | 'strategy', value: string): string | undefined {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  const { enum: values, enumDescriptions }: Choices = contributes.configuration.properties[`whittle.${setting}`];
  return enumDescriptions[values.indexOf(value)];
}
