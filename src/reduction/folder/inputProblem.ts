/** Why an input cannot be read. */
import * as l10n from '@vscode/l10n';

/** `code`: of the file system's error. */
export function inputProblem(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return l10n.t('{0} does not exist: give the path of an input.', path);
  if (code === 'EACCES') return l10n.t('{0} cannot be read: check its permissions.', path);
  if (code === 'EBUSY') return l10n.t('{0} is open in another program: close it there.', path);
  return l10n.t('{0} cannot be read ({1}).', path, code ?? '');
}
