/** `copy`: each candidate in a fresh directory, with the input's own file name or paths and nothing else. */
import * as l10n from '@vscode/l10n';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFileSet, isInside, type FileSet } from '../content';
import { lending } from './directories';
import { SandboxError, unmoved, type Placement, type Spot } from './place';

export const copy: Placement = {
  name: 'copy',
  description: 'Alone in a fresh directory, under its own name.',
  hint: () =>
    l10n.t('it does not name the candidate, so it ran in a fresh directory that holds only a copy of the file.'),
  open({ path: root }, { fileName }) {
    const { lend, takeBack } = lending();
    return {
      async put(content, test) {
        const [directory, temporary] = [join(root, String(test)), join(root, `${test}.tmp`)];
        if (isFileSet(content)) {
          await lend([directory, temporary], () => writeFiles(directory, content));
          return spot(directory, directory, temporary, () => takeBack([directory, temporary]));
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
  const paths = { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved };
  return { paths, temporary, clear };
}

function writeFiles(directory: string, { files }: FileSet): void {
  for (const { path, bytes } of files) {
    if (!isInside(path))
      throw new SandboxError(l10n.t("{0} lies outside the candidate's directory: give a relative path.", path));
    const file = join(directory, path);
    if (dirname(path) !== '.') mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
