/** `copy`: each candidate in a directory of its own, with the input's own file name or paths and nothing else but links. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type FileSet, isFileSet, isInside } from '../content';
import { lending, slots } from './directories';
import { type Linked, type Placement, SandboxError, type Spot, pathsOf, withoutCaches } from './place';
import { type Directory, directoryOf, type Entry, linkTo, treeAt } from './tree';

export const copy: Placement = {
  name: 'copy',
  description: 'Alone in a fresh directory, under its own name.',
  runsOutside: true,
  hint: () =>
    l10n.t('it does not name the candidate, so it ran in a fresh directory that holds only a copy of the file.'),
  open({ path: root }, { fileName, linked = {} }) {
    const { lend, takeBack } = lending();
    const folders = slots((number) => {
      const path = join(root, `folder-${number}`);
      return { path: join(path, fileName), ...treeAt(path, join(root, `aside-${number}`)) };
    });
    return {
      async put(content, test) {
        const [directory, temporary] = [join(root, String(test)), join(root, `${test}.tmp`)];
        if (isFileSet(content)) {
          const folder = folders.lend();
          await lend([temporary], () => folder.hold(pictureOf(content, fileName, linked)));
          const clear = async () => {
            folders.takeBack(folder);
            await takeBack([temporary]);
          };
          return { ...spot(folder.path, folder.path, temporary, clear), env: withoutCaches };
        }
        const file = join(directory, fileName);
        await lend([directory, temporary], () => writeFileSync(file, content));
        return spot(file, directory, temporary, () => takeBack([directory, temporary], file));
      },
      dispose: () => undefined,
    };
  },
};

function spot(file: string, directory: string, temporary: string, clear: () => Promise<void>): Spot {
  return { paths: pathsOf(file, directory), temporary, clear };
}

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
