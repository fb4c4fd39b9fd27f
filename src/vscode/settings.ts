/** The settings, typed. */
import * as vscode from 'vscode';
import { defaultOptions } from '../reducers/options';
import type { ReducerOptions } from '../reducers/options';
import { defaultReducer } from '../reducers/registry';
import { defaultCommitRule, defaultLoop } from '../reduction/loops';
import { defaultStrategy } from '../strategies/registry';

export interface Settings {
  readonly reducer: string;
  readonly strategy: string;
  readonly options: ReducerOptions;
  readonly loop: string;
  readonly commit: string;
  /** Tests run at once. */
  readonly jobs: number;
  /** ms; undefined means measured. */
  readonly timeoutMs: number | undefined;
  /** 0…1. */
  readonly fadedOpacity: number;
}

export function settingsFor(scope: vscode.Uri | undefined): Settings {
  const values = vscode.workspace.getConfiguration('whittle', scope);
  return {
    reducer: values.get('reducer', defaultReducer.name),
    strategy: values.get('strategy', defaultStrategy.name),
    options: {
      p0: values.get('p0', defaultOptions.p0),
      seed: values.get('seed', defaultOptions.seed),
      order: values.get('order', defaultOptions.order),
    },
    loop: values.get('loop', defaultLoop.name),
    commit: values.get('commit', defaultCommitRule.name),
    jobs: Math.max(1, values.get('jobs', 1)),
    timeoutMs: values.get('timeout', 0) || undefined,
    fadedOpacity: values.get('fadedOpacity', 0.4),
  };
}
