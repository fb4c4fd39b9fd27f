/**
 * The names that candidates get on a worker. Whoever runs there a command with a shell in it must not be told by a client which name
 * that shell reads.
 */
import * as l10n from '@vscode/l10n';
import { isInside } from '../oracle/content';
import { ClusterError } from './address';
import { cleanName } from './received';

/** Up to two endings, such as .test.js: programs go by them. */
const endings = /(?:\.[A-Za-z0-9_+]{1,16}){1,2}$/;

/** The base name of every candidate there. */
export function candidateName(fileName: string): string {
  return `candidate${endings.exec(fileName)?.[0] ?? ''}`;
}

/** Paths of several files stay the same, or the command would not find them. So each part must be safe in every shell. */
export function isSafePath(path: string): boolean {
  return isInside(path) && path.split('/').every((name) => /^(?!-)[\p{L}\p{M}\p{N}_.,:@%+= -]+$/u.test(name));
}

export function refusedName(path: string): ClusterError {
  return isInside(path)
    ? new ClusterError(
        l10n.t(
          'Workers refuse the file name "{0}", as a shell could take it for more than a name: rename the file.',
          cleanName(path),
        ),
      )
    : new ClusterError(l10n.t('The worker refuses a file outside its directory ("{0}").', cleanName(path)));
}
