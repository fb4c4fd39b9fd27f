/**
 * The best result so far, on disk during a run: a kill costs seconds of work. It lies in the state directory until the run has written
 * its result. If the run is killed, the next run on the same input tells where it is.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isFileSet, type Content } from '../oracle/content';
import { isOwnDirectory, makeStateDirectory, readOwnFile, stateDirectory } from '../oracle/stateDirectory';
import { isOther, isRunning, thisProcess, type Writer } from '../reduction/journal/identity';
import { privately } from '../oracle/platform/files';

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

  /** `name`: of the result. `onFirst` gets its path. */
  constructor(
    private readonly input: string,
    private readonly name: string,
    private readonly onFirst: (path: string) => void,
  ) {}

  /** A better result; `contentOf` is called when it is written. */
  readonly offer = (contentOf: () => Content): void => {
    this.latest = contentOf;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = this.writing.then(() => this.write());
    }, gapMs).unref();
  };

  /** Writes the last one and returns its path. Undefined if there is none, or it cannot be written. */
  async keep(): Promise<string | undefined> {
    clearTimeout(this.timer);
    await (this.writing = this.writing.then(() => this.write()));
    return this.directory && join(this.directory, this.name);
  }

  async drop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.writing;
    if (this.directory === undefined) return;
    await rm(this.directory, { recursive: true, force: true }).catch(() => {});
    // Only if it is empty, and ours.
    const parent = dirname(this.directory);
    if (parent !== resolve(tmpdir())) await rmdir(parent).catch(() => {});
  }

  /** A failure must not cost the run. */
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

/** At any moment one of both is whole: the older one is `.old` for a moment. */
async function replace(directory: string, name: string, content: Content): Promise<void> {
  const [path, draft, old] = [name, '.draft', '.old'].map((one) => join(directory, one));
  await rm(draft, { recursive: true, force: true });
  await writeContent(draft, content);
  await rename(path, old).catch(() => {});
  await rename(draft, path);
  await rm(old, { recursive: true, force: true });
}

/** Directories for best results so far, the better one first; others may share the second one. A call throws if there is no path. */
const bestDirectories: readonly (() => string)[] = [() => join(stateDirectory(), 'best'), tmpdir];

const noteName = 'note.json';

/** Random letters follow. */
function prefixOf(path: string): string {
  return `whittle-best-${createHash('sha256').update(path).digest('hex').slice(0, 16)}-`;
}

function noted(note: Note): Promise<string> {
  return inFirst(bestDirectories, prefixOf(note.path), async (directory) => {
    await writeFile(join(directory, noteName), JSON.stringify(note), { mode: privately.file });
    return directory;
  });
}

/** For each killed run on this input a sentence with the place of its result, which is the user's from then on. */
export async function abandonedResults(input: string): Promise<string[]> {
  const path = resolve(input);
  const told: string[] = [];
  for (const best of bestDirectories) {
    const names = await readdirIn(best).catch(() => []);
    for (const at of names.filter((one) => basename(one).startsWith(prefixOf(path)))) {
      const kept = await taken(at, path).catch(() => undefined);
      if (kept !== undefined)
        told.push(`An earlier run on ${basename(path)} was interrupted: its best result is in ${kept}.`);
    }
  }
  return told;
}

async function readdirIn(best: () => string): Promise<string[]> {
  const directory = best();
  return (await readdir(directory)).map((name) => join(directory, name));
}

/** Its path, told only once; undefined if there is none, its run still lives, or another user may have put it there. */
async function taken(directory: string, path: string): Promise<string | undefined> {
  const text = isOwnDirectory(directory) ? readOwnFile(join(directory, noteName)) : undefined;
  const note = text === undefined ? undefined : (JSON.parse(text) as Note);
  if (note?.path !== path || !isOther(note.writer) || isRunning(note.writer)) return undefined;
  await rename(join(directory, '.old'), join(directory, 'earlier')).catch(() => {});
  await rm(join(directory, noteName));
  const names = (await readdir(directory)).filter((name) => name !== '.draft');
  const name = names.find((one) => one !== 'earlier') ?? names[0];
  if (name === undefined) await rm(directory, { recursive: true, force: true });
  return name && join(directory, name);
}

/** Directories for results without a place of their own, the best first. A call throws if there is no path. */
export const keptDirectories: readonly (() => string)[] = [
  () => join(stateDirectory(), 'results'),
  tmpdir,
  () => process.cwd(),
];

/** Fills a new directory in the first of these where that succeeds. Throws the last error. */
export async function inFirst(
  directories: readonly (() => string)[],
  prefix: string,
  fill: (fresh: string) => Promise<string>,
): Promise<string> {
  let problem: unknown;
  for (const directory of directories) {
    let fresh: string | undefined;
    try {
      makeStateDirectory(directory());
      fresh = await mkdtemp(join(directory(), prefix));
      return await fill(fresh);
    } catch (error) {
      problem = error;
      if (fresh !== undefined) await rm(fresh, { recursive: true, force: true }).catch(() => {});
    }
  }
  throw problem;
}

/** A file, or a directory of several. */
export async function writeContent(path: string, content: Content): Promise<void> {
  if (!isFileSet(content)) return writeFile(path, content, { mode: privately.file });
  await mkdir(path, { recursive: true, mode: privately.directory });
  for (const file of content.files) {
    await mkdir(dirname(join(path, file.path)), { recursive: true });
    await writeFile(join(path, file.path), file.bytes, { mode: privately.file });
  }
}
