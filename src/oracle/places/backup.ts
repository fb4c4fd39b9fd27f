/**
 * The original of a file that a run writes candidates to, kept so that it comes back whatever happens to the run.
 *
 * A directory under that for the user's state holds `original` (bytes), `journal.json` (where it belongs) and `candidates` (hashes
 * of all that the run writes, each before it is written). Its name is the lock: one run at a time has a file. The original itself
 * stays beside the file under another name, where the file system can do that, and comes back by being renamed.
 */
import * as l10n from '@vscode/l10n';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeStubborn } from '../remove';
import { stateDirectory } from '../stateDirectory';
import { addLine, replaceBy, syncDirectory, syncUpwards, writeNew } from './durable';
import type { Looks } from './durable';
import { SandboxError } from './place';

export interface Journal extends Required<Looks> {
  readonly path: string;
  readonly hash: string;
  /** Name of the run root of who writes to the file. */
  readonly run: string;
  /** Names beside the file: of the next candidate, and of the original. */
  readonly draft: string;
  readonly aside: string;
}

/** Directory of all backups. */
export function backupDirectory(): string {
  return join(stateDirectory(), 'in-place');
}

/** Name of the backup of a file. */
export function backupName(path: string): string {
  return createHash('sha1').update(path).digest('hex').slice(0, 16);
}

/** Keeps the original and takes the lock: the path of the backup. Throws `SandboxError`. */
export function backUp(path: string, run: string): string {
  const all = backupDirectory();
  const name = backupName(path);
  mkdirSync(all, { recursive: true, mode: 0o700 });
  const held = holderOf(path);
  if (held) throw new SandboxError(held);
  const fresh = join(all, `new-${run}`);
  const backup = join(all, name);
  mkdirSync(fresh, { mode: 0o700 });
  let journal;
  try {
    journal = fill(fresh, path, run);
    renameLocked(fresh, backup, path);
  } catch (error) {
    removeStubborn(fresh);
    throw error;
  }
  syncUpwards(all);
  // From here on nobody else writes to it in place. Someone may have until now.
  if (hashAt(path) === journal.hash) {
    setAside(journal);
    return backup;
  }
  removeStubborn(backup);
  throw new SandboxError(l10n.t('{0} was changed just now: start again.', path));
}

/** A sentence if candidates of another run, living or not, are tested in the place of this file; without links. */
export function holderOf(path: string): string | undefined {
  const name = backupName(path);
  const backup = backups().find((entry) => entry === name || entry.startsWith(`claim-${name}-`));
  return backup && taken(path, backup);
}

/** Names of all backups. */
export function backups(): string[] {
  try {
    return readdirSync(backupDirectory());
  } catch {
    return [];
  }
}

function taken(path: string, name: string): string {
  return l10n.t(
    '{0} is being reduced in place by another run: wait for it; if there is none, its original is in {1}.',
    path,
    join(backupDirectory(), name),
  );
}

function renameLocked(from: string, to: string, path: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw new SandboxError(taken(path, basename(to)));
    }
    throw error;
  }
}

function fill(directory: string, path: string, run: string): Journal {
  const { mode, atimeMs, mtimeMs } = lstatSync(path);
  const bytes = readFileSync(path);
  const mark = `.whittle-${randomBytes(6).toString('hex')}`;
  const journal: Journal = {
    path,
    hash: hashOf(bytes),
    run,
    mode: mode & 0o7777,
    times: [atimeMs / 1000, mtimeMs / 1000],
    draft: join(dirname(path), `${mark}.draft`),
    aside: join(dirname(path), `${mark}.original`),
  };
  writeNew(join(directory, 'original'), bytes, { mode: 0o600 });
  writeNew(join(directory, 'journal.json'), Buffer.from(JSON.stringify(journal)), { mode: 0o600 });
  syncDirectory(directory);
  return journal;
}

function setAside({ path, aside }: Journal): void {
  try {
    linkSync(path, aside);
  } catch {
    // Then only its bytes, permissions and times come back.
  }
}

/** Undefined if it cannot be read: it is being made, or is none. */
export function journalOf(backup: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(join(backup, 'journal.json'), 'utf8')) as Journal;
  } catch {
    return undefined;
  }
}

/** Writes a candidate in the place of the file. */
export function writeCandidate(backup: string, { path, draft, mode }: Journal, bytes: Uint8Array): void {
  addLine(join(backup, 'candidates'), hashOf(bytes));
  replaceBy(draft, path, bytes, { mode });
}

/**
 * Puts the original back and drops the backup. What someone else has written to the file stays; then the backup is kept, and the
 * sentence says where. Also if the original cannot be put back.
 */
export function restore(backup: string, journal: Journal): string | undefined {
  const now = hashAt(journal.path);
  try {
    if (now !== undefined && now !== journal.hash && !candidatesOf(backup).has(now)) return keep(backup, journal);
    putBack(backup, journal, now);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return l10n.t(
      '{0} could not be restored ({1}): its original is {2}.',
      journal.path,
      code ?? '',
      join(backup, 'original'),
    );
  }
  removeStubborn(backup);
  return undefined;
}

function putBack(backup: string, { path, hash, draft, aside, mode, times }: Journal, now: string | undefined): void {
  if (hashAt(aside) === hash) {
    chmodSync(aside, mode);
    renameSync(aside, path);
  } else if (now !== hash) {
    replaceBy(draft, path, readFileSync(join(backup, 'original')), { mode, times });
  } else {
    chmodSync(path, mode);
    if (lstatSync(path).mtimeMs !== times[1] * 1000) utimesSync(path, ...times);
  }
  // If both were the same file, nothing was renamed.
  for (const litter of [aside, draft]) rmSync(litter, { force: true });
  syncDirectory(dirname(path));
}

/** Out of the way of the next run on this file. */
function keep(backup: string, { path, aside, draft }: Journal): string {
  const kept = join(backupDirectory(), `kept-${basename(path)}-${randomBytes(4).toString('hex')}`);
  renameSync(backup, kept);
  for (const litter of [aside, draft]) rmSync(litter, { force: true });
  return l10n.t(
    '{0} was changed while candidates were tested in its place, by the test or by someone else, and is left as it is: its original is {1}.',
    path,
    join(kept, 'original'),
  );
}

function candidatesOf(backup: string): Set<string> {
  try {
    return new Set(readFileSync(join(backup, 'candidates'), 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined if there is no such file. */
export function hashAt(path: string): string | undefined {
  try {
    return hashOf(readFileSync(path));
  } catch {
    return undefined;
  }
}
