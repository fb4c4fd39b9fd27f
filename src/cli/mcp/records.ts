/**
 * Records of runs of agents, so that the same call continues where an earlier one has ended: journals in the state directory, which are
 * removed after a day. A call with other limits is the same call; with another input it is not.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import type { Call } from '../../agents/calls';
import { attempt } from '../../oracle/platform/files';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import type { JournalPlace } from '../../reduction/job';

export type Record = JournalPlace | undefined;

const oldestMs = 24 * 3600 * 1000;

export function tokenOf({ tool, given, file, passing, directory, isFolder }: Call): string {
  // With other limits it is the same call.
  const rest = { ...given, maxTime: undefined, maxTests: undefined, jobs: undefined };
  const inputs = [file, ...(passing === undefined ? [] : [passing])].map((path) => [path, stateOf(path, isFolder)]);
  const all = JSON.stringify([version, tool.name, rest, directory, inputs]);
  return createHash('sha256').update(all).digest('hex').slice(0, 10);
}

/** Undefined if none can be kept. */
export function recordFor(token: string): Record {
  return attempt(() => {
    const directory = join(stateDirectory(), 'agents');
    makeStateDirectory(directory);
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (statSync(path).mtimeMs < Date.now() - oldestMs) rmSync(path, { force: true });
    }
    return { file: join(directory, `${token}.jsonl`), optional: true };
  }, undefined);
}

export function forgetRecord(record: Record): void {
  if (record) rmSync(record.file, { force: true });
}

/** Changes with the content. */
function stateOf(path: string, isFolder: boolean): string {
  return attempt(() => {
    if (!isFolder) return createHash('sha256').update(readFileSync(path)).digest('hex');
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.includes('node_modules'),
    );
    const states = names.map((name) => {
      const { size, mtimeMs } = statSync(join(path, name));
      return [name, size, mtimeMs];
    });
    return createHash('sha256').update(JSON.stringify(states)).digest('hex');
  }, '');
}
