/** The last runs on disk; the oldest goes when there are too many. */
import { randomBytes } from 'node:crypto';
import { JsonFiles } from '../window/jsonFiles';
import {
  isFolderRecord,
  isIsolation,
  type AnyRecord,
  type FolderRecord,
  type IsolationRecord,
  type RunRecord,
} from './record';

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
