/** The settings, typed. Their defaults are in package.json, which `npm run manifest` writes. */
import * as vscode from 'vscode';
import type { Jobs } from '../../reduction/drive/workers';
import type { ClusterWords } from '../oracles/clusterWords';

export interface Settings {
  /** The text of a `SearchValue`. */
  readonly search: string;
  /** Name of a placement, or `auto`. */
  readonly place: string;
  /** Tests run at once. */
  readonly jobs: Jobs;
  /** What of it is set: variables are not resolved. */
  readonly cluster: ClusterWords;
  /** ms; undefined means measured. */
  readonly timeoutMs: number | undefined;
  /** Budget: tokens, tests, and ms; undefined means as long as there is something to try. */
  readonly targetTokens: number | undefined;
  readonly maxTests: number | undefined;
  readonly maxMs: number | undefined;
  /** The finest changes that an isolation looks at. */
  readonly isolateUnit: string;
  /** Is the candidate that is tested marked in the editor? */
  readonly showCandidate: boolean;
  readonly codeLens: boolean;
  /** 0…1. */
  readonly fadedOpacity: number;
}

export function settingsFor(scope: vscode.Uri | undefined): Settings {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  const valueOf = <T>(name: string) => configuration.get<T>(name)!;
  const limit = (name: string) => valueOf<number>(name) || undefined;
  const seconds = limit('maxTime');
  return {
    search: valueOf('search'),
    place: valueOf('place'),
    jobs: limit('jobs') ?? 'auto',
    cluster: valueOf('cluster'),
    timeoutMs: limit('timeout'),
    targetTokens: limit('targetSize'),
    maxTests: limit('maxTests'),
    maxMs: seconds && 1000 * seconds,
    isolateUnit: valueOf('isolateUnit'),
    showCandidate: valueOf('showCandidate'),
    codeLens: valueOf('codeLens'),
    fadedOpacity: valueOf('fadedOpacity'),
  };
}
