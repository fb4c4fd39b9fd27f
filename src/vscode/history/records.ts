/** Records of runs: JSON files of one folder. A reader finds a file whole or not at all; files of another format are left out. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privately, whenUnlocked } from '../../oracle/platform/files';
import type { KeptRun, RunRecord } from './record';

/** Changes with the meaning of records. */
const format = 5;

/** A draft becomes the record when it is whole. */
const fileName = /^([\w-]+)\.(?:json|draft)$/;

export class Records {
  /** Writes run one after the other: the last one stays. */
  private last: Promise<unknown> = Promise.resolve();

  /** `most`: records to keep, the last ones by their names. */
  constructor(
    readonly folder: string,
    private readonly most: number,
  ) {}

  async list(): Promise<KeptRun[]> {
    const ids = (await this.names()).flatMap((name) => (name.endsWith('.json') ? fileName.exec(name)![1] : []));
    return (await Promise.all(ids.map((id) => this.read(id)))).flatMap((record) => record ?? []);
  }

  async read(id: string): Promise<KeptRun | undefined> {
    await this.last;
    try {
      const found = JSON.parse(await readFile(this.fileOf(id), 'utf8')) as RunRecord & { readonly format: number };
      const { format: written, ...record } = found;
      return written === format ? { ...record, id } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Rejects if it cannot be written. */
  write(id: string, record: RunRecord): Promise<void> {
    return this.inTurn(async () => {
      const draft = join(this.folder, `${id}.draft`);
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, JSON.stringify({ ...record, format }), { mode: privately.file });
      await whenUnlocked(() => rename(draft, this.fileOf(id)));
      const old = (await this.names()).slice(this.most);
      await Promise.all(old.map((name) => rm(join(this.folder, name), { force: true })));
    });
  }

  remove(id: string): Promise<void> {
    return this.inTurn(() => rm(this.fileOf(id), { force: true })).catch(() => {});
  }

  /** The last one first. */
  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => fileName.test(name))
      .sort()
      .reverse();
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.last.then(act);
    this.last = done.catch(() => {});
    return done;
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
