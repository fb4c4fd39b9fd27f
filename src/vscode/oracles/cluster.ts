/** The workers of a cluster, as the setting and a task give them. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ClusterChoice } from '../../cluster/terms';
import { attempt } from '../../oracle/platform/files';
import { settingsFor, type ClusterWords } from '../window/settings';
import { type Variables, resolved, variablesFor } from './variables';
import { Problem, settingButton } from '../window/problems';

const clusterProblem = (message: string) => new Problem(message, settingButton('whittle.cluster'));

/** Throws `Problem`. */
export function clusterFrom({ redis, oracle }: ClusterWords, variables: Variables): ClusterChoice {
  if (!redis || !oracle) {
    const missing = redis ? 'oracle' : 'redis';
    throw clusterProblem(l10n.t('"{0}" is not set: add it to the setting {1}.', missing, 'whittle.cluster'));
  }
  // Not in a variable.
  if (/^\w+:\/\/[^:@/]*:.+@/s.test(redis.replace(/\$\{[^}]*\}/g, ''))) {
    throw clusterProblem(
      l10n.t(
        'The settings contain the password of Redis, where others can read it: remove it from {0}, and run Whittle: Set Redis Password.',
        'whittle.cluster',
      ),
    );
  }
  return { redis: addressOf(redis, variables), oracle: resolved(oracle, variables) };
}

/** The password of a variable is escaped as addresses need it. */
function addressOf(redis: string, variables: Variables): string {
  const [, scheme = '', user = '', place] = /^(?:(\w+:\/\/)([^@]*@))?(.*)$/s.exec(redis)!;
  const filled = user.replace(/\$\{[^}]*\}/g, (variable) => encodeURIComponent(resolved(variable, variables)));
  return `${scheme}${filled}${resolved(place, variables)}`;
}

/** User, host and port; undefined if the address has a password or is invalid. `variables`: its own, if it has some. */
export function placeOf(redis: string, variables?: Variables): string | undefined {
  return attempt(() => {
    const { username, password, host } = new URL(variables ? addressOf(redis, variables) : redis);
    return host && !password ? `${username && `${username}@`}${host}` : undefined;
  }, undefined);
}

/** `redis`: an address without a password. */
export function withPassword(redis: string, password: string): string {
  return Object.assign(new URL(redis), { password: encodeURIComponent(password) }).href;
}

/** Set at activation. */
let secrets: vscode.SecretStorage | undefined;

export function keepPasswordsIn(storage: vscode.SecretStorage): void {
  secrets = storage;
}

/** The address with the password that is stored for it; one that has a password stays as it is. */
export async function unlocked(redis: string): Promise<string> {
  const place = placeOf(redis);
  const password = place && (await secrets?.get(keyOf(place)));
  return password ? withPassword(redis, password) : redis;
}

/** Asks for the password of the setting's Redis; an empty one is deleted. Throws `Problem`. */
export async function setRedisPassword(document: vscode.Uri | undefined): Promise<void> {
  const { redis } = settingsFor(document).cluster;
  const place = redis && placeOf(redis, variablesFor(document ?? vscode.Uri.file('/')));
  if (!place) {
    throw clusterProblem(
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
