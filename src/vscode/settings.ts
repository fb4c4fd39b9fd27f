/** The settings, typed. */
import * as vscode from 'vscode';
import { optionsFrom } from '../reduction/options';
import type { ChosenOptions } from '../reduction/options';
import { defaultReducer } from '../reducers/registry';
import type { Jobs } from '../reduction/drive/workers';
import { defaultCommitRule, defaultLoop } from '../reduction/drive/loops';
import { defaultUnit } from '../strategies/isolation';
import { defaultStrategy } from '../strategies/registry';
import { defaultFilter } from '../syntax/filterChoices';
import type { ClusterWords } from './oracles/clusterWords';
import { automatic } from './oracles/placements';

export interface Settings {
  readonly reducer: string;
  readonly strategy: string;
  readonly options: Partial<ChosenOptions>;
  readonly loop: string;
  readonly commit: string;
  readonly filter: string;
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
  const values = vscode.workspace.getConfiguration('whittle', scope);
  return {
    reducer: values.get('reducer', defaultReducer.name),
    strategy: values.get('strategy', defaultStrategy.name),
    options: optionsFrom((name) => values.get(name)),
    loop: values.get('loop', defaultLoop.name),
    commit: values.get('commit', defaultCommitRule.name),
    filter: values.get<string>('filter', defaultFilter),
    place: values.get<string>('place', automatic.name),
    jobs: values.get('jobs', 0) || 'auto',
    cluster: values.get<ClusterWords>('cluster', {}),
    timeoutMs: values.get('timeout', 0) || undefined,
    targetTokens: values.get('targetSize', 0) || undefined,
    maxTests: values.get('maxTests', 0) || undefined,
    maxMs: 1000 * values.get('maxTime', 0) || undefined,
    isolateUnit: values.get<string>('isolateUnit', defaultUnit),
    showCandidate: values.get('showCandidate', true),
    codeLens: values.get('codeLens', true),
    fadedOpacity: values.get('fadedOpacity', 0.4),
  };
}
