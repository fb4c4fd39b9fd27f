/**
 * `overlay`: the candidate in a copy of the workspace. Each worker has a tree of its own. Why copies and not links, and what they
 * take: docs/notes/places.md.
 */
import * as l10n from '@vscode/l10n';
import { chmodSync, existsSync, lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeStubborn } from '../remove';
import { lending, slots, usable } from './directories';
import { SandboxError, oneFile, withoutCaches, type ChangedFile, type Placement, type Target } from './place';
import { counterparts, nearestRoot, realPath, within } from './roots';
import { type Directory, type Entry, linkTo, type Tree, treeAt } from './tree';
import { snapshot } from './snapshot';
import { bits, usual } from '../platform/files';

export const overlay: Placement = {
  name: 'overlay',
  description: "In the file's own place in a copy of its workspace: imports, settings and test runners work.",
  hint: () => l10n.t('it must end with 0 while the bug is there, also in a copy of the workspace (overlay).'),
  open(home, target) {
    const workspace = workspaceOf(target);
    const mode = lstatSync(workspace.file).mode & bits.permissions;
    const picture = usable(() => pictureFor(workspace, target.changes ?? [], join(home.path, 'snapshot')));
    const { lend, takeBack } = lending();
    const trees = slots((number) => slotAt(join(home.path, `overlay-${number}`), workspace));
    return {
      async put(content, test) {
        const bytes = oneFile(content);
        const temporary = join(home.path, `${test}.tmp`);
        const tree = trees.lend();
        await lend([temporary], () => {
          tree.hold(picture, tree.file);
          renew(tree.file, bytes, mode);
        });
        const clear = async () => {
          trees.takeBack(tree);
          await takeBack([temporary]);
        };
        return { paths: pathsIn(tree, workspace), temporary, env: withoutCaches, clear };
      },
      dispose: () => undefined,
    };
  },
};

interface Workspace {
  readonly root: string;
  readonly file: string;
}

/** A tree that one test at a time has. */
interface Slot extends Tree {
  /** The root of the copy. */
  readonly path: string;
  /** The candidate's file in it. */
  readonly file: string;
}

/** Both without links. Throws `SandboxError`. */
function workspaceOf({ fileName, file: given, root: wanted }: Target): Workspace {
  if (given === undefined) {
    throw new SandboxError(l10n.t('{0} is not a file on disk: save it, or choose the placement copy.', fileName));
  }
  const file = realPath(given);
  const root = realPath(wanted ?? nearestRoot(file));
  if (!within(root, file))
    throw new SandboxError(l10n.t('{0} is not in {1}: give a root that contains the file.', file, root));
  return { root, file };
}

function slotAt(path: string, { root, file }: Workspace): Slot {
  const copy = join(path, nameOf(root));
  return { ...treeAt(path), path: copy, file: join(copy, within(root, file)!) };
}

function nameOf(root: string): string {
  return basename(root) || 'root';
}

/** The directory that has the copy in it. `store`: for our copies of files. Throws `SandboxError`. */
function pictureFor(workspace: Workspace, changes: readonly ChangedFile[], store: string): Directory {
  const name = nameOf(workspace.root);
  const whole = changes.reduce(withChange, snapshot({ ...workspace, store }));
  const packages = packagesAbove(dirname(workspace.root));
  const entries = new Map<string, Entry>(packages === undefined ? [] : [['node_modules', linkTo(packages)]]);
  return { kind: 'directory', mode: usual.privateDirectory, entries: entries.set(name, whole) };
}

/** Packages are also looked for above the workspace. */
function packagesAbove(directory: string): string | undefined {
  const packages = join(directory, 'node_modules');
  if (existsSync(packages)) return packages;
  return dirname(directory) === directory ? undefined : packagesAbove(dirname(directory));
}

/** A new file each time: a test may have changed the last one. */
function renew(file: string, bytes: Uint8Array, mode: number): void {
  removeStubborn(file);
  writeFileSync(file, bytes, { flag: 'wx', mode });
  // The umask has narrowed the mode above.
  chmodSync(file, mode);
}

function pathsIn({ path, file }: Slot, { root, file: original }: Workspace) {
  const relative = within(root, original)!;
  return {
    file,
    directory: dirname(file),
    relative,
    relativeDirectory: dirname(relative),
    alone: false,
    moved: counterparts(root, path),
  };
}

function withChange(whole: Directory, { path, bytes, mode, link }: ChangedFile): Directory {
  const file: Entry | undefined = bytes && { kind: 'bytes', bytes, mode };
  return withEntry(whole, path.split('/'), link === undefined ? file : linkTo(link));
}

/** The directory with another entry at this way, or without one. Nothing changes below a link. */
function withEntry(directory: Directory, [name, ...rest]: readonly string[], entry: Entry | undefined): Directory {
  const entries = new Map(directory.entries);
  const child = entries.get(name);
  if (rest.length > 0) {
    if (child ? child.kind !== 'directory' : !entry) return directory;
    const inside: Directory = (child as Directory | undefined) ?? { kind: 'directory', entries: new Map() };
    entries.set(name, withEntry(inside, rest, entry));
  } else if (entry) entries.set(name, entry);
  else entries.delete(name);
  return { ...directory, entries };
}
