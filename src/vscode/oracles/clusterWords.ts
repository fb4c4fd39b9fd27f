/** The workers of a cluster, as setting and task name them: where Redis is, and by what name they know the command. */
import * as l10n from '@vscode/l10n';
import type { ClusterChoice } from '../../cluster/asking/cluster';
import { fixedText } from '../../oracle/processes/command';
import type { OracleCommand } from '../../oracle/processes/command';
import { resolved } from './variables';
import type { VariableContext } from './variables';

/** Variables are not resolved: a task leaves out what the setting says. */
export interface ClusterWords {
  /** An address of Redis. */
  readonly redis?: string;
  readonly oracle?: string;
}

/** Something that is not said; the message is one sentence with the remedy. */
export class ClusterProblem extends Error {}

/** Throws `ClusterProblem` and `UnknownVariable`. */
export function clusterFrom({ redis, oracle }: ClusterWords, context: VariableContext): ClusterChoice {
  if (!redis) {
    throw new ClusterProblem(l10n.t('The address of Redis is not set: add it to the setting {0}.', 'whittle.cluster'));
  }
  if (!oracle) {
    throw new ClusterProblem(l10n.t('No command is set for the workers: add "oracle" to the "cluster".'));
  }
  if (hasPlainPassword(redis)) {
    throw new ClusterProblem(
      l10n.t(
        'The password of Redis stands in the settings, where others may read it: remove it from {0}, and run Whittle: Set Redis Password.',
        'whittle.cluster',
      ),
    );
  }
  return { redis: addressOf(redis, context), oracle: resolved(oracle, context) };
}

/** Not one that a variable holds. */
function hasPlainPassword(redis: string): boolean {
  const [, password = ''] = /^\w+:\/\/[^:@/]*:(.*)@/s.exec(redis.replace(/\$\{[^}]*\}/g, '')) ?? [];
  return password !== '';
}

/** User, host and port of an address without a password; undefined if it has one, or is none. */
export function placeOf(redis: string, context?: VariableContext): string | undefined {
  try {
    const { username, password, host } = new URL(context ? addressOf(redis, context) : redis);
    return host && !password ? `${username && `${username}@`}${host}` : undefined;
  } catch {
    return undefined;
  }
}

/** `redis`: an address without a password. */
export function withPassword(redis: string, password: string): string {
  const url = new URL(redis);
  return redis.replace(
    /^(\w+:\/\/)(?:[^@/]*@)?/,
    `$1${url.username}:${encodeURIComponent(password).replaceAll('$', '$$$$')}@`,
  );
}

/** A password in a variable is taken as it is: in an address some of its characters are written otherwise. */
function addressOf(redis: string, context: VariableContext): string {
  const [, scheme = '', user = '', place] = /^(?:(\w+:\/\/)([^@]*@))?(.*)$/s.exec(redis)!;
  const filled = user.replace(/\$\{[^}]*\}/g, (variable) => encodeURIComponent(resolved(variable, context)));
  return `${scheme}${filled}${resolved(place, context)}`;
}

/** For menus: host and port, without user and password; undefined if it is no address. */
export function hostOf(redis: string, context: VariableContext): string | undefined {
  try {
    return new URL(addressOf(redis, context)).host || undefined;
  } catch {
    return undefined;
  }
}

/** The command that workers know by this name. */
export function named(oracle: string): OracleCommand {
  return { invocation: { named: oracle }, cwd: fixedText('.') };
}
