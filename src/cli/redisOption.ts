/** `--redis`: where the workers of a cluster are found. */
import { Option } from 'commander';
import { JobError } from '../reduction/jobError';

export function redisOption(): Option {
  return new Option(
    '--redis <url>',
    'Redis that workers share: redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, or rediss:// for TLS',
  ).env('WHITTLE_REDIS');
}

/** Throws `JobError`. */
export function requiredRedis(url: string | undefined): string {
  if (url) return url;
  throw new JobError('Say where Redis is: --redis redis://HOST:PORT, or the variable WHITTLE_REDIS.');
}
