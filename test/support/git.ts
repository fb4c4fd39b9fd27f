/** Runs git in a repository of a test, whatever the user's own settings are. */
import { execFileSync } from 'node:child_process';

const who = [
  '-c',
  'user.name=a',
  '-c',
  'user.email=a@b.example',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'core.hooksPath=',
];

/** Returns what it prints. */
export function gitIn(directory: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-C', directory, ...who, ...args], { encoding: 'utf8', env }).trim();
}
