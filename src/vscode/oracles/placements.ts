/** The placement of VS Code that chooses among the others. */
import type { OracleCommand } from '../../oracle/processes/command';
import { realPath, within } from '../../oracle/places/roots';

export const automatic = { name: 'auto' };

/** Does the command run in this folder, or in one inside it? */
export function folderRuns(folder: string, { cwd }: OracleCommand): boolean {
  const path = cwd.parts.map((part) => (typeof part === 'string' ? part : 'real' in part ? part.real : '')).join('');
  return within(realPath(folder), realPath(path)) !== undefined;
}
