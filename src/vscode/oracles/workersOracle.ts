/** The workers of the setting `whittle.cluster` as an oracle. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { VerdictRule } from '../../oracle/judging/rule';
import { settingsFor } from '../window/settings';
import { clusterFrom, hostOf, named } from './clusterWords';
import { byItsEnd, type ChosenOracle } from './taskOracle';
import { contextOf } from './variableContext';

/** `oracle`: the name of the command, if it is not that of the setting. Throws `ClusterProblem` and `UnknownVariable`. */
export function workersOracle(document: vscode.Uri, oracle?: string, rule?: VerdictRule): ChosenOracle {
  const words = settingsFor(document).cluster;
  const cluster = clusterFrom({ ...words, ...(oracle && { oracle }) }, contextOf(document, undefined));
  const label = l10n.t('reduce {0}', vscode.workspace.asRelativePath(document));
  return {
    oracle: named(cluster.oracle),
    overrides: { ...byItsEnd, ...(rule && { rule }), cluster },
    recipe: { label, command: cluster.oracle, onWorkers: true },
  };
}

/** For menus; undefined if the setting has no workers. */
export function workersLabel(document: vscode.Uri): string | undefined {
  const { redis, oracle } = settingsFor(document).cluster;
  if (!redis || !oracle) return undefined;
  const host = hostOf(redis, contextOf(document, undefined));
  return host ? l10n.t('{0} on the workers of {1}', oracle, host) : l10n.t('{0} on the workers', oracle);
}
