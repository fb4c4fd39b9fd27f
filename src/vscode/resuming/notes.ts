/** The notes of runs that are under way, one small file each. What cannot be read is left out; what cannot be written is not there. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isNote } from './note';
import type { RunNote } from './note';

const ending = '.run.json';

export class Notes {
  /** One after the other, so that the last word stays. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** `name`: of the run's document. */
  read(name: string): Promise<RunNote | undefined> {
    return this.inTurn(async () => readNote(this.fileOf(name)));
  }

  async list(): Promise<RunNote[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith(ending));
    const notes = await Promise.all(names.map((name) => readNote(join(this.folder, name))));
    return notes.filter((note) => note !== undefined);
  }

  write(name: string, note: RunNote): Promise<void> {
    return this.inTurn(async () => writeWhole(this.fileOf(name), JSON.stringify(note)));
  }

  remove(name: string): Promise<void> {
    return this.inTurn(async () => rm(this.fileOf(name), { force: true }).catch(() => {}));
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.last.then(act);
    this.last = done;
    return done;
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}${ending}`);
  }
}

async function readNote(file: string): Promise<RunNote | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isNote(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whoever reads meanwhile finds the file whole, or as it was. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `${basename(file)}.${process.pid}`);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}
