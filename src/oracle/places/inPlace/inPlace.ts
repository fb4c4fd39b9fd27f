/** `in-place`: candidates in the place of the file itself, one at a time; the original comes back (see `holding.ts`). */
import * as l10n from '@vscode/l10n';
import { dirname, join } from 'node:path';
import { lending } from '../directories';
import { Holding } from './holding';
import { SandboxError, oneFile, unmoved, withoutCaches, type Ground, type Placement, type Target } from '../place';
import { nearestRoot, realPath, within } from '../roots';

export const inPlace: Placement = {
  name: 'in-place',
  description: 'In the place of the file itself, one test at a time; afterwards the file is as it was.',
  single: true,
  hint: () => l10n.t('it must end with 0 while the bug is there.'),
  open({ path: home, run }, target) {
    const file = fileOf(target);
    const holding = new Holding(file, run);
    const paths = pathsOf(file, target);
    const { lend, takeBack } = lending();
    return {
      put: inTurn(async (content, test) => {
        const bytes = oneFile(content);
        const temporary = join(home, `${test}.tmp`);
        await lend([temporary]);
        holding.write(bytes);
        const clear = async () => {
          await takeBack([temporary]);
          holding.check();
        };
        return { paths, temporary, env: withoutCaches, clear };
      }),
      dispose: () => holding.release(),
    };
  },
};

/** Without links. Throws `SandboxError`. */
function fileOf({ fileName, file }: Target): string {
  if (file !== undefined) return realPath(file);
  throw new SandboxError(l10n.t('{0} is not a file on disk: save it, or choose the placement copy.', fileName));
}

function pathsOf(file: string, { root }: Target) {
  const relative = within(realPath(root ?? nearestRoot(file)), file) ?? file;
  return {
    file,
    directory: dirname(file),
    relative,
    relativeDirectory: dirname(relative),
    alone: false,
    moved: unmoved,
  };
}

/** Lets one candidate in when the one before has gone. */
function inTurn(put: Ground['put']): Ground['put'] {
  let last = Promise.resolve();
  return async (bytes, test) => {
    const before = last;
    let leave = () => {};
    last = new Promise((resolve) => (leave = resolve));
    await before;
    try {
      const spot = await put(bytes, test);
      return { ...spot, clear: () => spot.clear().finally(leave) };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
