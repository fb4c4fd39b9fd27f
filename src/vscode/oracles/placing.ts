/** Where the candidates of a document go: the placement that was chosen, or the one that suits the file and its commands. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { namesCandidate, type OracleCommand } from '../../oracle/processes/command';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import { restoreAbandoned } from '../../oracle/places/inPlace/restore';
import type { Testing } from '../../reduction/job';
import { automatic, folderRuns } from './placements';

/** Undefined if it is not on this disk. */
export function fileOf({ uri }: vscode.TextDocument): string | undefined {
  return uri.scheme === 'file' ? uri.fsPath : undefined;
}

/** What a job says of it. Without a file only `copy` can serve, and others say so. */
export function placing(
  document: vscode.TextDocument,
  commands: readonly OracleCommand[],
  choice: string,
): Pick<Testing, 'root' | 'place'> {
  const { uri } = document;
  const file = fileOf(document);
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (choice !== automatic.name) return { root, place: choice };
  const inCompany =
    file !== undefined &&
    root !== undefined &&
    commands.some((oracle) => !namesCandidate(oracle) && folderRuns(root, oracle));
  return { root, place: (inCompany ? overlay : copy).name };
}

/**
 * What a run has left in place whose process was killed goes; the user is told. At activation and before every run, not when VS
 * Code starts: nothing of us is loaded before it is needed. Returns the files.
 */
export function restoreFiles(): string[] {
  const restored = restoreAbandoned();
  for (const { path, problem } of restored) {
    const message = problem ?? l10n.t('A killed run had left {0} changed. Whittle restored the original.', path);
    void vscode.window.showWarningMessage(message);
  }
  return restored.map(({ path }) => path);
}
