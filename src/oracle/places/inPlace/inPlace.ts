/** `in-place`: candidates in the place of the file itself, one at a time; the original comes back. */
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { StateError } from '../../stateDirectory';
import { type Placement, SandboxError, type Target, fileOf, oneFile, unmoved, withoutCaches } from '../place';
import { nearestRoot, realPath, within } from '../roots';
import { type BackupNote, addCandidate, backUp, noteOf } from './backup';
import {
  followDepartures,
  hashAt,
  hashOf,
  isThere,
  moveAway,
  moveIn,
  nameOf,
  openToFollow,
  remove,
  writeNew,
} from './exchange';
import { besides, putBack } from './putBack';

export const inPlace: Placement = {
  name: 'in-place',
  description: 'In the place of the file itself, one test at a time; afterwards the file is as it was.',
  single: true,
  hint: () => l10n.t('it must end with 0 while the bug is there.'),
  open({ run }, target) {
    const file = fileOf(target);
    const holding = new Holding(file, run);
    const paths = pathsOf(file, target);
    let last = Promise.resolve();
    return {
      /** One candidate is let in when the one before has gone. */
      async put(content) {
        const before = last;
        let leave = () => {};
        last = new Promise((resolve) => (leave = resolve));
        await before;
        try {
          holding.write(oneFile(content));
        } catch (error) {
          leave();
          throw error;
        }
        const clear = () => {
          leave();
          holding.check();
        };
        return { paths, env: withoutCaches, clear };
      },
      dispose: () => holding.release(),
    };
  },
};

function pathsOf(file: string, { root }: Target) {
  const relative = within(realPath(root ?? nearestRoot(file)), file) ?? file;
  return {
    file,
    directory: dirname(file),
    relative,
    relativeDirectory: dirname(relative),
    alone: false,
    moved: unmoved,
  };
}

/** A candidate in place. */
interface Candidate {
  /** See `nameOf`. */
  readonly name: string;
  readonly hash: string;
  /** Open, unless that would hinder tests. */
  readonly file?: number;
}

/**
 * A file whose place candidates take, one after the other. Each moves in where nothing is; whatever was there moves out first and
 * is looked at then: a save at any moment ends the run and is in place afterwards.
 */
export class Holding {
  private readonly backup: string;
  private readonly note: BackupNote;
  private readonly departures = followDepartures();
  private isOriginal = true;
  private current: Candidate | undefined;
  private ended: SandboxError | undefined;

  /** `file` without links. Throws `SandboxError`. */
  constructor(
    private readonly file: string,
    run: string,
  ) {
    this.backup = possible(file, () => backUp(file, run));
    this.note = noteOf(this.backup)!;
  }

  /** Throws `SandboxError`, also if someone else has written to the file; then the run has ended. */
  write(bytes: Uint8Array): void {
    this.endUnless(() => possible(this.file, () => this.exchange(bytes)));
  }

  /** Throws `SandboxError` if someone else has written to the file; then the run has ended. */
  check(): void {
    this.endUnless(() => this.isOurs(this.file));
  }

  /** The original is back; or one sentence tells why not, unless an error already did. */
  release(): string | undefined {
    if (this.ended) return undefined;
    const { current, departures, note } = this;
    const problem = putBack(this.backup, note, () => {
      if (current) departures.add(current);
      return departures.close(note.mark);
    });
    this.ended = new SandboxError(problem ?? changed(this.file));
    return problem;
  }

  private endUnless(isUntouched: () => boolean): void {
    if (!this.ended && isUntouched() && !this.departures.written()) return;
    this.release();
    throw this.ended!;
  }

  /** False if the candidate is not in place. */
  private exchange(bytes: Uint8Array): boolean {
    const { draft, out } = besides(this.note);
    const next = this.prepare(draft, bytes);
    const away = out(this.isOriginal ? 0 : 1);
    moveAway(this.file, away);
    const isFree = this.isOurs(away);
    const isIn = isFree && moveIn(draft, this.file);
    if (isFree && !this.isOriginal) remove(away);
    if (isFree && this.current) this.departures.add(this.current);
    if (isFree) [this.isOriginal, this.current] = [false, undefined];
    if (isIn) this.current = next;
    else if (next.file !== undefined) closeSync(next.file);
    return isIn;
  }

  private prepare(draft: string, bytes: Uint8Array): Candidate {
    writeNew(draft, bytes, { ...this.note, times: aheadOfBuilds() });
    const name = nameOf(draft)!;
    addCandidate(this.backup, name);
    return { name, hash: hashOf(bytes), file: openToFollow(draft) };
  }

  /** A test may take its candidate away. */
  private isOurs(at: string): boolean {
    const isSame = this.isOriginal ? hashAt(at) === this.note.hash : nameOf(at) === this.current?.name;
    return isSame || !isThere(at);
  }
}

/** Newer than whatever a test before has built, also for programs that know whole seconds only: they build each candidate anew. */
function aheadOfBuilds(): [number, number] {
  const next = Math.floor(Date.now() / 1000) + 1;
  return [next, next];
}

function changed(file: string): string {
  return l10n.t('{0} was changed while it was tested in place, by you or by the test: start again.', file);
}

function possible<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    if (error instanceof StateError) throw new SandboxError(error.message);
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY')
      throw new SandboxError(
        l10n.t('{0} is open in another program: close it there, or choose the placement overlay.', file),
      );
    throw new SandboxError(
      l10n.t(
        '{0} cannot be tested in place ({1}): make it and its directory writable, or choose the placement overlay.',
        file,
        [code, path].filter(Boolean).join(', '),
      ),
    );
  }
}
