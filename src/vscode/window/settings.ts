/** The settings, typed. Their defaults are in package.json, which `npm run manifest` writes. */
import * as vscode from 'vscode';
import type { Jobs } from '../../reduction/drive/loops';

/** Workers of a cluster, with variables. A task may leave out the parts that the setting has. */
export interface ClusterWords {
  /** An address of Redis. */
  readonly redis?: string;
  readonly oracle?: string;
}

/** A limit that is undefined does not apply; an undefined time-out is measured. */
export function settingsFor(scope: vscode.Uri | undefined) {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  const valueOf = <T>(name: string) => configuration.get<T>(name)!;
  const limit = (name: string) => valueOf<number>(name) || undefined;
  const seconds = limit('maxTime');
  const megabytes = limit('memory');
  return {
    /** The text of a `SearchValue`. */
    search: valueOf<string>('search'),
    /** Name of a placement, or `auto`. */
    place: valueOf<string>('place'),
    jobs: (limit('jobs') ?? 'auto') as Jobs,
    cluster: valueOf<ClusterWords>('cluster'),
    timeoutMs: limit('timeout'),
    memoryBytes: megabytes && 2 ** 20 * megabytes,
    protect: valueOf<boolean>('protect'),
    targetTokens: limit('targetSize'),
    maxTests: limit('maxTests'),
    maxMs: seconds && 1000 * seconds,
    /** May a test runner go on from one candidate to the next? */
    warm: valueOf<boolean>('warm'),
    isolateUnit: valueOf<string>('isolateUnit'),
    /** 0…1. */
    fadedOpacity: valueOf<number>('fadedOpacity'),
  };
}
