/**
 * The rights that a user of Redis needs, tried before anything else: a command that is refused later would be one of many in the middle of
 * a run. docs/cluster.md lists them.
 */
import type { Redis } from './redis';
import { prefix } from './terms';

/** Never written: the commands below change nothing. */
const key = `${prefix}:rights`;

/** All commands that we and BullMQ's scripts run, in a form that does nothing. */
const harmless: readonly (readonly string[])[] = [
  ...'get del strlen pttl llen smembers scard hgetall zcard persist rpop zpopmin exists mget'
    .split(' ')
    .map((name) => [name, key]),
  ...'hget hexists hdel srem zrem zscore hmget pexpire'.split(' ').map((name) => [name, key, '1']),
  ['set', key, '', 'PX', '1', 'XX'],
  ['rpoplpush', key, key],
  ['lrange', key, '0', '0'],
  ['lindex', key, '0'],
  ['lrem', key, '0', ''],
  ['lpos', key, ''],
  ['ltrim', key, '0', '0'],
  ['zrange', key, '0', '0'],
  ['zrangebyscore', key, '0', '0'],
  ['zrevrangebyscore', key, '0', '0'],
  ['zcount', key, '0', '0'],
  ['zremrangebyrank', key, '0', '0'],
  ['xtrim', key, 'MAXLEN', '0'],
  ['publish', key, ''],
  ['eval', 'return 0', '0'],
];

/** Throws the error of Redis for the first command that it does not allow. */
export async function requireRights(redis: Redis): Promise<void> {
  const answers = await redis.pipeline(harmless.map((words) => [...words])).exec();
  const refused = answers?.find(([error]) => error?.message.includes('NOPERM'));
  if (refused) throw refused[0]!;
}
