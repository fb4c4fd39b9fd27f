/**
 * The text of a journal, JSON lines: a header; what was calibrated; then, in batches, what the walk committed; now and then a mark
 * from which the walk can go on without what was before; at the end how the run ended. A batch is one line, so that a line that was
 * torn is missed whole. Behind each line stands its checksum. docs/notes/record.md.
 */
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Ending } from '../events/events';
import { format, noSum, unsealed, type Entry, type Header, type Mark, type Remark } from './entries';
import type { Writer } from './writers';

/** One search of a run, as far as it came. */
export interface RecordedWalk {
  readonly mark?: Mark;
  /** The decisions after the mark, and the place in the last phase. */
  readonly course: readonly Entry[];
  /** Committed answers, by key. */
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  readonly cacheHits: number;
  /** Answers after the last decision: they will be needed again. */
  readonly pending: ReadonlyMap<string, OracleAnswer>;
  /** How the size went, from the beginning of the walk. */
  readonly sizes: readonly RecordedSize[];
}

interface RecordedSize {
  /** Committed until then, in this walk. */
  readonly tests: number;
  /** The sum of their times. */
  readonly ms: number;
  readonly tokens: number;
}

export interface JournalContent {
  /** Undefined if not even that was written whole. */
  readonly header?: Header;
  readonly calibration?: PropertyCalibration;
  readonly walks: readonly RecordedWalk[];
  /** How the last process that wrote ended the run; undefined if it was torn away. */
  readonly ending?: Ending;
  readonly writer?: Writer;
  /** Length of the lines that are as they were written, up to the first that is not, bytes; and of the rest. */
  readonly length: number;
  readonly rest: number;
  /** Checksum of the last of them. */
  readonly sum: string;
  /** Is the header there, but not as it was written? */
  readonly isDamaged: boolean;
}

/** Undefined if it is no journal. */
export function readJournalText(text: string): JournalContent | undefined {
  const reader = new Reader();
  let [at, sum] = [0, noSum];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    const next = unsealed(sum, text.slice(at, end));
    if (!next || !reader.takes(next.line)) break;
    [at, sum] = [end + 1, next.sum];
  }
  const content = reader.content();
  const length = Buffer.byteLength(text.slice(0, at));
  const read = { ...content, length, rest: Buffer.byteLength(text) - length, sum, isDamaged: false };
  return content.header ? read : withoutHeader(read, text);
}

const headerStart = '{"journal":"whittle"';

/** The first line is not as it was written: it is of another version, was damaged, or is just being written. */
function withoutHeader(content: JournalContent, text: string): JournalContent | undefined {
  const [first, ...more] = text.split('\n', 2);
  const isWhole = more.length > 0;
  if (!isWhole) return first.startsWith(headerStart) || headerStart.startsWith(first) ? content : undefined;
  if (!first.startsWith(headerStart)) return undefined;
  const header = parsed(first.slice(0, first.lastIndexOf('}') + 1)) as Header | undefined;
  const isOther = typeof header?.format === 'number' && header.format !== format && typeof header.version === 'string';
  return isOther ? { ...content, header } : { ...content, isDamaged: true };
}

class Walk {
  mark: Mark | undefined;
  course: Entry[] = [];
  readonly answers = new Map<string, OracleAnswer>();
  cacheHits = 0;
  readonly sizes: RecordedSize[] = [];
  private ms = 0;
  /** Since the last place. */
  pending = new Map<string, OracleAnswer>();
  private hits = 0;

  take(entry: Entry): void {
    if (entry[0] === 't') this.pending.set(entry[1], answerOf(entry));
    else if (entry[0] === 'c') this.hits += entry[1];
    else this.place(entry);
  }

  /** Steps before a mark need no replay. */
  restart(mark: Mark): void {
    this.mark = mark;
    this.course = [];
  }

  private place(entry: Entry): void {
    for (const [key, answer] of this.pending) {
      this.answers.set(key, answer);
      this.ms += answer.ms;
    }
    this.pending = new Map();
    this.cacheHits += this.hits;
    this.hits = 0;
    this.course.push(entry);
    const tokens = entry[0] === 'h' ? entry[3] : undefined;
    if (tokens !== undefined) this.sizes.push({ tests: this.answers.size, ms: this.ms, tokens });
  }
}

function answerOf([, , verdict, ms, stage]: Extract<Entry, { 0: 't' }>): OracleAnswer {
  if (verdict === 'timeout') return { verdict: 'unresolved', ms, timedOut: true };
  return { verdict, ms, ...(stage !== undefined && { stage }) };
}

class Reader {
  private header: Header | undefined;
  private calibration: PropertyCalibration | undefined;
  private walks = [new Walk()];
  private ending: Ending | undefined;
  private writer: Writer | undefined;
  /** Marks are long: only the last one is read. */
  private markLine: string | undefined;

  /** False if it is not a line of a journal. */
  takes(line: string): boolean {
    if (line.startsWith('{"mark":')) {
      this.markLine = line;
      this.walks.at(-1)!.restart({ note: undefined });
      return true;
    }
    const value = parsed(line);
    if (!this.header) return this.takesHeader(value);
    if (Array.isArray(value)) (value as Entry[]).forEach((entry) => this.takeEntry(entry));
    else if (value) this.takeRemark(value as Remark);
    return value !== undefined;
  }

  content() {
    const { header, calibration, walks, ending, writer } = this;
    this.readMark();
    return { header, calibration, walks, ending, writer };
  }

  private takesHeader(value: unknown): boolean {
    const header = value as Partial<Header> | undefined;
    if (header?.journal !== 'whittle') return false;
    this.header = header as Header;
    return true;
  }

  private takeEntry(entry: Entry): void {
    this.walks.at(-1)!.take(entry);
    if (entry[0] !== 'e') return;
    this.readMark();
    this.walks.push(new Walk());
  }

  private takeRemark(remark: Remark): void {
    if ('calibrated' in remark) this.calibration = remark.calibrated;
    if ('writer' in remark) this.writer = remark.writer;
    this.ending = 'ended' in remark ? remark.ended : undefined;
  }

  private readMark(): void {
    const mark = this.markLine && (parsed(this.markLine) as { mark: Mark } | undefined)?.mark;
    if (mark) this.walks.at(-1)!.mark = mark;
    this.markLine = undefined;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
