/** The settings, typed. Their defaults are in package.json, which `npm run manifest` writes from the table of options. */
import * as vscode from 'vscode';
import { OptionError, valueOf } from '../../options/kinds';
import { rowsOf, type AnyRow, type Settled } from '../../options/values';

/** Workers of a cluster, with variables. A task may leave out the parts that the setting has. */
export interface ClusterWords {
  /** An address of Redis. */
  readonly redis?: string;
  readonly oracle?: string;
}

/** Settings that have no usual value are undefined if they are not set. */
export function settingsFor(scope: vscode.Uri | undefined): Settled<'setting'> & { readonly cluster: ClusterWords } {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  const values = rowsOf('setting').map(([name, row]) => [name, read(name, row, configuration.get(name))]);
  return {
    ...(Object.fromEntries(values) as Settled<'setting'>),
    cluster: configuration.get<ClusterWords>('cluster')!,
  };
}

/** A wrong one is as if it were not set: the editor of settings underlines it. */
function read(name: string, row: AnyRow, given: unknown): unknown {
  if (given === undefined || given === null) return row.usual;
  try {
    return valueOf(name, row, given);
  } catch (error) {
    if (error instanceof OptionError) return row.usual;
    throw error;
  }
}
