/** JSON files of one folder. A reader finds a file whole or not at all; files of another format are left out. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privately, whenUnlocked } from '../../oracle/platform/files';

export class JsonFiles<T extends object> {
  /** Writes run one after the other: the last one stays. */
  private last: Promise<unknown> = Promise.resolve();
  private readonly pattern: RegExp;

  /** `ending`: of the files' names. */
  constructor(
    private readonly folder: string,
    private readonly ending: string,
    private readonly format: number,
  ) {
    this.pattern = new RegExp(`^([\\w-]+)${ending.replaceAll('.', '\\.')}(\\.\\d+\\.draft)?$`);
  }

  /** In the order of their names, the last one first. */
  async list(): Promise<(T & { readonly id: string })[]> {
    const whole = (await this.names()).filter((name) => name.endsWith(this.ending));
    const values = await Promise.all(whole.map((name) => this.read(this.pattern.exec(name)![1])));
    return values.flatMap((value) => value ?? []);
  }

  async read(id: string): Promise<(T & { readonly id: string }) | undefined> {
    await this.last;
    try {
      const { format, ...value } = JSON.parse(await readFile(this.fileOf(id), 'utf8')) as T & { format: number };
      return format === this.format ? { ...(value as unknown as T), id } : undefined;
    } catch {
      return undefined;
    }
  }

  /** `most`: files to keep, the last ones. Rejects if it cannot be written. */
  write(id: string, value: T, most = Infinity): Promise<void> {
    return this.inTurn(async () => {
      const file = this.fileOf(id);
      const draft = `${file}.${process.pid}.draft`;
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, JSON.stringify({ ...value, format: this.format }), { mode: privately.file });
      await whenUnlocked(() => rename(draft, file));
      await this.drop((await this.names()).slice(most));
    });
  }

  remove(id: string): Promise<void> {
    return this.inTurn(async () => rm(this.fileOf(id), { force: true }));
  }

  async clear(): Promise<void> {
    await this.drop(await this.names());
  }

  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => this.pattern.test(name))
      .sort()
      .reverse();
  }

  private async drop(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.folder, name), { force: true });
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.last.then(act);
    this.last = done.catch(() => {});
    return done;
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}${this.ending}`);
  }
}
