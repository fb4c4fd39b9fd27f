/** The workers of the setting `whittle.cluster` as an oracle. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { VerdictRule } from '../../oracle/judging/rule';
import { settingsFor } from '../window/settings';
import { clusterFrom, hostOf, named } from './clusterWords';
import { byItsEnd } from './taskOracle';
import type { ChosenOracle } from './taskOracle';
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

/** What a menu says of them; undefined if the setting names none. */
export function workersLabel(document: vscode.Uri): string | undefined {
  const words = settingsFor(document).cluster;
  if (!words.redis || !words.oracle) return undefined;
  const host = hostOf(words.redis, contextOf(document, undefined));
  return host ? l10n.t('{0} on the workers of {1}', words.oracle, host) : l10n.t('{0} on the workers', words.oracle);
}
