/** The workers of a cluster, as the setting and a task give them. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ClusterChoice } from '../../cluster/terms';
import { type OracleCommand, fixedText } from '../../oracle/processes/command';
import { settingsFor, type ClusterWords } from '../window/settings';
import { type VariableContext, contextOf, resolved } from './variables';
import { Problem, settingButton } from '../window/buttons';

const clusterProblem = (message: string) => new Problem(message, settingButton('whittle.cluster'));

/** Throws `Problem` and `UnknownVariable`. */
export function clusterFrom({ redis, oracle }: ClusterWords, context: VariableContext): ClusterChoice {
  if (!redis) {
    throw clusterProblem(l10n.t('The address of Redis is not set: add it to the setting {0}.', 'whittle.cluster'));
  }
  if (!oracle) {
    throw clusterProblem(l10n.t('No command is set for the workers: add "oracle" to the "cluster".'));
  }
  if (hasPlainPassword(redis)) {
    throw clusterProblem(
      l10n.t(
        'The settings contain the password of Redis, where others can read it: remove it from {0}, and run Whittle: Set Redis Password.',
        'whittle.cluster',
      ),
    );
  }
  return { redis: addressOf(redis, context), oracle: resolved(oracle, context) };
}

/** Not in a variable. */
function hasPlainPassword(redis: string): boolean {
  const [, password = ''] = /^\w+:\/\/[^:@/]*:(.*)@/s.exec(redis.replace(/\$\{[^}]*\}/g, '')) ?? [];
  return password !== '';
}

/** The password of a variable is escaped as addresses need it. */
function addressOf(redis: string, context: VariableContext): string {
  const [, scheme = '', user = '', place] = /^(?:(\w+:\/\/)([^@]*@))?(.*)$/s.exec(redis)!;
  const filled = user.replace(/\$\{[^}]*\}/g, (variable) => encodeURIComponent(resolved(variable, context)));
  return `${scheme}${filled}${resolved(place, context)}`;
}

/** Undefined if the address is invalid. `context`: of its variables, if it has some. */
function urlOf(redis: string, context?: VariableContext): URL | undefined {
  try {
    return new URL(context ? addressOf(redis, context) : redis);
  } catch {
    return undefined;
  }
}

/** User, host and port; undefined if the address has a password or is invalid. */
export function placeOf(redis: string, context?: VariableContext): string | undefined {
  const { username, password, host } = urlOf(redis, context) ?? {};
  return host && !password ? `${username && `${username}@`}${host}` : undefined;
}

/** Host and port, for menus; undefined if the address is invalid. */
export function hostOf(redis: string, context: VariableContext): string | undefined {
  return urlOf(redis, context)?.host || undefined;
}

/** `redis`: an address without a password. */
export function withPassword(redis: string, password: string): string {
  return Object.assign(new URL(redis), { password: encodeURIComponent(password) }).href;
}

export function named(oracle: string): OracleCommand {
  return { invocation: { named: oracle }, cwd: fixedText('.') };
}

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

/** Asks for the password of the setting's Redis; an empty one is deleted. Throws `Problem` and `UnknownVariable`. */
export async function setRedisPassword(document: vscode.Uri | undefined): Promise<void> {
  const { redis } = settingsFor(document).cluster;
  const place = redis && placeOf(redis, contextOf(document ?? vscode.Uri.file('/'), undefined));
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
