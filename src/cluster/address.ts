/** Where Redis is, and the errors if it cannot be used. */
import * as l10n from '@vscode/l10n';
import { Redis } from 'ioredis';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanLine } from './messages';
import { ClusterError, prefix } from './terms';

export type Address = ReturnType<typeof addressOf>;

/** `redis://[USER:]PASSWORD@HOST:PORT/DATABASE`, or `rediss:` with TLS. Throws `ClusterError`. */
export function addressOf(url: string) {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const db = Number(address?.pathname.slice(1) || '0');
  if (!address?.hostname || !/^rediss?:$/.test(address.protocol) || !Number.isInteger(db)) {
    throw new ClusterError(
      l10n.t(
        '"{0}" is not an address of Redis: write redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, or rediss:// for TLS.',
        url.replace(/^.*@/, '…@'),
      ),
    );
  }
  const { protocol, hostname, port, username, password } = address;
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
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      tls: protocol === 'rediss:' ? (isIP(host) ? {} : { servername: host }) : undefined,
      // Commands wait for Redis; the run decides for how long.
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

/** A connection that stays, and comes back by itself. */
export function connected({ options }: Pick<Address, 'options'>): Redis {
  return new Redis(options).on('error', () => {});
}

/** Does the last work at Redis, and waits for it only a while: without Redis, each step waits. */
export async function part(address: Address, connections: readonly Redis[], work: () => Promise<void>): Promise<void> {
  await Promise.race([work().catch(() => {}), sleep(3000)]);
  address.letGo();
  for (const redis of connections) redis.disconnect();
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
    const found = redisProblem(problem ?? error, { told }) as Error;
    if (found instanceof ClusterError) throw found;
    throw new ClusterError(
      l10n.t('Redis at {0} cannot be reached ({1}): start it, or correct its address.', told, found.message),
    );
  } finally {
    redis.disconnect();
  }
}

/** Never written: the commands below change nothing. */
const unused = `${prefix}:rights`;

/**
 * All commands that we and BullMQ's scripts run, by the words after the key with which they do nothing: one that is refused later would
 * be one of many in the middle of a run. docs/cluster.md lists them.
 */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'get del strlen pttl llen smembers scard hgetall zcard persist rpop zpopmin exists mget': [],
  'hget hexists hdel srem zrem zscore hmget pexpire': ['1'],
  'lrange ltrim zrange zrangebyscore zrevrangebyscore zcount zremrangebyrank': ['0', '0'],
  'lpos publish': [''],
  lindex: ['0'],
  lrem: ['0', ''],
  set: ['', 'PX', '1', 'XX'],
  rpoplpush: [unused],
  xtrim: ['MAXLEN', '0'],
};

/** Throws the error of Redis for the first command that it does not allow. */
async function requireRights(redis: Redis): Promise<void> {
  const commands = Object.entries(harmless).flatMap(([names, words]) =>
    names.split(' ').map((name) => [name, unused, ...words]),
  );
  const answers = await redis.pipeline([...commands, ['eval', 'return 0', '0']]).exec();
  const refused = answers?.find(([error]) => error?.message.includes('NOPERM'));
  if (refused) throw refused[0]!;
}

/** A refusal by Redis itself as one sentence with the remedy; other errors as they are. */
export function redisProblem(error: unknown, { told }: Pick<Address, 'told'>): unknown {
  if (!(error instanceof Error) || error instanceof ClusterError) return error;
  const why = refusalOf(cleanLine(error.message, 200), told);
  return why === undefined ? error : new ClusterError(why);
}

function refusalOf(message: string, told: string): string | undefined {
  if (/\bOOM\b/.test(message)) {
    return l10n.t('Redis at {0} is full: give it more memory (maxmemory), or start one for Whittle alone.', told);
  }
  if (/\bNOPERM\b/.test(message)) {
    return l10n.t(
      'Redis at {0} denies a right that Whittle needs ({1}): give the user the rights in docs/cluster.md.',
      ...[told, message],
    );
  }
  if (/WRONGPASS|NOAUTH|invalid password/i.test(message)) {
    return l10n.t(
      'Redis at {0} refuses the password: put the right one into its address (redis://:PASSWORD@HOST:PORT), or in VS Code run Whittle: Set Redis Password.',
      told,
    );
  }
  if (!/\b(MISCONF|READONLY|WRONGTYPE)\b/.test(message)) return undefined;
  return l10n.t('Redis at {0} refuses to work ({1}): look at its log.', told, message);
}
