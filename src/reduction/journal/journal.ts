/** The journal of one run: found and resumed, or begun. What its text says is in `journalText.ts`. */
import * as l10n from '@vscode/l10n';
import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { PropertyCalibration } from '../../oracle/calibrateProperty';
import type { Ending, Listener } from '../events/events';
import { difference } from './identity';
import type { Identity } from './identity';
import type { JournalPlace } from '../job';
import { format, headerLine, readJournalText } from './journalText';
import type { JournalContent, RecordedWalk } from './journalText';
import { JournalWriter, usualRhythm, writingLog } from './journalWriter';
import type { Saving } from './journalWriter';
import { JobError } from '../session';
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
      const found = place.fresh ? undefined : await contentOf(place.file);
      if (found) requireSame(place.file, found, identity);
      const file = await opened(place.file, found?.header ? found : undefined, identity);
      const { size } = await file.stat();
      const writer = new JournalWriter(file, size, rhythm, (error) =>
        notice(
          error
            ? l10n.t('The journal cannot be written ({0}): make room for it; the run goes on.', error.message)
            : l10n.t('The journal is written again.'),
        ),
      );
      writer.remark({ writer: thisProcess() });
      return new Journal(writer, found?.header && found);
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
  log<C>(saving: Saving<C>, spentMs: number): WalkLog<C> {
    return writingLog(this.writer, saving, spentMs);
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

/** Undefined if there is no such file. Throws `JobError`. */
async function contentOf(file: string): Promise<JournalContent | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new JobError(
      l10n.t('The journal {0} cannot be read ({1}): name another file.', file, error.code ?? error.message),
    );
  });
  if (text === undefined) return undefined;
  const content = readJournalText(text);
  if (!content) throw new JobError(l10n.t('{0} is no journal of whittle: name another file for it.', file));
  return content;
}

/** Throws `JobError`. */
function requireSame(file: string, { header, writer, ending }: JournalContent, identity: Identity): void {
  if (!header) return;
  const other = header.format === format ? difference(header, identity) : 'version';
  if (other) throw new JobError(othersJournal(file, other, header.version));
  if (writer && ending === undefined && isOther(writer) && isRunning(writer)) {
    throw new JobError(
      l10n.t(
        'Process {0} seems to be writing the journal {1}: wait for its end, or name another file.',
        writer.pid,
        file,
      ),
    );
  }
}

function othersJournal(file: string, other: keyof Identity, version: string): string {
  switch (other) {
    case 'version':
      return l10n.t(
        '{0} is the journal of whittle {1}: name another file, or remove it to start afresh.',
        file,
        version,
      );
    case 'input':
      return l10n.t('{0} is the journal of another input: name another file, or remove it to start afresh.', file);
    case 'oracle':
      return l10n.t('{0} is the journal of another test: name another file, or remove it to start afresh.', file);
    case 'search':
      return l10n.t(
        '{0} is the journal of a run with other options: name another file, or remove it to start afresh.',
        file,
      );
  }
}

/** To be appended to, after what is whole of it; a new one has its header. Throws `JobError`. */
async function opened(path: string, found: JournalContent | undefined, identity: Identity): Promise<FileHandle> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, found ? 'r+' : 'w', 0o600);
    if (!found) await file.appendFile(headerLine(identity));
    else await file.truncate(found.length);
    await file.close();
    return await open(path, 'a');
  } catch (error) {
    await file?.close().catch(() => {});
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new JobError(l10n.t('The journal {0} cannot be written ({1}): name another file for it.', path, code));
  }
}
