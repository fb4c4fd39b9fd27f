/** Calls of agents: what is asked before one begins, where its files may be, and its oracle. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Answer, CommonArguments } from '../../agents/tools';
import { braces, fixedText, template, userPath } from '../../oracle/processes/command';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import type { Controller } from '../controller';
import type { ChosenOracle } from '../oracles/taskOracle';

/** A call with good arguments. */
interface Call {
  /** `Reducing crash.js` */
  readonly doing: string;
  /** Asked before anything runs, with a warning and the command that it is about. */
  readonly question: string;
  readonly warning: string;
  readonly command?: string;
  /** Throws `Problem`, `RunFailed` and `CancellationError`. */
  run(token: vscode.CancellationToken): Promise<Answer>;
}

/** Where it starts, and the name of the file. A test needs no line. */
interface Command {
  readonly cwd: string;
  readonly name: string;
  readonly command?: string;
}

/** Checks the arguments, and starts nothing. Throws `ToolError`. */
export type Caller = (controller: Controller, input: unknown) => Promise<Call>;

/** Folders of the workspace that are on disk. */
export function rootsOfWindow(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw new Error('No folder is open: open the folder of the file.');
  return folders.map(({ uri }) => uri.fsPath);
}

export function warningOf({ cwd, name }: Command): string {
  return l10n.t('Whittle runs this command in {0} tens or hundreds of times, on copies of {1}:', cwd, name);
}

/** As in the terminal: `{}` is the candidate, and nothing else is replaced. The file itself is never changed. */
export function oracleOf({ test, ...given }: CommonArguments, { cwd, name, command }: Command): ChosenOracle {
  const place = test ? overlay.name : (given.place ?? copy.name);
  const line = command === undefined ? fixedText('') : template(command, braces);
  return {
    oracle: { invocation: { line }, cwd: userPath(cwd) },
    overrides: { ...given, test, place },
    recipe: { label: l10n.t('reduce {0}', name), command: command ?? '', cwd, place, test },
  };
}
