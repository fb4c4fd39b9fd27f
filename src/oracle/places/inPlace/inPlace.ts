/** `in-place`: candidates in the place of the file itself, one at a time; the original comes back. */
import { closeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { StateError } from '../../stateDirectory';
import { lending } from '../directories';
import { writeNew } from '../durable';
import { type Ground, type Placement, SandboxError, type Target, oneFile, unmoved, withoutCaches } from '../place';
import { nearestRoot, realPath, within } from '../roots';
import { type BackupNote, backUp, besides, hashAt, hashOf, journalOf, nameOf, note, stampOf } from './backup';
import { followDepartures, isThere, moveAway, moveIn, openToFollow, putBack, remove } from './putBack';

export const inPlace: Placement = {
  name: 'in-place',
  description: 'In the place of the file itself, one test at a time; afterwards the file is as it was.',
  single: true,
  hint: () => l10n.t('it must end with 0 while the bug is there.'),
  open({ path: home, run }, target) {
    const file = fileOf(target);
    const holding = new Holding(file, run);
    const paths = pathsOf(file, target);
    const { lend, takeBack } = lending();
    return {
      put: inTurn(async (content, test) => {
        const bytes = oneFile(content);
        const temporary = join(home, `${test}.tmp`);
        await lend([temporary]);
        holding.write(bytes);
        const clear = async () => {
          await takeBack([temporary]);
          holding.check();
        };
        return { paths, temporary, env: withoutCaches, clear };
      }),
      dispose: () => holding.release(),
    };
  },
};

/** Without links. Throws `SandboxError`. */
function fileOf({ fileName, file }: Target): string {
  if (file !== undefined) return realPath(file);
  throw new SandboxError(l10n.t('{0} is not a file on disk: save it, or choose the placement copy.', fileName));
}

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

/** Lets one candidate in when the one before has gone. */
function inTurn(put: Ground['put']): Ground['put'] {
  let last = Promise.resolve();
  return async (bytes, test) => {
    const before = last;
    let leave = () => {};
    last = new Promise((resolve) => (leave = resolve));
    await before;
    try {
      const spot = await put(bytes, test);
      return { ...spot, clear: () => spot.clear().finally(leave) };
    } catch (error) {
      leave();
      throw error;
    }
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
  private readonly journal: BackupNote;
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
    this.journal = journalOf(this.backup)!;
  }

  /** Throws `SandboxError`, also if someone else has written to the file; then the run has ended. */
  write(bytes: Uint8Array): void {
    if (this.ended) this.end();
    const isIn = possible(this.file, () => this.exchange(bytes));
    if (!isIn || this.departures.written()) this.end();
  }

  /** Throws `SandboxError` if someone else has written to the file; then the run has ended. */
  check(): void {
    if (this.ended) this.end();
    const isOurs = nameOf(this.file) === this.current?.name || !isThere(this.file);
    if (!isOurs || this.departures.written()) this.end();
  }

  /** The original is back; or one sentence tells why not, unless an error already did. */
  release(): string | undefined {
    if (this.ended) return undefined;
    const problem = this.restore();
    this.ended = new SandboxError(problem ?? changed(this.file));
    return problem;
  }

  private end(): never {
    this.ended ??= new SandboxError(this.restore() ?? changed(this.file));
    throw this.ended;
  }

  private restore(): string | undefined {
    const { current, departures, journal } = this;
    return putBack(this.backup, journal, (left) => {
      if (left && current) departures.add(current.file, current.hash);
      else close(current);
      return departures.close(journal.mark);
    });
  }

  /** False if the candidate is not in place. */
  private exchange(bytes: Uint8Array): boolean {
    const { draft, out } = besides(this.journal);
    const next = this.drafted(bytes);
    const isFree = this.vacated();
    const isIn = isFree && moveIn(draft, this.file);
    if (!isIn) close(next);
    if (!isFree) return false;
    remove(out);
    if (this.current) this.departures.add(this.current.file, this.current.hash);
    this.current = isIn ? next : undefined;
    return isIn;
  }

  private drafted(bytes: Uint8Array): Candidate {
    const { draft } = besides(this.journal);
    writeNew(draft, bytes, { ...this.journal, times: aheadOfBuilds() });
    const name = nameOf(draft)!;
    note(this.backup, name);
    return { name, hash: hashOf(bytes), file: openToFollow(draft) };
  }

  /** Moves out the file in place. False if that is someone else's. */
  private vacated(): boolean {
    const { aside, out } = besides(this.journal);
    const away = this.isOriginal ? aside : out;
    const before = stampOf(this.file);
    const stamp = this.isOurs(this.file) ? before : undefined;
    moveAway(this.file, away);
    // A test may take its candidate away. While there is no file, no more is read than must be.
    const isFree = !isThere(away) || (stamp !== undefined && stampOf(away) === stamp) || this.isOurs(away);
    if (isFree) this.isOriginal = false;
    return isFree;
  }

  private isOurs(at: string): boolean {
    return this.isOriginal ? hashAt(at) === this.journal.hash : nameOf(at) === this.current?.name;
  }
}

/** Newer than whatever a test before has built, also for programs that know whole seconds only: they build each candidate anew. */
function aheadOfBuilds(): [number, number] {
  const next = Math.floor(Date.now() / 1000) + 1;
  return [next, next];
}

function close({ file }: Partial<Candidate> = {}): void {
  if (file !== undefined) closeSync(file);
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
