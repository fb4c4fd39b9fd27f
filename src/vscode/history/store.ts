/** The last runs on disk: one small file each, the oldest goes when there are too many. What cannot be read is left out. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIsolation, isRecord } from './record';
import type { IsolationRecord, RunRecord } from './record';

/** Runs that are kept. */
export const mostRuns = 20;

/** Longer results are not kept, bytes. */
export const longestText = 1_000_000;

interface Kept {
  readonly id: string;
  /** Were the texts kept, too? */
  readonly hasText: boolean;
}

/** Records without their texts, which stay on disk. */
export type KeptReduction = Omit<RunRecord, 'text'> & Kept;
export type KeptIsolation = Omit<IsolationRecord, 'texts'> & Kept;
export type KeptRun = KeptReduction | KeptIsolation;
type AnyRecord = RunRecord | IsolationRecord;

/** Begins with the time, so that names sort by it. */
const namePattern = /^(\d{15}-[\da-f]{8})\.json(?:\.draft)?$/;

const format = 1;

export class HistoryStore {
  /** One after the other: none counts the files of another's half. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** The newest first. */
  async list(): Promise<KeptRun[]> {
    const names = (await this.names()).filter((name) => name.endsWith('.json'));
    const runs = await Promise.all(names.map((name) => this.read(idOf(name))));
    return runs.flatMap((run) => run ?? []).map(withoutTexts);
  }

  /** Rejects if it cannot be written. */
  add(record: AnyRecord): Promise<void> {
    const done = this.last.then(async () => this.write(record));
    this.last = done.catch(() => {});
    return done;
  }

  /** Undefined if the run is gone. */
  async read(id: string): Promise<(AnyRecord & { readonly id: string }) | undefined> {
    try {
      const { format: found, ...record } = JSON.parse(await readFile(this.fileOf(id), 'utf8')) as Stored;
      return found === format && isRecord(record) ? { ...record, id } : undefined;
    } catch {
      return undefined;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.fileOf(id), { force: true });
  }

  async clear(): Promise<void> {
    for (const name of await this.names()) await rm(join(this.folder, name), { force: true });
  }

  private async write(record: AnyRecord): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const id = `${String(record.when).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
    const stored: Stored = { format, ...(bytesOf(record) <= longestText ? record : bare(record)) };
    // Whoever reads meanwhile finds the file whole, or none.
    const draft = `${this.fileOf(id)}.draft`;
    await writeFile(draft, JSON.stringify(stored), { mode: 0o600 });
    await rename(draft, this.fileOf(id));
    for (const name of (await this.names()).slice(mostRuns)) await rm(join(this.folder, name), { force: true });
  }

  /** Of our files, the newest first. */
  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => namePattern.test(name))
      .sort()
      .reverse();
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}

type Stored = AnyRecord & { readonly format: typeof format };

function withoutTexts(record: AnyRecord & Pick<Kept, 'id'>): KeptRun {
  return { ...bare(record), id: record.id, hasText: textsOf(record) !== undefined };
}

function bare(record: AnyRecord): AnyRecord {
  if (isIsolation(record)) {
    const { texts: _texts, ...rest } = record;
    return rest;
  }
  const { text: _text, ...rest } = record;
  return rest;
}

/** Undefined if they are too long to be kept. */
function textsOf(record: AnyRecord): readonly string[] | undefined {
  if (isIsolation(record)) return record.texts && [record.texts.passing, record.texts.failing];
  return record.text === undefined ? undefined : [record.text];
}

function bytesOf(record: AnyRecord): number {
  return (textsOf(record) ?? []).reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
}

function idOf(name: string): string {
  return namePattern.exec(name)![1];
}
