/**
 * The best result so far, on disk during a run: a kill costs seconds of work. It lies in the state directory until the run has written
 * its result, and stays if that fails. If the run is killed, the next run on the same input tells where it is.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isFileSet, type Content } from '../oracle/content';
import { attempt, privately } from '../oracle/platform/files';
import { isOwnDirectory, makeStateDirectory, stateDirectory } from '../oracle/stateDirectory';
import { writeFiles } from '../reduction/ending/outputs';
import { isRunning, thisProcess, type Writer } from '../reduction/journal/identity';
import { digest } from '../text/encoding';

export interface BestOf {
  /** The path of the input. */
  readonly input: string;
  /** Of the result. */
  readonly name: string;
}

type Note = BestOf & { readonly writer: Writer };

export class BestSoFar {
  /** The path of the result, once it is there. */
  private writing: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(
    private readonly of: BestOf,
    private readonly onFirst: (path: string) => void,
  ) {}

  /** Replaces the one before. A failure must not cost the run. */
  offer(content: Content): void {
    this.writing = this.writing.then(async (path) => {
      try {
        const at = path ?? (await noted(this.of));
        await replace(at, content);
        if (path === undefined) this.onFirst(at);
        return at;
      } catch {
        return path;
      }
    });
  }

  /** Its path: from then on it is the user's. Undefined if there is none, or it cannot be written. */
  async keep(): Promise<string | undefined> {
    const path = await this.writing;
    this.writing = Promise.resolve(undefined);
    if (path !== undefined) await rm(join(dirname(path), noteName), { force: true });
    return path;
  }

  async drop(): Promise<void> {
    const path = await this.writing;
    if (path === undefined) return;
    const directory = dirname(path);
    await rm(directory, { recursive: true, force: true }).catch(() => {});
    // Only if it is empty, and ours.
    if (dirname(directory) === attempt(bestDirectories[0], undefined)) await rmdir(dirname(directory)).catch(() => {});
  }
}

/** Beside a result: a newer one, and for a moment the older one, so that one of both is always whole. */
const [draftName, oldName, noteName] = ['.draft', '.old', 'note.json'];

async function replace(path: string, content: Content): Promise<void> {
  const [draft, old] = [draftName, oldName].map((name) => join(dirname(path), name));
  await rm(draft, { recursive: true, force: true });
  if (!isFileSet(content)) await writeFile(draft, content, { mode: privately.file });
  else {
    await mkdir(draft, { recursive: true, mode: privately.directory });
    await writeFiles(draft, content.files, privately.file);
  }
  await rename(path, old).catch(() => {});
  await rename(draft, path);
  await rm(old, { recursive: true, force: true });
}

/** Directories for results, the best one first; others may share the second one. A call throws if there is no path. */
const bestDirectories: readonly (() => string)[] = [() => join(stateDirectory(), 'best'), tmpdir, () => process.cwd()];

/** Random letters follow. */
function prefixOf(input: string): string {
  return `whittle-best-${digest(input).slice(0, 16)}-`;
}

/** The path of the result in a new directory, the first that can be made. Throws the last error. */
async function noted({ input, name }: BestOf): Promise<string> {
  const note: Note = { input: resolve(input), name, writer: thisProcess() };
  let problem: unknown;
  for (const best of bestDirectories) {
    try {
      makeStateDirectory(best());
      const directory = await mkdtemp(join(best(), prefixOf(note.input)));
      await writeFile(join(directory, noteName), JSON.stringify(note), { mode: privately.file });
      return join(directory, name);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** For each killed run on this input a sentence with the place of its result, which is the user's from then on. */
export async function abandonedResults(input: string): Promise<string[]> {
  const path = resolve(input);
  const told: string[] = [];
  for (const best of bestDirectories) {
    const names = attempt(() => readdirSync(best()), []).filter((name) => name.startsWith(prefixOf(path)));
    for (const name of names) {
      const left = await taken(join(best(), name), path).catch(() => undefined);
      if (left) told.push(`An earlier run on ${basename(path)} was interrupted: its best result is in ${left}.`);
    }
  }
  return told;
}

/** Its path, told only once; undefined if there is none, its run still lives, or another user may have put it there. */
async function taken(directory: string, input: string): Promise<string | undefined> {
  const text = isOwnDirectory(directory) ? await readFile(join(directory, noteName), 'utf8') : undefined;
  const note = text === undefined ? undefined : (JSON.parse(text) as Note);
  if (note?.input !== input || isRunning(note.writer)) return undefined;
  const path = join(directory, basename(note.name));
  if (!existsSync(path)) await rename(join(directory, oldName), path).catch(() => {});
  const isThere = existsSync(path);
  for (const name of isThere ? [draftName, oldName, noteName] : ['']) {
    await rm(join(directory, name), { recursive: true, force: true });
  }
  return isThere ? path : undefined;
}
