/** The settings, typed. Their defaults are in package.json, which `npm run manifest` writes from the table of options. */
import * as vscode from 'vscode';
import { attempt } from '../../oracle/platform/files';
import { valueOf } from '../../options/kinds';
import { rowsOf, type Settled } from '../../options/values';

/** Workers of a cluster, with variables. A task may leave out the parts that the setting has. */
export interface ClusterWords {
  /** An address of Redis. */
  readonly redis?: string;
  readonly oracle?: string;
}

/** Settings that have no usual value are undefined if they are not set. */
export function settingsFor(scope: vscode.Uri | undefined): Settled<'setting'> & { readonly cluster: ClusterWords } {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  const values = rowsOf('setting').map(([name, row]) => {
    // A wrong one is as if it were not set: the editor of settings underlines it.
    return [name, attempt(() => valueOf(name, row, configuration.get(name)), row.usual)];
  });
  return {
    ...(Object.fromEntries(values) as Settled<'setting'>),
    cluster: configuration.get<ClusterWords>('cluster')!,
  };
}
