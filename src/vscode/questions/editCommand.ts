/** *Edit Command…*, the remedy where a command does not show the bug: asks for another one, and starts again with it. */
import { relative } from 'node:path';
import * as vscode from 'vscode';
import { realPath } from '../../oracle/places/roots';
import { shellText } from '../../runners/recognise';
import { askForCommand, typedChoice } from '../oracles/oracleChoice';
import type { Recipe } from '../oracles/recipe';
import type { ChosenOracle } from '../oracles/taskOracle';

/** Starts with what was chosen, whose command can be edited if it fails. */
export function startEditable<R>(
  chosen: ChosenOracle,
  document: vscode.Uri,
  memory: vscode.Memento,
  start: (chosen: ChosenOracle) => Promise<R>,
): Promise<R> {
  const { recipe } = chosen;
  if (!recipe || recipe.onWorkers) return start(chosen);
  const edit = async () => {
    const line = await askForCommand(lineOf(recipe, document), document);
    if (line === undefined) return;
    await startEditable(await typedChoice(line, document, memory), document, memory, start);
  };
  return start({ ...chosen, edit });
}

/** As it is typed: for the workspace folder. */
function lineOf({ command, cwd }: Recipe, document: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri.fsPath;
  const inside = folder && cwd ? relative(realPath(folder), realPath(cwd)) : '';
  return inside ? `cd ${shellText([inside])} && ${command}` : command;
}
