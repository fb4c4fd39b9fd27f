/** Which commands the suites have run: loaded before them. */
import * as vscode from 'vscode';

export const executed = new Set<string>();

const commands = vscode.commands as { executeCommand: (name: string, ...args: unknown[]) => Thenable<unknown> };
const { executeCommand } = commands;
commands.executeCommand = (name, ...args) => {
  executed.add(name);
  return executeCommand(name, ...args);
};
