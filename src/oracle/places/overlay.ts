/**
 * `overlay`: the candidate in a copy of the workspace. Each worker has a tree of its own. Why copies and not links, and what they
 * take: docs/notes/places.md.
 */
import * as l10n from '@vscode/l10n';
import { chmodSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeStubborn } from '../remove';
import { lending, usable } from './directories';
import {
  SandboxError,
  oneFile,
  withoutCaches,
  type ChangedFile,
  type Placement,
  type RunRoot,
  type Target,
} from './place';
import { counterparts, nearestRoot, realPath, within } from './roots';
import type { Directory, Entry } from './entry';
import { snapshot } from './snapshot';
import { makeTree, type Repair } from './tree';
import { bits, usual } from '../platform/permissions';

export const overlay: Placement = {
  name: 'overlay',
  description: "In the file's own place in a copy of its workspace: imports, settings and test runners work.",
  hint: () => l10n.t('it must end with 0 while the bug is there, also in a copy of the workspace (overlay).'),
  open(home, target) {
    const workspace = workspaceOf(target);
    const mode = lstatSync(workspace.file).mode & bits.permissions;
    const directory = usable(() => {
      const there = snapshot({ ...workspace, store: join(home.path, 'snapshot') });
      return withChanges(there, target.changes ?? [], join(home.path, 'changes'));
    });
    const { lend, takeBack } = lending();
    const free: Slot[] = [];
    let slots = 0;
    return {
      async put(content, test) {
        const bytes = oneFile(content);
        const temporary = join(home.path, `${test}.tmp`);
        const slot = free.pop() ?? usable(() => newSlot(home, ++slots, workspace, directory));
        await lend([temporary], () => {
          if (slot.used) slot.repair(slot.file);
          slot.used = true;
          renew(slot.file, bytes, mode);
        });
        const clear = async () => {
          free.push(slot);
          await takeBack([temporary]);
        };
        return { paths: pathsIn(slot, workspace), temporary, env: withoutCaches, clear };
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
interface Slot {
  readonly path: string;
  /** The candidate's file in it. */
  readonly file: string;
  readonly repair: Repair;
  used: boolean;
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

function newSlot({ path: home }: RunRoot, number: number, workspace: Workspace, directory: Directory): Slot {
  const { root, file } = workspace;
  const around = join(home, `overlay-${number}`);
  const name = basename(root) || 'root';
  const entries = new Map<string, Entry>([[name, directory]]);
  const packages = packagesAbove(dirname(root));
  if (packages && name !== 'node_modules') entries.set('node_modules', { kind: 'link', to: packages });
  const repair = makeTree(around, { kind: 'directory', mode: usual.privateDirectory, entries });
  return { path: join(around, name), file: join(around, name, within(root, file)!), repair, used: false };
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

/** `store`: for the changed files. Nothing changes below a link. */
function withChanges(directory: Directory, changes: readonly ChangedFile[], store: string): Directory {
  if (changes.length > 0) mkdirSync(store, { recursive: true });
  return changes.reduce((whole, { path, bytes, mode, link }, at) => {
    const from = join(store, String(at));
    if (bytes) writeFileSync(from, bytes);
    if (bytes && mode !== undefined) chmodSync(from, mode & bits.permissions);
    return changed(
      whole,
      path.split('/'),
      link === undefined ? bytes && { kind: 'file', from } : { kind: 'link', to: link },
    );
  }, directory);
}

function changed(directory: Directory, [name, ...rest]: readonly string[], file: Entry | undefined): Directory {
  const entries = new Map(directory.entries);
  const child = entries.get(name);
  if (rest.length > 0) {
    if (child && child.kind !== 'directory') return directory;
    if (!child && !file) return directory;
    const inside: Directory = child ?? { kind: 'directory', mode: usual.directory, entries: new Map() };
    entries.set(name, changed(inside, rest, file));
  } else if (file) entries.set(name, file);
  else entries.delete(name);
  return { ...directory, entries };
}
