/** The password of Redis: VS Code keeps it where the system keeps secrets, by the address that it is for. No file of settings has it. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ClusterChoice } from '../../cluster/asking/cluster';
import { settingsFor } from '../window/settings';
import { ClusterProblem, placeOf, withPassword } from './clusterWords';
import { contextOf } from './variableContext';

/** Set when we begin. */
let secrets: vscode.SecretStorage | undefined;

export function keepPasswordsIn(storage: vscode.SecretStorage): void {
  secrets = storage;
}

/** The choice with the password that is kept for its address. One that has a password stays as it is. */
export async function unlocked(choice: ClusterChoice | undefined): Promise<ClusterChoice | undefined> {
  const place = choice && placeOf(choice.redis);
  const password = place && (await secrets?.get(keyOf(place)));
  return password ? { ...choice, redis: withPassword(choice.redis, password) } : choice;
}

/** Asks for the password of the Redis that the setting names; an empty one is forgotten. Throws `ClusterProblem` and `UnknownVariable`. */
export async function setRedisPassword(document: vscode.Uri | undefined): Promise<void> {
  const { redis } = settingsFor(document).cluster;
  const place = redis && placeOf(redis, contextOf(document ?? vscode.Uri.file('/'), undefined));
  if (!place) {
    throw new ClusterProblem(
      l10n.t(
        'The setting {0} names no Redis without a password: write redis://HOST:PORT there first.',
        'whittle.cluster',
      ),
    );
  }
  const password = await vscode.window.showInputBox({
    title: l10n.t('Password of Redis at {0}', place),
    prompt: l10n.t('It is kept with the secrets of VS Code. Leave it empty to forget it.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (password === undefined) return;
  await (password === '' ? secrets?.delete(keyOf(place)) : secrets?.store(keyOf(place), password));
}

function keyOf(place: string): string {
  return `redis ${place}`;
}
