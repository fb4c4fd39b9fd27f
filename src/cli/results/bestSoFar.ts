/**
 * The best result so far, on disk while a run is under way: who kills the process loses seconds. It lies in the state directory,
 * goes when the run has written its result, and is told of at the next run on the same input if the run had no end.
 */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Content } from '../../oracle/content';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import { isOther, isRunning, thisProcess } from '../../reduction/journal/writers';
import type { Writer } from '../../reduction/journal/writers';
import { keptDirectories, writeContent } from './elsewhere';

/** Between two writes, ms. */
const gapMs = 3000;

interface Note {
  /** The input. */
  readonly path: string;
  readonly writer: Writer;
}

export class BestSoFar {
  private latest: (() => Content) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private directory: string | undefined;
  private isOver = false;

  /** `name`: of the result. `onFirst` is told where it is. */
  constructor(
    private readonly input: string,
    private readonly name: string,
    private readonly onFirst: (path: string) => void,
  ) {}

  /** A better one is there; what gives it is asked when it is written. */
  readonly offer = (contentOf: () => Content): void => {
    this.latest = contentOf;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = this.writing.then(() => this.write());
    }, gapMs).unref();
  };

  /** The last one is on disk: returns where. Undefined if there is none, or it cannot be written. */
  async keep(): Promise<string | undefined> {
    clearTimeout(this.timer);
    await (this.writing = this.writing.then(() => this.write()));
    return this.directory && join(this.directory, this.name);
  }

  /** It is not needed any more, and nobody is told of it. */
  async drop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.writing;
    if (this.directory !== undefined) await rm(this.directory, { recursive: true, force: true }).catch(() => {});
  }

  /** What cannot be kept is not there: that must not cost the run. */
  private async write(): Promise<void> {
    const { latest } = this;
    if (!latest || this.isOver) return;
    this.latest = undefined;
    try {
      const isFirst = this.directory === undefined;
      this.directory ??= await noted({ path: resolve(this.input), writer: thisProcess() });
      await replace(this.directory, this.name, latest());
      if (isFirst && !this.isOver) this.onFirst(join(this.directory, this.name));
    } catch {
      this.latest ??= latest;
    }
  }
}

/** Whoever looks finds the one or the other, whole: the older one is `old` for a moment. */
async function replace(directory: string, name: string, content: Content): Promise<void> {
  const [path, draft, old] = [name, '.draft', '.old'].map((one) => join(directory, one));
  await rm(draft, { recursive: true, force: true });
  await writeContent(draft, content);
  await rename(path, old).catch(() => {});
  await rename(draft, path);
  await rm(old, { recursive: true, force: true });
}

/** Directories of best results so far, the better one first. Asking for one throws if it has no path. */
const bestDirectories: readonly (() => string)[] = [
  () => join(stateDirectory(), 'best'),
  () => join(tmpdir(), 'whittle-best'),
];

function prefixOf(path: string): string {
  return `${createHash('sha256').update(path).digest('hex').slice(0, 16)}-`;
}

async function noted(note: Note): Promise<string> {
  let problem: unknown;
  for (const best of bestDirectories) {
    try {
      const all = best();
      makeStateDirectory(all);
      const directory = await mkdtemp(join(all, prefixOf(note.path)));
      await writeFile(join(directory, 'note.json'), JSON.stringify(note), { mode: 0o600 });
      return directory;
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** What runs on this input have left that had no end: a sentence for each, which says where its result is from now on. */
export async function abandonedResults(input: string): Promise<string[]> {
  const path = resolve(input);
  const told: string[] = [];
  for (const best of bestDirectories) {
    const all = await Promise.resolve()
      .then(best)
      .catch(() => undefined);
    const names = all === undefined ? [] : await readdir(all).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(prefixOf(path)))) {
      const kept = await taken(join(all!, name), path).catch(() => undefined);
      if (kept !== undefined)
        told.push(`An earlier run on ${basename(path)} had no end: its best result is in ${kept}.`);
    }
  }
  return told;
}

/** Moves it to the results that are the user's; undefined if it is not abandoned, or empty. */
async function taken(directory: string, path: string): Promise<string | undefined> {
  const note = JSON.parse(await readFile(join(directory, 'note.json'), 'utf8')) as Note;
  if (note.path !== path || !isOther(note.writer) || isRunning(note.writer)) return undefined;
  await rename(join(directory, '.old'), join(directory, 'earlier')).catch(() => {});
  const names = (await readdir(directory)).filter((name) => name !== 'note.json' && name !== '.draft');
  const name = names.find((one) => one !== 'earlier') ?? names[0];
  if (name === undefined) {
    await rm(directory, { recursive: true, force: true });
    return undefined;
  }
  for (const one of keptDirectories) {
    try {
      makeStateDirectory(one());
      const kept = await mkdtemp(join(one(), 'whittle-result-'));
      // They may be on other disks.
      await cp(join(directory, name), join(kept, name), { recursive: true });
      await rm(directory, { recursive: true, force: true });
      return join(kept, name);
    } catch {
      // Then in the next one.
    }
  }
  return join(directory, name);
}
