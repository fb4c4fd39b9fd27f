/** The settings, typed. */
import * as vscode from 'vscode';
import { optionsFrom } from '../reduction/options';
import type { ChosenOptions } from '../reduction/options';
import { defaultReducer } from '../reducers/registry';
import { defaultCommitRule, defaultLoop } from '../reduction/loops';
import { defaultUnit } from '../strategies/isolation';
import { defaultStrategy } from '../strategies/registry';
import { defaultFilter } from '../syntax/filter';

export interface Settings {
  readonly reducer: string;
  readonly strategy: string;
  readonly options: Partial<ChosenOptions>;
  readonly loop: string;
  readonly commit: string;
  readonly filter: string;
  /** Tests run at once. */
  readonly jobs: number;
  /** ms; undefined means measured. */
  readonly timeoutMs: number | undefined;
  /** The finest changes that an isolation looks at. */
  readonly isolateUnit: string;
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
    jobs: Math.max(1, values.get('jobs', 1)),
    timeoutMs: values.get('timeout', 0) || undefined,
    isolateUnit: values.get<string>('isolateUnit', defaultUnit),
    fadedOpacity: values.get('fadedOpacity', 0.4),
  };
}
