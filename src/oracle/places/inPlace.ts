/** `in-place`: candidates in the place of the file itself, one at a time; the original comes back (see `backup.ts`). */
import * as l10n from '@vscode/l10n';
import { dirname, join } from 'node:path';
import { backUp, hashAt, hashOf, journalOf, restore, writeCandidate } from './backup';
import { lending } from './directories';
import { SandboxError, oneFile, unmoved, withoutCaches } from './place';
import type { Ground, Placement, Target } from './place';
import { nearestRoot, realPath, within } from './roots';

export const inPlace: Placement = {
  name: 'in-place',
  description: 'In the place of the file itself, one test at a time; afterwards the file is as it was.',
  single: true,
  hint: () => l10n.t('it must end with 0 while the bug is there.'),
  open({ path: home, run }, target) {
    const file = fileOf(target);
    const holding = hold(file, run);
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

/** A file that candidates are written to. */
interface Holding {
  /** Throws `SandboxError`. */
  write(bytes: Uint8Array): void;
  /** Throws `SandboxError` if someone else has written to the file; then what can be is put back. */
  check(): void;
  /** The original is back, or a sentence says why not. */
  release(): string | undefined;
}

function hold(file: string, run: string): Holding {
  const backup = possible(file, () => backUp(file, run));
  const journal = journalOf(backup)!;
  let written = journal.hash;
  let held = true;
  let problem: string | undefined;
  const release = () => {
    if (held) problem = restore(backup, journal);
    held = false;
    return problem;
  };
  const check = () => {
    const now = hashAt(file);
    // A test may take its candidate away.
    if (held && (now === written || now === undefined)) return;
    release();
    throw new SandboxError(
      l10n.t('{0} was changed while it was tested in place, by the test or by someone else.', file),
    );
  };
  const write = (bytes: Uint8Array) => {
    check();
    possible(file, () => writeCandidate(backup, journal, bytes));
    written = hashOf(bytes);
  };
  return { write, check, release };
}

/** Without links. Throws `SandboxError`. */
function fileOf({ fileName, file }: Target): string {
  if (file !== undefined) return realPath(file);
  throw new SandboxError(
    l10n.t('{0} is in no file that could be replaced: save it, or choose the placement copy.', fileName),
  );
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

/** Throws `SandboxError` instead of an error of the file system. */
function possible<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SandboxError) throw error;
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
