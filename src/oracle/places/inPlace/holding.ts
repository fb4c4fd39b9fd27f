/**
 * A file whose place candidates take, one after the other. Each moves in where nothing is; whatever was there moves out first and
 * is looked at then (see `exchange.ts`): a save at any moment ends the run and is in place afterwards.
 */
import * as l10n from '@vscode/l10n';
import { closeSync, rmSync } from 'node:fs';
import { StateError } from '../../stateDirectory';
import { backUp, besides, journalOf } from './backup';
import { nameOf, note, stampOf } from './candidates';
import { followDepartures, openToFollow } from './departures';
import { writeNew } from '../durable';
import { isThere, moveAway, moveIn } from './exchange';
import { hashAt, hashOf } from '../hash';
import { SandboxError } from '../place';
import { putBack } from './putBack';

export interface Holding {
  /** Throws `SandboxError`, also if someone else has written to the file; then the run has ended. */
  write(bytes: Uint8Array): void;
  /** Throws `SandboxError` if someone else has written to the file; then the run has ended. */
  check(): void;
  /** The original is back, or a sentence says why not, unless an error has said so. */
  release(): string | undefined;
}

/** A candidate in place. */
interface Candidate {
  /** See `candidates.ts`. */
  readonly name: string;
  readonly hash: string;
  /** Open, unless that would hinder tests. */
  readonly file?: number;
}

/** `file` without links. Throws `SandboxError`. */
export function hold(file: string, run: string): Holding {
  const backup = possible(file, () => backUp(file, run));
  const journal = journalOf(backup)!;
  const { draft, aside, out } = besides(journal);
  const departures = followDepartures();
  let isOriginal = true;
  let current: Candidate | undefined;
  let ended: SandboxError | undefined;

  const restore = () =>
    putBack(backup, journal, (left) => {
      if (left && current) departures.add(current.file, current.hash);
      else close(current);
      return departures.close(journal.mark);
    });
  const end = (): never => {
    ended ??= new SandboxError(restore() ?? changed(file));
    throw ended;
  };
  const drafted = (bytes: Uint8Array): Candidate => {
    writeNew(draft, bytes, { ...journal, times: undefined });
    const name = nameOf(draft)!;
    note(backup, name);
    return { name, hash: hashOf(bytes), file: openToFollow(draft) };
  };
  const isOurs = (at: string) => (isOriginal ? hashAt(at) === journal.hash : nameOf(at) === current?.name);
  /** Moves out what is in place. False if that is someone else's. */
  const vacated = () => {
    const away = isOriginal ? aside : out;
    const before = stampOf(file);
    const stamp = isOurs(file) ? before : undefined;
    moveAway(file, away);
    // A test may take its candidate away. While there is no file, no more is read than must be.
    const isFree = !isThere(away) || (stamp !== undefined && stampOf(away) === stamp) || isOurs(away);
    if (isFree) isOriginal = false;
    return isFree;
  };
  const exchange = (bytes: Uint8Array) => {
    const next = drafted(bytes);
    const isFree = vacated();
    const isIn = isFree && moveIn(draft, file);
    if (!isIn) close(next);
    if (!isFree) return false;
    rmSync(out, { force: true });
    if (current) departures.add(current.file, current.hash);
    current = isIn ? next : undefined;
    return isIn;
  };
  return {
    write(bytes) {
      if (ended) end();
      const isIn = possible(file, () => exchange(bytes));
      if (!isIn || departures.written()) end();
    },
    check() {
      if (ended) end();
      const isOurs = nameOf(file) === current?.name || !isThere(file);
      if (!isOurs || departures.written()) end();
    },
    release() {
      if (ended) return undefined;
      const problem = restore();
      ended = new SandboxError(problem ?? changed(file));
      return problem;
    },
  };
}

function close({ file }: Partial<Candidate> = {}): void {
  if (file !== undefined) closeSync(file);
}

function changed(file: string): string {
  return l10n.t('{0} was changed while it was tested in place, by you or by the test: start again.', file);
}

/** Throws `SandboxError` instead of an error of the file system. */
function possible<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    if (error instanceof StateError) throw new SandboxError(error.message);
    const { code, path } = error as NodeJS.ErrnoException;
    throw new SandboxError(
      l10n.t(
        '{0} cannot be tested in place ({1}): make it and its directory writable, or choose the placement overlay.',
        file,
        [code, path].filter(Boolean).join(', '),
      ),
    );
  }
}
