/**
 * Records of runs of agents, so that the same call continues where an earlier one has ended: journals in the state directory, which are
 * removed after a day. A call with other limits is the same call; with another input it is not.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../oracle/platform/files';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import type { JournalPlace } from '../../reduction/job';

export type Record = JournalPlace | undefined;

const oldestMs = 24 * 3600 * 1000;

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
