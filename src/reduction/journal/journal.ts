/** The journal of one run: found and resumed, or begun. What its text says is in `journalText.ts`. */
import * as l10n from '@vscode/l10n';
import { open, readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { Ending, Listener } from '../events/events';
import { difference } from './identity';
import type { Identity } from './identity';
import type { JournalPlace } from '../job';
import { noSum, sealed } from './checksums';
import { format, headerLine, readJournalText } from './journalText';
import type { Header, JournalContent, RecordedWalk } from './journalText';
import { JournalWriter, usualRhythm, writingLog } from './journalWriter';
import type { SavedState } from './journalWriter';
import { JobError } from '../jobError';
import type { WalkLog } from '../drive/walkLog';
import { isOther, isRunning, thisProcess } from './writers';

export class Journal {
  private turn = 0;

  private constructor(
    private readonly writer: JournalWriter,
    private readonly found: JournalContent | undefined,
  ) {}

  /** Throws `JobError`; undefined if it cannot be kept and need not be. */
  static async open(
    place: JournalPlace,
    identity: Identity,
    onEvent: Listener,
    rhythm = usualRhythm,
  ): Promise<Journal | undefined> {
    const notice = (message: string) => onEvent({ event: 'notice', message });
    try {
      const found = await usable(place, identity);
      if (found && found.rest > 0) notice(leftOut(place.file, found.rest));
      const { file, length, sum } = await opened(place.file, found, identity);
      const writer = new JournalWriter(file, length, sum, rhythm, (error) =>
        notice(
          error
            ? l10n.t('The journal cannot be written ({0}): make room for it; the run goes on.', error.message)
            : l10n.t('The journal is written again.'),
        ),
      );
      writer.remark({ writer: thisProcess() });
      return new Journal(writer, found);
    } catch (error) {
      if (!place.optional) throw error;
      notice(l10n.t('{0} The run goes on without a journal.', (error as Error).message));
      return undefined;
    }
  }

  /** Of the run that is resumed. */
  get calibration(): PropertyCalibration | undefined {
    return this.found?.calibration;
  }

  calibrated(calibration: PropertyCalibration): void {
    this.writer.remark({ calibrated: calibration });
  }

  /** The next search of the run, as far as it came before; undefined if it was not begun. */
  nextWalk(): RecordedWalk | undefined {
    const walk = this.found?.walks[this.turn++];
    return walk && isBegun(walk) ? walk : undefined;
  }

  /** Where it tells what it does from here on; `spentMs`: what it took to come here from the last mark. */
  log(state: SavedState, spentMs: number): WalkLog {
    return writingLog(this.writer, state, spentMs);
  }

  async close(ending: Ending | undefined): Promise<void> {
    if (ending) this.writer.remark({ ended: ending });
    await this.writer.close();
  }
}

/** The journal of a run that was broken off or ended, if it is there and is one of this very run. Throws nothing. */
export async function resumable(file: string, identity: Identity): Promise<boolean> {
  const found = await contentOf(file).catch(() => undefined);
  const header = found?.walks.some(isBegun) ? found.header : undefined;
  return header?.format === format && difference(header, identity) === undefined;
}

function isBegun({ mark, course, pending }: RecordedWalk): boolean {
  return mark !== undefined || course.length + pending.size > 0;
}

/** Before anything is done: could the journal be kept there? Throws `JobError` if not, unless it need not be. */
export async function requireUsable(place: JournalPlace | undefined, identity: Identity): Promise<void> {
  if (place && !place.optional) await usable(place, identity);
}

/** What the run can go on from; undefined if it begins the journal. Throws `JobError`. */
async function usable({ file, fresh }: JournalPlace, identity: Identity): Promise<JournalContent | undefined> {
  if (fresh) await requireFile(file);
  const found = fresh ? undefined : await contentOf(file);
  if (!found?.header) return undefined;
  requireSame(file, found, found.header, identity);
  return found;
}

/** Undefined if there is no such file. Throws `JobError`. */
async function contentOf(file: string): Promise<JournalContent | undefined> {
  if (!(await requireFile(file))) return undefined;
  const text = await readFile(file, 'utf8').catch((error) => Promise.reject(cannotRead(file, error)));
  const content = readJournalText(text);
  if (!content) throw new JobError(l10n.t('{0} is not a journal of Whittle: name another file for it.', file));
  if (content.isDamaged)
    throw new JobError(l10n.t('The start of the journal {0} is damaged: name another file.', file));
  return content;
}

/** Whoever opens a pipe waits for its other end. False if nothing is there. Throws `JobError`. */
async function requireFile(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw cannotRead(path, error);
  });
  if (found && !found.isFile()) {
    throw new JobError(l10n.t('The journal {0} is not a regular file: name another file.', path));
  }
  return found !== undefined;
}

function cannotRead(path: string, error: unknown): JobError {
  return new JobError(l10n.t('The journal {0} cannot be read ({1}): name another file.', path, codeOf(error)));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}

function leftOut(file: string, bytes: number): string {
  return l10n.t('The last {0} bytes of the journal {1} are damaged: the run goes on from before them.', bytes, file);
}

/** Throws `JobError`. */
function requireSame(
  file: string,
  { writer, ending }: Pick<JournalContent, 'writer' | 'ending'>,
  header: Header,
  identity: Identity,
): void {
  const other = header.format === format ? difference(header, identity) : 'version';
  if (other) throw new JobError(othersJournal(file, other, header.version));
  if (writer && ending === undefined && isOther(writer) && isRunning(writer)) {
    throw new JobError(
      l10n.t('Process {0} is writing the journal {1}: wait for its end, or name another file.', writer.pid, file),
    );
  }
}

function othersJournal(file: string, other: keyof Identity, version: string): string {
  switch (other) {
    case 'version':
      return l10n.t('The journal {0} is of Whittle {1}: name another file.', file, version);
    case 'input':
      return l10n.t('The journal {0} is of another input: name another file.', file);
    case 'oracle':
      return l10n.t('The journal {0} is of another test: name another file.', file);
    case 'search':
      return l10n.t('The journal {0} is of a run with other options: name another file.', file);
  }
}

interface Opened {
  readonly file: FileHandle;
  /** Bytes so far, and the checksum of the last line. */
  readonly length: number;
  readonly sum: string;
}

/** To be appended to, after what is whole of it; a new one has its header. Throws `JobError`. */
async function opened(path: string, found: JournalContent | undefined, identity: Identity): Promise<Opened> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, found ? 'r+' : 'w', 0o600);
    const header = sealed(noSum, headerLine(identity));
    if (!found) await file.appendFile(`${header.text}\n`);
    else await file.truncate(found.length);
    await file.close();
    file = await open(path, 'a');
    const { size } = await file.stat();
    return { file, length: size, sum: found?.sum ?? header.sum };
  } catch (error) {
    await file?.close().catch(() => {});
    throw new JobError(l10n.t('The journal {0} cannot be written ({1}): name another file.', path, codeOf(error)));
  }
}
