/** A line above a file that has a result: figures and actions. */
import { testCount } from '../../reduction/events/progress';
import * as vscode from 'vscode';
import { resultScheme } from '../results/results';
import { actionsOf } from '../results/resultActions';
import { Reduction } from '../runs/kinds';
import type { Runs } from '../runs/runs';

export function registerRunLens(runs: Runs): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: ({ uri }) => lensesOf(uri, runs),
  };
  return vscode.Disposable.from(
    changed,
    runs.onDidChange((what) => what !== 'progress' && changed.fire()),
    vscode.languages.registerCodeLensProvider('*', provider),
  );
}

/** None while a run is under way: the line would move the text. */
function lensesOf(uri: vscode.Uri, runs: Runs): vscode.CodeLens[] {
  const all = runs.of(uri);
  const run = all.findLast(({ end }) => end);
  if (
    !run ||
    (run instanceof Reduction && run.isApplied) ||
    uri.scheme === resultScheme ||
    all.some(({ running }) => running)
  )
    return [];
  const title = [run.extent, testCount(run.end!.tests)].filter(Boolean).join(' · ');
  const top = new vscode.Range(0, 0, 0, 0);
  return [{ title, command: 'whittle.showPanel' }, ...actionsOf(run)].map(
    (action) => new vscode.CodeLens(top, { ...action, arguments: [uri] }),
  );
}
