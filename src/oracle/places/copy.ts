/** `copy`: each candidate in a directory of its own, with the input's own file name or paths and nothing else but links. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type FileSet, isFileSet, isInside } from '../content';
import { type Linked, type Placement, SandboxError, pathsOf, withoutCaches } from './place';
import { slots, treeAt, type Directory, directoryOf, type Entry, linkTo } from './tree';
import { removeAfter } from '../platform/files';

export const copy: Placement = {
  name: 'copy',
  description: 'Alone in a fresh directory, under its own name.',
  runsOutside: true,
  open(root, { fileName, linked = {} }) {
    const folders = slots((number) => treeAt(join(root, `folder-${number}`)));
    let count = 0;
    return {
      put(content) {
        if (isFileSet(content)) {
          const folder = folders.lend();
          folder.hold(pictureOf(content, fileName, linked));
          const path = join(folder.path, fileName);
          return { paths: pathsOf(path, path), env: withoutCaches, clear: () => folders.takeBack(folder) };
        }
        const directory = join(root, String(++count));
        const file = join(directory, fileName);
        mkdirSync(directory);
        writeFileSync(file, content);
        return { paths: pathsOf(file, directory), clear: () => removeAfter(directory, file) };
      },
    };
  },
};

/** What lies around a candidate of several files, which is the directory `name`. Throws `SandboxError`. */
function pictureOf({ files }: FileSet, name: string, linked: Linked): Directory {
  const outside = files.find(({ path }) => !isInside(path));
  if (outside) {
    throw new SandboxError(l10n.t("{0} lies outside the candidate's directory: give a relative path.", outside.path));
  }
  return directoryOf([
    [name, directoryOf([])],
    ...files.map(({ path, bytes, mode }): [string, Entry] => [`${name}/${path}`, { kind: 'bytes', bytes, mode }]),
    ...Object.entries(linked).map(([way, to]): [string, Entry] => [join(name, way).replaceAll('\\', '/'), linkTo(to)]),
  ]);
}
