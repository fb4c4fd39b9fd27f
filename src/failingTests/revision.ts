/** Revisions at which the test may pass, as git knows them, and the sources of one of them around the test file. */
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import { join } from 'node:path';
import type { ChangedFile } from '../oracle/places/place';
import { realPath, within } from '../oracle/places/roots';
import { layOut, RevisionError, type Git } from './layOut';

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
  /** A file at that revision; undefined if it is not in it. `path`: absolute. Throws `RevisionError` if it cannot be read. */
  show(revision: Revision, path: string): Promise<Buffer | undefined>;
  /** What of the workspace is otherwise at that revision, but for `except`. Throws `RevisionError`. */
  changes(revision: Revision, except: string): Promise<ChangedFile[]>;
}

/** More files are not another state of the same sources. */
const mostFiles = 3000;

/** Branches that others begin at. */
const trunks = ['@{upstream}', 'origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/** The repository of a directory; undefined without one, or without git. `signal` ends what git does. */
export async function repositoryOf(workspace: string, signal: AbortSignal): Promise<Repository | undefined> {
  const root = realPath(workspace);
  const git: Git = async (args, { input, env } = {}) => {
    const done = await execa('git', ['-C', root, ...args], {
      input,
      encoding: 'buffer',
      stripFinalNewline: false,
      reject: false,
      cancelSignal: signal,
      env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...env },
      maxBuffer: 256e6,
    });
    signal.throwIfAborted();
    const output = done.exitCode === 0 ? Buffer.from(done.stdout) : undefined;
    return { output, said: Buffer.from(done.stderr).toString() };
  };
  const line = async (...args: string[]) => (await git(args)).output?.toString().trim() || undefined;
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
    async show(revision, path) {
      const way = within(realPath(top), realPath(path))?.replaceAll('\\', '/');
      const there = way && (await git(['cat-file', '-e', `${revision.hash}:${way}`])).output;
      return way && there ? Buffer.from((await layOut(git, realPath(top), revision, [way]))[0].bytes) : undefined;
    },
    changes: (revision, except) => changesAt(git, { root, top, except }, revision),
  };
}

function revision(hash: string, name: string): Revision {
  const short = hash.slice(0, 7);
  return { hash, name: hash.startsWith(name) ? short : `${name} (${short})` };
}

async function changesAt(
  git: Git,
  { root, top, except }: { readonly root: string; readonly top: string; readonly except: string },
  revision: Revision,
): Promise<ChangedFile[]> {
  const { hash, name } = revision;
  const { output } = await git(['diff', '--raw', '-z', '--no-renames', '--abbrev=40', hash, '--', root]);
  if (!output) throw new RevisionError(l10n.t('{0} cannot be read: choose another revision.', name));
  const entries = changesIn(output.toString()).filter(({ path }) => join(top, path) !== except);
  if (entries.length > mostFiles)
    throw new RevisionError(l10n.t('{0} differs in {1} files: choose a nearer revision.', name, entries.length));
  const module = entries.find(({ isModule }) => isModule);
  if (module)
    throw new RevisionError(
      l10n.t('{0} has another state of the submodule {1}: choose a revision with the same one.', name, module.path),
    );
  const there = entries.filter(({ isThere }) => isThere).map(({ path }) => path);
  const laid = new Map((await layOut(git, realPath(top), revision, there)).map((file) => [file.path, file]));
  return entries.flatMap(({ path }) => {
    const way = within(root, join(realPath(top), path));
    return way === undefined ? [] : [{ ...laid.get(path), path: way.replaceAll('\\', '/') }];
  });
}

interface Entry {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** At the revision. */
  readonly isThere: boolean;
  /** A repository in this one, here or there: its files are not in this one. */
  readonly isModule: boolean;
}

/** Of `git diff --raw -z`: `:` and both modes, both hashes and a letter, then the path. */
function changesIn(raw: string): Entry[] {
  const parts = raw.split('\0');
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const modes = parts[at].replace(/^:/, '').split(' ').slice(0, 2);
    entries.push({ path: parts[at + 1], isThere: modes[0] !== '000000', isModule: modes.includes('160000') });
  }
  return entries;
}
