/** `--redis`: where the workers of a cluster are found. What it says stays with us: tests could read it, and it may hold a password. */
import { Option } from 'commander';
import { readFileSync } from 'node:fs';
import { platform } from '../../oracle/platform/platform';
import { JobError } from '../../reduction/jobError';

const variable = 'WHITTLE_REDIS';

export function redisOption(): Option {
  return new Option(
    '--redis <url>',
    'Redis that workers share: redis://HOST:PORT, redis://:PASSWORD@HOST:PORT, rediss:// for TLS, or file:PATH, whose first line says it',
  ).env(variable);
}

/** After the command line was read: neither the environment nor the arguments of this process tell the address any more. */
export function hideAddress(): void {
  platform.hide(variable);
  delete process.env[variable];
  // It takes the place of the arguments, for all who list processes.
  if (process.argv.some((word) => /rediss?:\/\/[^/]*@/.test(word))) process.title = 'whittle';
}

/** Throws `JobError`. */
export function requiredRedis(url: string | undefined): string {
  if (url?.startsWith('file:')) return firstLine(url.slice('file:'.length));
  if (url) return url;
  throw new JobError('Say where Redis is: --redis redis://HOST:PORT, or the variable WHITTLE_REDIS.');
}

/** Throws `JobError`. */
function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0].trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new JobError(`${path} cannot be read (${code}): write the address of Redis into its first line.`);
  }
}
