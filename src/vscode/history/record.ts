/** Records of finished runs: plain data for the history, bug reports and runs in the same way. */
import { randomBytes } from 'node:crypto';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Ending } from '../../reduction/events/events';
import type { Recipe } from '../oracles/tasksJson';
import type { IsolatedTexts } from '../../host/port';
import { JsonFiles } from '../window/jsonFiles';

export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

interface EndedRun {
  /** The address of the document, or of the folder. */
  readonly uri: string;
  /** From its workspace folder, with `/`; outside of any its name. */
  readonly path: string;
  /** When it ended, ms since 1970. */
  readonly when: number;
  /** The commands as they were written, each with its rule. */
  readonly rules: readonly SettledRule[];
  readonly tests: number;
  /** Of the whole run. */
  readonly ms: number;
  readonly ending: Ending;
  readonly confirmed: boolean;
  /** `Whittle 0.1.0`, `Visual Studio Code 1.100.0`, `Linux 6.1 x64`, … */
  readonly versions: readonly string[];
  /** Starts a run in the same way; unset for a part of a file. */
  readonly again?: Again;
}

export interface RunRecord extends EndedRun {
  readonly languageId: string;
  /** The text of the `SearchValue` that ran. */
  readonly search: string;
  readonly tokens: BeforeAfter;
  readonly bytes: BeforeAfter;
  /** The end of the commands' output for the result. */
  readonly output?: string;
  /** The file has a byte order mark, which `text` has not. */
  readonly marked: boolean;
  /** The result; unset if it is too long to keep. */
  readonly text?: string;
  /** Of the document's text before, see `digest`. */
  readonly original: string;
}

/** The run's document is the one that fails. */
export interface IsolationRecord extends EndedRun {
  readonly languageId: string;
  /** The address of the file that passes; unset for the empty file. */
  readonly passing?: string;
  /** Between the two texts. */
  readonly changes: number;
  readonly unit: string;
  /** Byte order marks included; unset if they are too long to keep. */
  readonly texts?: IsolatedTexts;
}

/** Of a reduction of several files. */
export interface FolderRecord extends EndedRun {
  readonly search: string;
  /** What was reduced, absolute. */
  readonly paths: readonly string[];
  readonly files: BeforeAfter;
  readonly tokens: BeforeAfter;
  /** The directory with the result; unset if it could not be written. */
  readonly result?: string;
  /** That is a reproduction. */
  readonly reproduces?: boolean;
}

export type AnyRecord = RunRecord | IsolationRecord | FolderRecord;

export function isFolderRecord<R extends object>(
  record: R,
): record is Extract<R, { readonly paths: readonly string[] }> {
  return 'paths' in record;
}

export function isIsolation<R extends object>(record: R): record is Extract<R, { readonly changes: number }> {
  return 'changes' in record;
}

export type RecordWithText = RunRecord & { readonly text: string };

/** A task by its name, or a command that is no task. */
export type Again = { readonly task: string } | { readonly recipe: Recipe };

/** The last runs on disk; the oldest goes when there are too many. */
export const mostRuns = 20;

/** Longer results are not kept, bytes. */
export const longestText = 1_000_000;

interface Kept {
  readonly id: string;
  /** The texts were kept, too; of a folder, the directory with its result. */
  readonly hasText: boolean;
}

/** Records without their texts, which stay on disk. */
export type KeptReduction = Omit<RunRecord, 'text'> & Kept;
export type KeptIsolation = Omit<IsolationRecord, 'texts'> & Kept;
type KeptFolder = FolderRecord & Kept;
export type KeptRun = KeptReduction | KeptIsolation | KeptFolder;

export class HistoryStore {
  private readonly files: JsonFiles<AnyRecord>;

  constructor(folder: string) {
    this.files = new JsonFiles(folder, '.json', 1);
  }

  /** The newest first. */
  async list(): Promise<KeptRun[]> {
    return (await this.files.list()).map((run) => ({
      ...bare(run),
      id: run.id,
      hasText: isFolderRecord(run) ? run.result !== undefined : textsOf(run) !== undefined,
    }));
  }

  /** Rejects if it cannot be written. */
  async add(record: AnyRecord): Promise<void> {
    // Names sort by time.
    const id = `${String(record.when).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
    const isShort = Buffer.byteLength((textsOf(record) ?? []).join('')) <= longestText;
    await this.files.write(id, isShort ? record : bare(record), mostRuns);
  }

  /** Undefined if the run is gone. */
  read(id: string): Promise<(AnyRecord & { readonly id: string }) | undefined> {
    return this.files.read(id);
  }

  remove(id: string): Promise<void> {
    return this.files.remove(id);
  }

  clear(): Promise<void> {
    return this.files.clear();
  }
}

function bare(record: AnyRecord): AnyRecord {
  if (isFolderRecord(record)) return record;
  return isIsolation(record) ? { ...record, texts: undefined } : { ...record, text: undefined };
}

function textsOf(record: AnyRecord): readonly (string | undefined)[] | undefined {
  if (isFolderRecord(record)) return undefined;
  if (isIsolation(record)) return record.texts && [record.texts.passing, record.texts.failing];
  return record.text === undefined ? undefined : [record.text];
}
