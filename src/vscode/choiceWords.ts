/** What package.json says of settings and their values, which VS Code has put into the language of the window. */
import * as vscode from 'vscode';

interface Property {
  readonly enum: readonly string[];
  readonly enumDescriptions: readonly string[];
  readonly description?: string;
  readonly markdownDescription?: string;
}

/** Undefined of a value that the setting does not have. */
export function choiceWords(setting: 'reducer' | 'strategy', value: string): string | undefined {
  const { enum: values, enumDescriptions } = property(setting);
  return enumDescriptions[values.indexOf(value)];
}

/** What the setting of this name is for, as plain text. */
export function settingWords(setting: string): string {
  const { description, markdownDescription = '' } = property(setting);
  return description ?? markdownDescription.replaceAll('`', '');
}

function property(setting: string): Property {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  return contributes.configuration.properties[`whittle.${setting}`];
}
