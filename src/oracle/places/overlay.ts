/**
 * `overlay`: the candidate in a copy of the workspace as it is when the run begins. Its files are copied once, so that the user may go on
 * working and no test can write through to them, and each worker has a tree of them. What is large and not the user's own text is linked; a
 * repository gets a copy of its own (`git.ts`). Why copies and not links, and what they take: docs/notes/places.md.
 */
import * as l10n from '@vscode/l10n';
import { type Dirent, existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { hasCode, isThere, usual } from '../platform/files';
import { repositoryAt } from './git';
import { linked, runRoots } from './picture';
import { type ChangedFile, type Placement, SandboxError, fileOf, oneFile, pathsAmong, withoutCaches } from './place';
import { nearestRoot, realPath, within } from './roots';
import { slots, treeAt, type Copier, type Directory, type Entry, copierTo, linkTo, withEntry } from './tree';

export const overlay: Placement = {
  name: 'overlay',
  description: "In the file's own place in a copy of its workspace: imports, settings and test runners work.",
  open(root, target) {
    const file = fileOf(target);
    const workspace = realPath(target.root ?? nearestRoot(file));
    const way = within(workspace, file);
    if (!way)
      throw new SandboxError(
        l10n.t('{0} is not in {1}: give a folder that contains the file (‹root›).', file, workspace),
      );
    const { mode } = lstatSync(file);
    const name = basename(workspace) || 'root';
    const copyOf = copierTo(join(root, 'snapshot'));
    const whole = directoryAt({ root: workspace, file, copyOf, files: 0, bytes: 0 }, workspace);
    const picture = pictureAround(name, (target.changes ?? []).reduce(withChange, whole), dirname(workspace));
    const trees = slots((number) => treeAt(join(root, `overlay-${number}`)));
    return {
      put(content) {
        const tree = trees.lend();
        const [top, at] = [join(tree.path, name), join(name, way).split(sep)];
        tree.hold(withEntry(picture, at, { kind: 'bytes', bytes: oneFile(content), mode }));
        const paths = pathsAmong(join(top, way), top, (path) => {
          const there = within(workspace, realPath(path));
          return there === undefined ? path : join(top, there);
        });
        return { paths, env: withoutCaches, clear: () => trees.takeBack(tree) };
      },
    };
  },
};

/** The directory that has the copy in it. */
function pictureAround(name: string, whole: Directory, above: string): Directory {
  const packages = packagesAbove(above);
  const around: Directory = { kind: 'directory', mode: usual.privateDirectory, entries: new Map([[name, whole]]) };
  return packages === undefined ? around : withEntry(around, ['node_modules'], linkTo(packages));
}

/** Packages are also looked for above the workspace. */
function packagesAbove(directory: string): string | undefined {
  const packages = join(directory, 'node_modules');
  if (existsSync(packages)) return packages;
  return dirname(directory) === directory ? undefined : packagesAbove(dirname(directory));
}

function withChange(whole: Directory, { path, bytes, mode, link }: ChangedFile): Directory {
  const file = bytes && { kind: 'bytes' as const, bytes, mode };
  return withEntry(whole, path.split('/'), link === undefined ? file : linkTo(link));
}

/** Left out: caches that tests write, and that must not be shared. */
const leftOut = new Set(['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache']);
/** In a directory that is linked whatever its name: a virtual environment. */
const environmentMark = 'pyvenv.cfg';
export const limits = { files: 20_000, bytes: 200e6 };

interface Survey {
  readonly root: string;
  /** The input, in it: not copied. */
  readonly file: string;
  readonly copyOf: Copier;
  files: number;
  bytes: number;
}

/** Throws `SandboxError` if there is too much to copy. */
function directoryAt(survey: Survey, path: string, only?: (child: string) => boolean): Directory {
  const entries = new Map<string, Entry>();
  for (const child of readdirSync(path, { withFileTypes: true })) {
    const at = join(path, child.name);
    const entry = only && !only(at) ? linkTo(at) : entryIfThere(survey, at, child);
    if (entry) entries.set(child.name, entry);
  }
  return { kind: 'directory', mode: lstatSync(path).mode, entries };
}

/** A link if it may not be read; undefined if it was just removed. */
function entryIfThere(survey: Survey, path: string, child: Dirent): Entry | undefined {
  try {
    return entryAt(survey, path, child);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) return linkTo(path);
    if (!hasCode(error, 'ENOENT') || isThere(path)) throw error;
    return undefined;
  }
}

/** Undefined for caches, sockets and the like, and for the input: they are left out. */
function entryAt(survey: Survey, path: string, child: Dirent): Entry | undefined {
  if (child.name === '.git') return repositoryAt(path, survey.copyOf);
  if (child.isSymbolicLink()) return linkTo(targetOf(survey.root, path));
  if (child.isFile()) return path === survey.file ? undefined : fileAt(survey, path);
  if (!child.isDirectory() || leftOut.has(child.name) || runRoots.test(child.name)) return undefined;
  const onTheWay = (at: string) => within(at, survey.file) !== undefined;
  if (!linked.has(child.name) && !isThere(join(path, environmentMark))) return directoryAt(survey, path);
  if (onTheWay(path)) return directoryAt(survey, path, onTheWay);
  return child.name === 'node_modules' ? packagesAt(survey, path) : linkTo(path);
}

/** Linked whole, unless some of the packages are links to parts of the workspace: those lead to the copy of that part. */
function packagesAt(survey: Survey, path: string): Entry {
  let isOwn = false;
  const entries = readdirSync(path, { withFileTypes: true }).map((child): [string, Entry] => {
    const at = join(path, child.name);
    const isLink = child.isSymbolicLink();
    const entry =
      !isLink && child.name.startsWith('@') ? packagesAt(survey, at) : linkTo(isLink ? targetOf(survey.root, at) : at);
    isOwn ||= isLink || entry.kind === 'directory';
    return [child.name, entry];
  });
  if (!isOwn) return linkTo(path);
  return { kind: 'directory', mode: lstatSync(path).mode, entries: new Map(entries) };
}

/** A link that stays inside the workspace does so in its copy. */
function targetOf(root: string, path: string): string {
  const [to, from] = [readlinkSync(path), dirname(path)];
  const target = resolve(from, to);
  const inside = [target, realPath(target)].find((one) => within(root, one) !== undefined);
  return inside === undefined ? target : inside === target && !isAbsolute(to) ? to : relative(from, inside);
}

function fileAt(survey: Survey, path: string): Entry {
  survey.files++;
  survey.bytes += lstatSync(path).size;
  if (survey.files <= limits.files && survey.bytes <= limits.bytes) return survey.copyOf(path);
  throw new SandboxError(
    l10n.t(
      'The folder {0} is too big to copy (over {1} files or {2} MB). Choose a smaller folder (‹root›), or test in place (‹place=in-place›).',
      survey.root,
      limits.files,
      limits.bytes / 1e6,
    ),
  );
}
