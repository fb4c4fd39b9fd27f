/** The journal of one run: found and resumed, or begun. A resumed run walks its search again, with the verdicts that are in it. */
import * as l10n from '@vscode/l10n';
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import { privately, whenUnlocked } from '../../oracle/platform/files';
import type { Ending, Listener } from '../events/events';
import { JobError, type JournalPlace } from '../job';
import {
  type Identity,
  type Line,
  type Recorded,
  format,
  headerLine,
  runsElsewhere,
  readJournal,
  sealed,
  thisProcess,
} from './identity';

/** Lines of this time are written together, and are lost in a kill; ms. */
const usualGapMs = 100;

/** UTF-16 units that wait while they cannot be written; with more, the journal ends where it is. */
const mostUnwritten = 2 ** 24;

export class JournalWriter {
  private unwritten = '';
  private timer: NodeJS.Timeout | undefined;
  private trouble = false;

  /** `onTrouble`: it cannot be written, or (undefined) it can again. */
  constructor(
    private readonly append: (text: string) => void,
    private readonly onTrouble: (error: Error | undefined) => void,
    private readonly gapMs = usualGapMs,
  ) {}

  write(line: Line): void {
    if (this.unwritten.length > mostUnwritten) return;
    this.unwritten += sealed(line);
    this.timer ??= setTimeout(() => this.flush(), this.gapMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      if (this.unwritten) this.append(this.unwritten);
      this.unwritten = '';
      if (this.trouble) this.onTrouble(undefined);
      this.trouble = false;
    } catch (error) {
      if (!this.trouble) this.onTrouble(error as Error);
      this.trouble = true;
      // Part of it may be there.
      if (!this.unwritten.startsWith('\n')) this.unwritten = `\n${this.unwritten}`;
    }
  }
}

export class Journal extends JournalWriter {
  /** Recorded answers that the walk has not come to yet. */
  private left: number;
  private phases = 0;
  private commits = 0;

  private constructor(
    private readonly file: number,
    readonly found: Pick<Recorded, 'calibration' | 'answers' | 'skips' | 'wavers'>,
    onTrouble: (error: Error | undefined) => void,
    gapMs?: number,
  ) {
    super((text) => appendFileSync(file, text), onTrouble, gapMs);
    this.left = [...found.answers.values()].reduce((sum, { length }) => sum + length, 0);
  }

  static async open(
    place: JournalPlace,
    identity: Identity,
    onEvent: Listener,
    gapMs?: number,
  ): Promise<Journal | undefined> {
    const notice = (message: string) => onEvent({ event: 'notice', message });
    try {
      const found = await usable(place, identity);
      if (found && found.damaged > 0)
        notice(
          l10n.t('{0} lines of the journal {1} are damaged: their tests are repeated.', found.damaged, place.file),
        );
      const file = await opened(place.file, found ? undefined : headerLine(identity));
      const onTrouble = (error?: Error) =>
        notice(
          error
            ? l10n.t(
                'The journal cannot be written ({0}): make room for it, or close it in other programs. The run continues.',
                error.message,
              )
            : l10n.t('The journal can be written again.'),
        );
      const journal = new Journal(file, found ?? { answers: new Map(), skips: new Map() }, onTrouble, gapMs);
      journal.write({ writer: thisProcess() });
      return journal;
    } catch (error) {
      if (!place.optional) throw error;
      notice(l10n.t('{0} The run continues without a journal.', (error as Error).message));
      return undefined;
    }
  }

  get isReplaying(): boolean {
    return this.left > 0;
  }

  answerTo(key: string): OracleAnswer | undefined {
    return this.found.answers.get(key)?.[0];
  }

  /** The next answer for the key counts: it is tested again. */
  forget(key: string): void {
    this.found.answers.get(key)?.shift();
  }

  enter(): void {
    this.phases++;
  }

  /** Returns whether this answer was recorded. */
  commit(key: string, answer: OracleAnswer, cached: boolean): boolean {
    this.commits++;
    if (cached) return false;
    const isRecorded = this.answerTo(key) === answer;
    this.left = isRecorded ? this.left - 1 : 0;
    const { verdict, ms, timedOut, stage, failure, named, value, tally } = answer;
    if (!isRecorded) this.write([key, { verdict, ms: Math.round(ms), timedOut, stage, failure, named, value, tally }]);
    return isRecorded;
  }

  /** Was the stage skipped here? */
  get isSkipped(): boolean {
    return this.found.skips.get(this.phases) === this.commits;
  }

  skipped(): void {
    if (!this.isSkipped) this.write({ skipped: { phase: this.phases, commits: this.commits } });
  }

  close(ended: Ending | undefined): void {
    if (ended) this.write({ ended });
    this.flush();
    closeSync(this.file);
  }
}

/** Is this the journal of a run with this identity, with something to continue from? Throws nothing. */
export async function resumable(file: string, identity: Identity): Promise<boolean> {
  const found = await contentOf(file).catch(() => undefined);
  return found !== undefined && found.answers.size > 0 && !otherThan(found, identity);
}

/** Before any test: throws `JobError` if a journal that is not optional cannot be kept there. */
export async function requireUsable(place: JournalPlace | undefined, identity: Identity): Promise<void> {
  if (place && !place.optional) await usable(place, identity);
}

/** The content to continue from; undefined for a new journal. Throws `JobError`. */
async function usable({ file, fresh }: JournalPlace, identity: Identity): Promise<Recorded | undefined> {
  const found = await contentOf(file, fresh);
  if (!found) return undefined;
  const other = otherThan(found, identity);
  if (other) throw new JobError(othersJournal(file, other, found.header.version));
  const { writer, ending } = found;
  if (writer && ending === undefined && runsElsewhere(writer)) {
    throw new JobError(
      l10n.t('Process {0} is writing the journal {1}: wait until it ends, or name another file.', writer.pid, file),
    );
  }
  return found;
}

/** The first part that is not the same; undefined if all is. */
function otherThan({ header }: Recorded, identity: Identity): keyof Identity | undefined {
  const parts = ['version', 'input', 'oracle', 'search'] as const;
  return header.format === format ? parts.find((part) => header[part] !== identity[part]) : 'version';
}

/** Undefined if there is no such file, nothing in it, or nothing of interest. Refuses pipes, among others: opening one waits for its other end. */
async function contentOf(file: string, fresh = false): Promise<Recorded | undefined> {
  try {
    if (!(await stat(file)).isFile())
      throw new JobError(l10n.t('The journal {0} is not a regular file: name another file.', file));
    const content = fresh ? 'empty' : readJournal(await whenUnlocked(() => readFile(file, 'utf8')));
    if (!content) throw new JobError(l10n.t('{0} is not a journal of Whittle: name another file for it.', file));
    return content === 'empty' ? undefined : content;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (error instanceof JobError) throw error;
    throw new JobError(l10n.t('The journal {0} cannot be read ({1}): name another file.', file, code));
  }
}

/** For appending, after this header if it is new. Throws `JobError`. */
async function opened(path: string, header: string | undefined): Promise<number> {
  try {
    if (header !== undefined) {
      await whenUnlocked(() => writeFile(path, header, { mode: privately.file }));
    }
    const file = openSync(path, 'a');
    // A line that was torn ends here.
    if (header === undefined) appendFileSync(file, '\n');
    return file;
  } catch (error) {
    throw new JobError(l10n.t('The journal {0} cannot be written ({1}): name another file.', path, codeOf(error)));
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}

function othersJournal(file: string, other: keyof Identity, version: string): string {
  return {
    version: l10n.t('The journal {0} was written by Whittle {1}: name another file.', file, version),
    input: l10n.t('The journal {0} belongs to another input: name another file.', file),
    oracle: l10n.t('The journal {0} belongs to another test: name another file.', file),
    search: l10n.t('The journal {0} belongs to a run with other options: name another file.', file),
  }[other];
}
