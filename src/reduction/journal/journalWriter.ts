/** Appends to a journal: the entries of a tenth of a second become one line. Lines wait while they cannot be written. */
import type { FileHandle } from 'node:fs/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import { sealed, type Entry, type Remark } from './journalText';
import type { WalkLog, Way } from '../drive/drive';

/** Entries of this time become one line, and are lost in a kill; ms. */
const usualLineMs = 100;

/** UTF-16 units that wait at most; then the journal ends where it is. */
const mostUnwritten = 2 ** 24;

export class JournalWriter {
  private batch: Entry[] = [];
  private timer: NodeJS.Timeout | undefined;
  private written: Promise<unknown> = Promise.resolve();
  /** Whole lines that are not in the file yet. */
  private unwritten = '';
  private trouble: 'none' | 'now' | 'for good' = 'none';

  /**
   * `length`: bytes of the file so far. `sum`: checksum of its last line. `onTrouble`: it cannot be written, or (undefined) it can
   * again.
   */
  constructor(
    private readonly file: FileHandle,
    private length: number,
    private sum: string,
    private readonly onTrouble: (error: Error | undefined) => void,
    private readonly lineMs = usualLineMs,
  ) {}

  entry(entry: Entry): void {
    const last = this.batch.at(-1);
    if (entry[0] === 'n' && last?.[0] === 'n' && last[1] === entry[1]) {
      this.batch[this.batch.length - 1] = ['n', entry[1], last[2] + entry[2]];
    } else if (entry[0] === 'c' && last?.[0] === 'c') {
      this.batch[this.batch.length - 1] = ['c', last[1] + entry[1]];
    } else {
      this.batch.push(entry);
    }
    this.soon();
  }

  remark(remark: Remark): void {
    this.flush();
    this.append(JSON.stringify(remark));
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { batch } = this;
    this.batch = [];
    if (batch.length > 0) this.append(JSON.stringify(batch));
  }

  /** Waits until all is written. */
  async close(): Promise<void> {
    this.flush();
    await this.written;
    await this.file.close().catch(() => {});
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), this.lineMs);
  }

  private append(line: string): void {
    if (this.trouble === 'for good') return;
    const { text, sum } = sealed(this.sum, line);
    this.sum = sum;
    this.unwritten += `${text}\n`;
    this.written = this.written.then(() => this.write());
  }

  private async write(): Promise<void> {
    const text = this.unwritten;
    if (text === '' || this.trouble === 'for good') return;
    try {
      await this.file.appendFile(text);
      this.length += Buffer.byteLength(text);
      this.unwritten = this.unwritten.slice(text.length);
      if (this.trouble === 'now') this.onTrouble(undefined);
      this.trouble = 'none';
    } catch (error) {
      // Part of it may be there.
      await this.file.truncate(this.length).catch(() => {});
      if (this.trouble === 'none') this.onTrouble(error as Error);
      this.trouble = this.unwritten.length > mostUnwritten ? 'for good' : 'now';
    }
  }
}

/** The log of a walk, as entries. `state`: the tokens that are left so far. */
export function writingLog(writer: JournalWriter, state: { readonly tokens: number }): WalkLog {
  let lastKey = '';
  return {
    committed(key: string, { verdict, ms: took, timedOut, stage }: OracleAnswer, cached: boolean) {
      lastKey = key;
      const word = timedOut && verdict === 'unresolved' ? 'timeout' : verdict;
      const test = ['t', key, word, Math.round(took)] as const;
      writer.entry(cached ? ['c', 1] : stage === undefined ? test : [...test, stage]);
    },
    decided: (way: Way) =>
      writer.entry(typeof way === 'number' ? ['h', way, keyStart(lastKey), state.tokens] : ['n', way, 1]),
    skipped: () => writer.entry(['s']),
    ended: () => writer.entry(['e']),
  };
}

/** Enough of a key to know a candidate by. */
export function keyStart(key: string): string {
  return key.slice(0, 6);
}
