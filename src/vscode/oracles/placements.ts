/** The placements that VS Code offers: those that there are, and one that chooses among them. */
import type { OracleCommand } from '../../oracle/processes/command';
import { placements } from '../../oracle/places/registry';
import { realPath, within } from '../../oracle/places/roots';

export const automatic = {
  name: 'auto',
  description: 'overlay if the file is in the workspace and the test runs there without naming it, else copy.',
};

export const placementChoices: readonly { readonly name: string; readonly description: string }[] = [
  automatic,
  ...placements,
];

/** Does the command run in this folder, or in one inside it? */
export function folderRuns(folder: string, { cwd }: OracleCommand): boolean {
  const path = cwd.parts.map((part) => (typeof part === 'string' ? part : 'real' in part ? part.real : '')).join('');
  return within(realPath(folder), realPath(path)) !== undefined;
}
