/** Revisions at which the test may pass, as git knows them, and the sources of one of them around the test file. */
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import { join } from 'node:path';
import type { ChangedFile } from '../oracle/places/place';
import { realPath, within } from '../oracle/places/roots';

export interface Revision {
  /** Full hash. */
  readonly hash: string;
  /** For people: `HEAD`, `HEAD~1`, `main`, with a short hash. */
  readonly name: string;
}

export interface Repository {
  /** Its directory, without links. */
  readonly top: string;
  /** The candidates for a revision at which a test passes, the cheapest first. */
  revisions(): Promise<Revision[]>;
  /** Throws `RevisionError` if git does not know it. */
  named(name: string): Promise<Revision>;
  /** A file at that revision; undefined if it is not in it. `path`: absolute. */
  show(revision: Revision, path: string): Promise<Buffer | undefined>;
  /** What of the workspace is otherwise at that revision, but for `except`. Throws `RevisionError`. */
  changes(revision: Revision, except: string): Promise<ChangedFile[]>;
}

/** A revision that cannot be used; the message is one sentence with the remedy. */
class RevisionError extends Error {}

/** More files are not another state of the same sources. */
const mostFiles = 3000;

/** Branches that others begin at. */
const trunks = ['@{upstream}', 'origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/** The repository of a directory; undefined without one, or without git. `signal` ends what git does. */
export async function repositoryOf(workspace: string, signal: AbortSignal): Promise<Repository | undefined> {
  const root = realPath(workspace);
  const git: Git = async (args, input) => {
    const done = await execa('git', ['-C', root, ...args], {
      input,
      encoding: 'buffer',
      stripFinalNewline: false,
      reject: false,
      cancelSignal: signal,
      env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
      maxBuffer: 256e6,
    });
    signal.throwIfAborted();
    return done.exitCode === 0 ? Buffer.from(done.stdout) : undefined;
  };
  const line = async (...args: string[]) => (await git(args))?.toString().trim() || undefined;
  const top = await line('rev-parse', '--show-toplevel');
  if (top === undefined) return undefined;
  const hashOf = (name: string) => line('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return {
    top: realPath(top),
    async revisions() {
      const baseOf = (trunk: string) => line('merge-base', 'HEAD', trunk);
      const [head, before, ...bases] = await Promise.all([hashOf('HEAD'), hashOf('HEAD~1'), ...trunks.map(baseOf)]);
      const found = [...(head ? [revision(head, 'HEAD')] : []), ...(before ? [revision(before, 'HEAD~1')] : [])];
      const nearest = bases.findIndex((base) => base !== undefined);
      const base = bases[nearest];
      if (base !== undefined && !found.some(({ hash }) => hash === base)) found.push(revision(base, trunks[nearest]));
      return found;
    },
    async named(name) {
      const hash = name.startsWith('-') ? undefined : await hashOf(name);
      if (hash === undefined)
        throw new RevisionError(l10n.t('git does not know "{0}": give a commit, a branch or a tag.', name));
      return revision(hash, name);
    },
    show: async ({ hash }, path) => {
      const way = within(realPath(top), realPath(path));
      return way === undefined ? undefined : git(['cat-file', '--filters', `${hash}:${way.replaceAll('\\', '/')}`]);
    },
    changes: (revision, except) => changesAt(git, { root, top, except }, revision),
  };
}

function revision(hash: string, name: string): Revision {
  const short = hash.slice(0, 7);
  return { hash, name: hash.startsWith(name) ? short : `${name} (${short})` };
}

type Git = (args: readonly string[], input?: string) => Promise<Buffer | undefined>;

async function changesAt(
  git: Git,
  { root, top, except }: { readonly root: string; readonly top: string; readonly except: string },
  { hash, name }: Revision,
): Promise<ChangedFile[]> {
  const list = await git(['diff', '--raw', '-z', '--no-renames', '--abbrev=40', hash, '--', root]);
  const entries = changesIn(list?.toString() ?? '').filter(({ path }) => join(top, path) !== except);
  if (entries.length > mostFiles)
    throw new RevisionError(l10n.t('{0} differs in {1} files: choose a nearer revision.', name, entries.length));
  const there = entries.filter(({ blob }) => blob !== undefined);
  const names = there.map(({ blob, path }) => `${blob} ${path}\n`).join('');
  const bytes = blobsIn((await git(['cat-file', '--batch', '--filters'], names)) ?? Buffer.alloc(0));
  return entries.flatMap((entry) => {
    const way = within(root, join(realPath(top), entry.path));
    if (way === undefined) return [];
    return [
      { path: way.replaceAll('\\', '/'), bytes: entry.blob === undefined ? undefined : bytes[there.indexOf(entry)] },
    ];
  });
}

interface Entry {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** Its hash at the revision; unset if it is not there. */
  readonly blob: string | undefined;
}

/** Of `git diff --raw -z`; links and submodules are left out. */
function changesIn(raw: string): Entry[] {
  const parts = raw.split('\0');
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [mode, , blob] = parts[at].replace(/^:/, '').split(' ');
    if (mode === '000000' || mode.startsWith('100'))
      entries.push({ path: parts[at + 1], blob: mode === '000000' ? undefined : blob });
  }
  return entries;
}

/** Of `git cat-file --batch`: a line with the size, the bytes, and a line end. */
function blobsIn(output: Buffer): Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const size = Number(output.subarray(at, end).toString().split(' ').at(-1));
    blobs.push(output.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return blobs;
}
