/** Where Redis is, and the errors if it cannot be used. */
import * as l10n from '@vscode/l10n';
import { isIP } from 'node:net';
import { cleanLine } from './received';
import { Redis } from './redis';
import { requireRights } from './rights';

/** The message is one sentence with the remedy. */
export class ClusterError extends Error {}

export type Address = ReturnType<typeof addressOf>;

/** `redis://[USER:]PASSWORD@HOST:PORT/DATABASE`, or `rediss:` with TLS. Throws `ClusterError`. */
export function addressOf(url: string) {
  const { protocol, hostname, port, username, password, pathname } = parsed(url);
  const db = Number(pathname.slice(1) || '0');
  if (!/^rediss?:$/.test(protocol) || !hostname || !Number.isInteger(db)) throw notAnAddress(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  let over = false;
  return {
    /** For messages: host and port, never the password. */
    told: `${hostname}:${port || '6379'}`,
    /** No more reconnections, so that this process can end without Redis. */
    letGo: () => void (over = true),
    /** As ioredis and BullMQ take it. */
    options: {
      host,
      port: Number(port || '6379'),
      db,
      username: username ? decodeURIComponent(username) : undefined,
      password: password ? decodeURIComponent(password) : undefined,
      tls: protocol === 'rediss:' ? (isIP(host) ? {} : { servername: host }) : undefined,
      // Commands wait for Redis; `Patience` decides for how long.
      maxRetriesPerRequest: null,
      // Both would ask INFO, to which a user may have no right.
      enableReadyCheck: false,
      skipVersionCheck: true,
      // Redis still reads its data from the disk: try again.
      reconnectOnError: ({ message }: Error) => (message.startsWith('LOADING') ? (2 as const) : false),
      retryStrategy: (times: number) => (over ? null : Math.min(100 * times, 1000)),
    },
  };
}

function parsed(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw notAnAddress(url);
  }
}

function notAnAddress(url: string): ClusterError {
  return new ClusterError(
    l10n.t(
      '"{0}" is not an address of Redis: write redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, or rediss:// for TLS.',
      url.replace(/^.*@/, '…@'),
    ),
  );
}

/** Tries the address once. Throws `ClusterError` if there is no answer, the password is wrong or a right is missing. */
export async function tryAddress({ options, told }: Address): Promise<void> {
  const redis = new Redis({ ...options, lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null });
  let problem: Error | undefined;
  redis.on('error', (error: Error) => (problem = error));
  try {
    await redis.connect();
    await redis.ping();
    await requireRights(redis);
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    throw new ClusterError(whyNot(told, (problem ?? (error as Error)).message));
  } finally {
    redis.disconnect();
  }
}

/** A refusal by Redis itself as one sentence with the remedy; other errors as they are. */
export function redisProblem(error: unknown, { told }: Pick<Address, 'told'>): unknown {
  if (!(error instanceof Error) || error instanceof ClusterError) return error;
  const [, refusal] = /\b(OOM|NOPERM|MISCONF|READONLY|WRONGTYPE)\b/.exec(error.message) ?? [];
  if (refusal === undefined) return error;
  return new ClusterError(whyRefused(refusal, told, error.message));
}

function whyRefused(refusal: string, told: string, message: string): string {
  if (refusal === 'OOM') {
    return l10n.t('Redis at {0} is full: give it more memory (maxmemory), or start one for Whittle alone.', told);
  }
  if (refusal === 'NOPERM') {
    return l10n.t(
      'Redis at {0} denies a right that Whittle needs ({1}): give the user the rights in docs/cluster.md.',
      told,
      cleanLine(message, 200),
    );
  }
  return l10n.t('Redis at {0} refuses to work ({1}): look at its log.', told, cleanLine(message, 200));
}

function whyNot(told: string, message: string): string {
  if (/WRONGPASS|NOAUTH|invalid password/i.test(message)) {
    return l10n.t(
      'Redis at {0} refuses the password: put the right one into its address (redis://:PASSWORD@HOST:PORT), or in VS Code run Whittle: Set Redis Password.',
      told,
    );
  }
  const problem = redisProblem(new Error(message), { told });
  if (problem instanceof ClusterError) return problem.message;
  return l10n.t('Redis at {0} cannot be reached ({1}): start it, or correct its address.', told, message);
}

/** A connection that stays, and comes back by itself. */
export function connected({ options }: Address): Redis {
  const redis = new Redis(options);
  redis.on('error', () => {});
  return redis;
}
