/** Revisions, whose files git itself lays out, with its filters, permissions and links. */
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import { OracleError } from '../oracle/calibration/calibrate';
import type { ChangedFile } from '../oracle/places/place';
import { realPath, wayIn, within } from '../oracle/places/roots';
import { rootPrefix } from '../oracle/processes/escapees';
import { removeAfter } from '../oracle/platform/files';

export interface Revision {
  /** Full hash. */
  readonly hash: string;
  /** For people: `HEAD`, `HEAD~1`, `main`, with a short hash. */
  readonly name: string;
}

export type Repository = NonNullable<Awaited<ReturnType<typeof repositoryOf>>>;

/** More files are not another state of the same sources. */
const mostFiles = 3000;

/** Branches that others begin at. */
const trunks = ['@{upstream}', 'origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * The repository of a workspace, or of a folder in it, if the workspace is in none; undefined without one, or without git. `signal` ends
 * what git does.
 */
export async function repositoryOf(workspace: string, signal: AbortSignal, folder = workspace) {
  const root = realPath(workspace);
  const top = (await topOf(root, signal)) ?? (await topOf(realPath(folder), signal));
  if (top === undefined) return undefined;
  const git = gitIn(top, signal);
  const line = async (...args: string[]) => (await git(args)).output?.toString().trim() || undefined;
  const revision = async (name: string, ...args: string[]): Promise<Revision[]> => {
    const hash = await line(...args);
    const short = hash?.slice(0, 7);
    return hash === undefined ? [] : [{ hash, name: hash.startsWith(name) ? short! : `${name} (${short})` }];
  };
  const named = (name: string) =>
    revision(name, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return {
    /** Its directory, without links. */
    top,
    /** The candidates for a revision at which a test passes, the cheapest first. */
    async revisions(): Promise<Revision[]> {
      const bases = Promise.all(trunks.map((trunk) => revision(trunk, 'merge-base', 'HEAD', trunk)));
      const near = [...(await named('HEAD')), ...(await named('HEAD~1'))];
      const [base] = (await bases).flat();
      return base === undefined || near.some(({ hash }) => hash === base.hash) ? near : [...near, base];
    },
    /** Throws `OracleError` if git does not know it. */
    async named(name: string): Promise<Revision> {
      const [one] = name.startsWith('-') ? [] : await named(name);
      if (one) return one;
      throw new OracleError(l10n.t('git does not know "{0}": give a commit, a branch or a tag.', name));
    },
    /** A file at that revision; undefined if it is not in it. `path`: absolute. Throws `OracleError` if it cannot be read. */
    async show(at: Revision, path: string): Promise<Buffer | undefined> {
      const way = wayIn(top, realPath(path));
      const isThere = way && (await git(['cat-file', '-e', `${at.hash}:${way}`])).output;
      return way && isThere ? Buffer.from((await layOut(git, top, at, [way]))[0].bytes) : undefined;
    },
    /** Those of these files of the workspace that are in no revision. */
    ignored: (paths: readonly string[]) => ignoredOf(git, root, paths),
    /** What has changed a file since then, until HEAD if not given, the newest first: `1a2b3c4 cart: round up`. `path`: absolute. */
    commits: (path: string, since: Revision, until?: Revision) => commitsOf(git, path, since, until),
    /** How many there are before HEAD, by first parents. */
    before: async () => Number((await line('rev-list', '--count', '--first-parent', 'HEAD')) ?? 1) - 1,
    /** The files of the workspace that are otherwise at that revision, but for `except`. Throws `OracleError`. */
    changes: (at: Revision, except: string) => changedFiles(git, { root, top }, at, except),
  };
}

async function ignoredOf(git: Git, root: string, paths: readonly string[]): Promise<string[]> {
  const input = paths.map((path) => join(root, path)).join('\0');
  const { output } = await git(['check-ignore', '-z', '--stdin'], { input });
  return (output?.toString().split('\0') ?? []).filter(Boolean).map((path) => relative(root, path));
}

async function commitsOf(git: Git, path: string, since: Revision, until?: Revision): Promise<string[]> {
  const range = `${since.hash}..${until?.hash ?? 'HEAD'}`;
  const { output } = await git(['log', '--format=%h %s', '--abbrev=7', range, '--', realPath(path)]);
  return output?.toString().split('\n').filter(Boolean) ?? [];
}

async function topOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  const { output } = await gitIn(path, signal)(['rev-parse', '--show-toplevel']);
  return output && realPath(output.toString().trim());
}

/** Of `git diff --raw -z`: `:` and both modes, both hashes and a letter, then the path. */
const entry = /:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g;

async function changedFiles(
  git: Git,
  { root, top }: { root: string; top: string },
  at: Revision,
  except: string,
): Promise<ChangedFile[]> {
  const part = within(top, root) === undefined ? top : root;
  const { output } = await git(['diff', '--raw', '-z', '--no-renames', '--abbrev=40', at.hash, '--', part]);
  if (!output) throw unreadable(at.name);
  const entries = [...output.toString().matchAll(entry)]
    .map(([, there, here, path]) => ({ path, modes: [there, here] }))
    .filter(({ path }) => join(top, path) !== except);
  // The files of a repository in this one are not in this one.
  const hasModule = entries.some(({ modes }) => modes.includes('160000'));
  if (entries.length > mostFiles || hasModule) {
    throw new OracleError(
      l10n.t('{0} differs in a submodule or in more than {1} files: choose a nearer revision.', at.name, mostFiles),
    );
  }
  const there = entries.filter(({ modes: [mode] }) => mode !== '000000').map(({ path }) => path);
  const laid = new Map((await layOut(git, top, at, there)).map((file) => [file.path, file]));
  return entries.flatMap(({ path }) => {
    const way = wayIn(root, join(top, path));
    return way === undefined ? [] : [{ ...laid.get(path), path: way }];
  });
}

type Git = ReturnType<typeof gitIn>;

/** Git as a function: output, unless it failed, and what it says of errors. */
function gitIn(root: string, signal: AbortSignal) {
  return async (args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) => {
    const done = await execa('git', ['-C', root, ...args], {
      input: more.input,
      encoding: 'buffer',
      stripFinalNewline: false,
      reject: false,
      cancelSignal: signal,
      env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...more.env },
      maxBuffer: 256e6,
    });
    signal.throwIfAborted();
    const output = done.exitCode === 0 ? Buffer.from(done.stdout) : undefined;
    return { output, said: Buffer.from(done.stderr).toString() };
  };
}

export interface Laid extends ChangedFile {
  readonly bytes: Uint8Array;
}

/** `paths`: files and links of the revision, relative to `top`. Throws `OracleError` if one cannot be read as git would write it. */
async function layOut(git: Git, top: string, { hash, name }: Revision, paths: readonly string[]): Promise<Laid[]> {
  if (paths.length === 0) return [];
  const home = await mkdtemp(join(resolve(tmpdir()), rootPrefix()));
  try {
    const env = { GIT_INDEX_FILE: join(home, 'index'), LC_ALL: 'C' };
    if (!(await git(['read-tree', hash], { env })).output) throw unreadable(name);
    const files = join(home, 'files');
    const args = ['-C', top, 'checkout-index', '--force', '-z', '--stdin', `--prefix=${files.replaceAll(sep, '/')}/`];
    const { output, said } = await git(args, { env, input: paths.map((path) => `${path}\0`).join('') });
    const isWhole = output && !/filter.*failed/.test(said);
    return paths.map((path) => {
      const laid = isWhole && entryAt(files, path);
      // Git has only written where a large file is.
      const isPointer = laid && /^version https:\/\/git-lfs/.test(Buffer.from(laid.bytes.subarray(0, 100)).toString());
      if (laid && !isPointer) return laid;
      throw new OracleError(
        l10n.t(
          '{0} could not be read at {1}: fetch it with git, repair its filter, or choose another revision.',
          paths.find((one) => said.includes(one)) ?? path,
          name,
        ),
      );
    });
  } finally {
    await removeAfter(home);
  }
}

function unreadable(name: string): OracleError {
  return new OracleError(l10n.t('{0} cannot be read: choose another revision.', name));
}

/** Of a directory; undefined if there is no file, and no link. */
export function entryAt(directory: string, path: string): Laid | undefined {
  const at = join(directory, path);
  const status = lstatSync(at, { throwIfNoEntry: false });
  if (status?.isSymbolicLink()) {
    const link = readlinkSync(at);
    return { path, link, bytes: Buffer.from(link) };
  }
  return status?.isFile() ? { path, bytes: readFileSync(at), mode: status.mode } : undefined;
}
