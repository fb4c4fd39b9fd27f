/**
 * `overlay`: the candidate in a copy of the workspace. Each worker has a tree of its own. Why copies and not links, and what they
 * take: docs/notes/places.md.
 */
import * as l10n from '@vscode/l10n';
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import {
  SandboxError,
  fileOf,
  oneFile,
  pathsAmong,
  withoutCaches,
  type ChangedFile,
  type Placement,
  type Target,
} from './place';
import { counterparts, nearestRoot, realPath, within } from './roots';
import { type Directory, copierTo, linkTo, withEntry } from './entries';
import { slots, treeAt } from './tree';
import { snapshot } from './snapshot';
import { usual } from '../platform/files';

export const overlay: Placement = {
  name: 'overlay',
  description: "In the file's own place in a copy of its workspace: imports, settings and test runners work.",
  open(root, target) {
    const workspace = workspaceOf(target);
    const { mode } = lstatSync(workspace.file);
    const picture = pictureFor(workspace, target.changes ?? [], join(root, 'snapshot'));
    const trees = slots((number) => treeAt(join(root, `overlay-${number}`)));
    return {
      put(content) {
        const tree = trees.lend();
        const way = [workspace.name, ...workspace.relative.split(sep)];
        tree.hold(withEntry(picture, way, { kind: 'bytes', bytes: oneFile(content), mode }));
        const clear = () => trees.takeBack(tree);
        const top = join(tree.path, workspace.name);
        const paths = pathsAmong(join(top, workspace.relative), top, counterparts(workspace.root, top));
        return { paths, env: withoutCaches, clear };
      },
    };
  },
};

/** Paths without links. */
interface Workspace {
  readonly root: string;
  /** Of its copy. */
  readonly name: string;
  readonly file: string;
  /** The way to the file. */
  readonly relative: string;
}

/** Throws `SandboxError`. */
function workspaceOf(target: Target): Workspace {
  const file = fileOf(target);
  const root = realPath(target.root ?? nearestRoot(file));
  const relative = within(root, file);
  if (!relative) throw new SandboxError(l10n.t('{0} is not in {1}: give a root that contains the file.', file, root));
  return { root, name: basename(root) || 'root', file, relative };
}

/** The directory that has the copy in it. `store`: for our copies of files. Throws `SandboxError`. */
function pictureFor({ root, name, file }: Workspace, changes: readonly ChangedFile[], store: string): Directory {
  const whole = changes.reduce(withChange, snapshot(root, file, copierTo(store)));
  const packages = packagesAbove(dirname(root));
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
