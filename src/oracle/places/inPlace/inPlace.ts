/** `in-place`: candidates in the place of the file itself, one at a time; the original comes back. */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isThere, stampOf } from '../../platform/files';
import { StateError } from '../../stateDirectory';
import { type Placement, SandboxError, fileOf, oneFile, pathsAmong, unmoved, withoutCaches } from '../place';
import { nearestRoot, realPath } from '../roots';
import { type BackupNote, addCandidate, backUp, besides, mostOut, noteOf } from './backup';
import { moveAway, moveIn, nameOf, remove, writeNew } from './exchange';
import { putBack } from './restore';

export const inPlace: Placement = {
  name: 'in-place',
  description: 'In the place of the file itself, one test at a time; afterwards the file is as it was.',
  single: true,
  open(root, target) {
    const file = fileOf(target);
    const holding = new Holding(file, basename(root));
    const paths = pathsAmong(file, realPath(target.root ?? nearestRoot(file)), unmoved);
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

/**
 * A file whose place candidates take, one after the other. Each moves in where nothing is; whatever was there moves out first and
 * is looked at then: a save at any moment ends the run and is in place afterwards.
 */
export class Holding {
  private readonly backup: string;
  private readonly note: BackupNote;
  /** Candidates that are still beside the file: a program that opened one before may write to it yet, which must not be lost. */
  private readonly departed: { at: string; name?: string; size: number; stamp?: string }[] = [];
  /** Files that have left, the original among them. */
  private count = 0;
  /** Name of the file that is to be in place. */
  private current: string | undefined;
  private ended: SandboxError | undefined;

  /** `file` without links. Throws `SandboxError`. */
  constructor(
    private readonly file: string,
    run: string,
  ) {
    this.backup = possible(file, () => backUp(file, run));
    this.note = noteOf(this.backup)!;
    this.current = nameOf(file);
  }

  /** Throws `SandboxError`, also if someone else has written to the file; then the run has ended. */
  write(bytes: Uint8Array): void {
    this.endUnless(() => possible(this.file, () => this.exchange(bytes)));
  }

  /** Throws `SandboxError` if someone else has written to the file; then the run has ended. */
  check(): void {
    this.endUnless(() => isAs(this.current, this.file));
  }

  /** The original is back; or one sentence tells why not, unless an error already did. */
  release(): string | undefined {
    if (this.ended) return undefined;
    const problem = putBack(this.backup, this.note);
    this.ended = new SandboxError(problem ?? changed(this.file));
    return problem;
  }

  private endUnless(isUntouched: () => boolean): void {
    if (!this.ended && isUntouched() && this.areUntouched()) return;
    this.release();
    throw this.ended!;
  }

  /** False if the candidate is not in place. */
  private exchange(bytes: Uint8Array): boolean {
    const { draft, out } = besides(this.note);
    writeNew(draft, bytes, { ...this.note, times: aheadOfBuilds() });
    const next = nameOf(draft);
    addCandidate(this.backup, next!);
    const [at, name] = [out(this.count++), this.current];
    moveAway(this.file, at);
    if (!isAs(name, at)) return false;
    const size = lstatSync(at, { throwIfNoEntry: false })?.size ?? 0;
    // What is written to the original by another name of it is seen at the end.
    if (this.count > 1) this.departed.push({ at, name, size, stamp: stampOf(at) });
    this.current = next;
    return moveIn(draft, this.file);
  }

  /** Looks at the candidates that have left, and removes the oldest. */
  private areUntouched(): boolean {
    const { departed } = this;
    let bytes = departed.reduce((sum, { size }) => sum + size, 0);
    while (departed.length > mostOut.files || (bytes > mostOut.bytes && departed.length > 1)) {
      const { at, name, size } = departed.shift()!;
      if (!isAs(name, at)) return false;
      remove(at);
      bytes -= size;
    }
    return departed.every(({ at, name, stamp }) => stampOf(at) === stamp || isAs(name, at));
  }
}

/** A test may take its candidate away. */
const isAs = (name: string | undefined, at: string): boolean => nameOf(at) === name || !isThere(at);

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
    throw new SandboxError(
      l10n.t(
        '{0} cannot be tested in place ({1}): close it in other programs, make it and its directory writable, or test in a copy of the workspace (‹place=overlay›).',
        file,
        [code, path].filter(Boolean).join(', '),
      ),
    );
  }
}
