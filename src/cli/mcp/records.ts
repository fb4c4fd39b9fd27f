/**
 * Records of runs of agents, so that the same call continues where an earlier one has ended: journals in the state directory, which are
 * removed after a day. A call with other limits is the same call; with another input it is not.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import type { Call, OwnResults } from '../../agents/calls';
import { attempt, isDirectory, privately } from '../../oracle/platform/files';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import type { JournalPlace } from '../../reduction/job';
import { digest } from '../../text/encoding';

export type Record = JournalPlace | undefined;

const oldestMs = 24 * 3600 * 1000;

export function tokenOf({ tool, given, inputs, directory }: Call): string {
  // With other limits it is the same call.
  const rest = { ...given, maxTime: undefined, maxTests: undefined, timeout: undefined, jobs: undefined };
  const states = inputs.map((path) => [path, stateOf(path)]);
  return digest(JSON.stringify([version, tool.name, rest, directory, states])).slice(0, 10);
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

/** Results that runs with this token have written, by their digests: a later server knows them again. */
export function ownResults(token: string): OwnResults {
  const path = () => recordFor(token)!.file.replace(/jsonl$/, 'written');
  const known = () => attempt(() => readFileSync(path(), 'utf8').split('\n'), []);
  return {
    has: (bytes) => known().includes(digest(bytes)),
    add: (bytes) => attempt(() => appendFileSync(path(), `${digest(bytes)}\n`, { mode: privately.file }), undefined),
  };
}

export function forgetRecord(record: Record): void {
  if (record) rmSync(record.file, { force: true });
}

/** Sizes and times of the files: they change with the content. */
function stateOf(path: string): unknown {
  return attempt(() => {
    const names = isDirectory(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : ['.'];
    const own = names.filter((name) => !name.includes('node_modules'));
    return own.map((name) => {
      const { size, mtimeMs } = statSync(join(path, name));
      return [name, size, mtimeMs];
    });
  }, undefined);
}
