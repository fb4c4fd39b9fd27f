/** The address by which runs find their workers. It is hidden from tests, as it may hold a password. */
import { readFileSync } from 'node:fs';
import { platform } from '../oracle/platform/platform';
import { options } from '../options/options';
import { JobError } from '../reduction/jobError';

/** After the command line was read: neither the environment nor the arguments of this process tell the address any more. */
export function hideAddress(): void {
  const variable = options.redis.env!;
  platform.hide(variable);
  delete process.env[variable];
  // Lists of processes show it in place of the arguments.
  if (process.argv.some((word) => /rediss?:\/\/[^/]*@/.test(word))) process.title = 'whittle';
}

/** Throws `JobError`. */
export function requiredRedis(url: string | undefined): string {
  if (url?.startsWith('file:')) return firstLine(url.slice('file:'.length));
  if (url) return url;
  throw new JobError('The address of Redis is missing: set --redis redis://HOST:PORT, or the variable WHITTLE_REDIS.');
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0].trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new JobError(`${path} cannot be read (${code}): write the address of Redis into its first line.`);
  }
}
