/** The password of Redis, in the secret storage of VS Code, one for each address. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ClusterChoice } from '../../cluster/asking/choice';
import { settingsFor } from '../window/settings';
import { ClusterProblem, placeOf, withPassword } from './clusterWords';
import { contextOf } from './variableContext';

/** Set at activation. */
let secrets: vscode.SecretStorage | undefined;

export function keepPasswordsIn(storage: vscode.SecretStorage): void {
  secrets = storage;
}

/** The choice with the stored password of its address; one that has a password stays as it is. */
export async function unlocked(choice: ClusterChoice | undefined): Promise<ClusterChoice | undefined> {
  const place = choice && placeOf(choice.redis);
  const password = place && (await secrets?.get(keyOf(place)));
  return password ? { ...choice, redis: withPassword(choice.redis, password) } : choice;
}

/** Asks for the password of the setting's Redis; an empty one is deleted. Throws `ClusterProblem` and `UnknownVariable`. */
export async function setRedisPassword(document: vscode.Uri | undefined): Promise<void> {
  const { redis } = settingsFor(document).cluster;
  const place = redis && placeOf(redis, contextOf(document ?? vscode.Uri.file('/'), undefined));
  if (!place) {
    throw new ClusterProblem(
      l10n.t(
        'The setting {0} has no address of Redis without a password: set it to redis://HOST:PORT first.',
        'whittle.cluster',
      ),
    );
  }
  const password = await vscode.window.showInputBox({
    title: l10n.t('Password of Redis at {0}', place),
    prompt: l10n.t('VS Code stores it with its secrets. Leave it empty to delete it.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (password === undefined) return;
  await (password === '' ? secrets?.delete(keyOf(place)) : secrets?.store(keyOf(place), password));
}

function keyOf(place: string): string {
  return `redis ${place}`;
}
