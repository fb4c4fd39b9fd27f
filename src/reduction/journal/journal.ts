/** The journal of one run: found and resumed, or begun. */
import * as l10n from '@vscode/l10n';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { Ending, Listener } from '../events/events';
import { difference, type Identity } from './identity';
import type { JournalPlace } from '../job';
import {
  type Header,
  type JournalContent,
  type RecordedWalk,
  format,
  noSum,
  readJournalText,
  sealed,
} from './journalText';
import { JournalWriter, writingLog } from './journalWriter';
import { JobError } from '../jobError';
import type { WalkLog } from '../drive/drive';
import { isOther, isRunning, thisProcess } from './writers';
import { privately, whenUnlocked } from '../../oracle/platform/files';

export class Journal {
  private turn = 0;

  private constructor(
    private readonly writer: JournalWriter,
    private readonly found: JournalContent | undefined,
  ) {}

  static async open(
    place: JournalPlace,
    identity: Identity,
    onEvent: Listener,
    lineMs?: number,
  ): Promise<Journal | undefined> {
    const notice = (message: string) => onEvent({ event: 'notice', message });
    try {
      const found = await usable(place, identity);
      if (found && found.rest > 0) notice(leftOut(place.file, found.rest));
      const { file, length, sum } = await opened(place.file, found, identity);
      const writer = new JournalWriter(
        file,
        length,
        sum,
        (error) =>
          notice(
            error
              ? l10n.t(
                  'The journal cannot be written ({0}): make room for it, or close it in other programs. The run continues.',
                  error.message,
                )
              : l10n.t('The journal can be written again.'),
          ),
        lineMs,
      );
      writer.remark({ writer: thisProcess() });
      return new Journal(writer, found);
    } catch (error) {
      if (!place.optional) throw error;
      notice(l10n.t('{0} The run continues without a journal.', (error as Error).message));
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

  /** The log for the rest of a walk. `state`: the tokens that are left so far. */
  log(state: { readonly tokens: number }): WalkLog {
    return writingLog(this.writer, state);
  }

  async close(ending: Ending | undefined): Promise<void> {
    if (ending) this.writer.remark({ ended: ending });
    await this.writer.close();
  }
}

/** Is this the journal of a run with this identity, with something to continue from? Throws nothing. */
export async function resumable(file: string, identity: Identity): Promise<boolean> {
  const found = await contentOf(file).catch(() => undefined);
  const header = found?.walks.some(isBegun) ? found.header : undefined;
  return header?.format === format && difference(header, identity) === undefined;
}

function isBegun({ course, pending }: RecordedWalk): boolean {
  return course.length + pending.size > 0;
}

/** Before any test: throws `JobError` if a journal that is not optional cannot be kept there. */
export async function requireUsable(place: JournalPlace | undefined, identity: Identity): Promise<void> {
  if (place && !place.optional) await usable(place, identity);
}

/** The content to continue from; undefined for a new journal. */
async function usable({ file, fresh }: JournalPlace, identity: Identity): Promise<JournalContent | undefined> {
  if (fresh) await requireFile(file);
  const found = fresh ? undefined : await contentOf(file);
  if (!found?.header) return undefined;
  requireSame(file, found, found.header, identity);
  return found;
}

/** Undefined if there is no such file. */
async function contentOf(file: string): Promise<JournalContent | undefined> {
  if (!(await requireFile(file))) return undefined;
  const text = await whenUnlocked(() => readFile(file, 'utf8')).catch((error) =>
    Promise.reject(cannotRead(file, error)),
  );
  const content = readJournalText(text);
  if (!content) throw new JobError(l10n.t('{0} is not a journal of Whittle: name another file for it.', file));
  if (content.isDamaged)
    throw new JobError(l10n.t('The start of the journal {0} is damaged: name another file.', file));
  return content;
}

/** Refuses pipes, among others: opening one waits for its other end. False if nothing is there. */
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
  return l10n.t('The last {0} bytes of the journal {1} are damaged: the run continues from before them.', bytes, file);
}

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
      l10n.t('Process {0} is writing the journal {1}: wait until it ends, or name another file.', writer.pid, file),
    );
  }
}

function othersJournal(file: string, other: keyof Identity, version: string): string {
  switch (other) {
    case 'version':
      return l10n.t('The journal {0} was written by Whittle {1}: name another file.', file, version);
    case 'input':
      return l10n.t('The journal {0} belongs to another input: name another file.', file);
    case 'oracle':
      return l10n.t('The journal {0} belongs to another test: name another file.', file);
    case 'search':
      return l10n.t('The journal {0} belongs to a run with other options: name another file.', file);
  }
}

/** For appending, after its undamaged lines or the header; `length` in bytes, `sum` of the last line. Throws `JobError`. */
async function opened(path: string, found: JournalContent | undefined, identity: Identity) {
  let file: FileHandle | undefined;
  try {
    file = await whenUnlocked(() => open(path, found ? 'r+' : 'w', privately.file));
    const header = sealed(noSum, JSON.stringify({ journal: 'whittle', format, ...identity } satisfies Header));
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
