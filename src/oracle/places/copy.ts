/** `copy`: each candidate in a directory of its own, with the input's own file name or paths and nothing else but links. */
import * as l10n from '@vscode/l10n';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFileSet } from '../content';
import { lending, usable } from './directories';
import { folderAt, type Folder } from './folders';
import { unmoved, withoutCaches, type Placement, type Spot } from './place';

export const copy: Placement = {
  name: 'copy',
  description: 'Alone in a fresh directory, under its own name.',
  runsOutside: true,
  hint: () =>
    l10n.t('it does not name the candidate, so it ran in a fresh directory that holds only a copy of the file.'),
  open({ path: root }, { fileName, linked }) {
    const { lend, takeBack } = lending();
    const free: Folder[] = [];
    let folders = 0;
    return {
      async put(content, test) {
        const [directory, temporary] = [join(root, String(test)), join(root, `${test}.tmp`)];
        if (isFileSet(content)) {
          const folder = next(free) ?? usable(() => folderAt(join(root, `folder-${++folders}`, fileName), linked));
          await lend([temporary], () => folder.hold(content));
          const clear = async () => {
            free.push(folder);
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

/** Those that are not ours any more are given up. */
function next(free: Folder[]): Folder | undefined {
  for (let folder = free.pop(); folder; folder = free.pop()) if (folder.isOurs()) return folder;
  return undefined;
}

function spot(file: string, directory: string, temporary: string, clear: () => Promise<void>): Spot {
  const paths = { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved };
  return { paths, temporary, clear };
}
