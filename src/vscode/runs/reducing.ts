/** Runs that make something smaller: a document, or a folder. */
import { FolderReduction } from './folderReduction';
import { Reduction } from './reduction';
import type { Run } from './run';

export type Reducing = Reduction | FolderReduction;

export function isReducing(run: Run): run is Reducing {
  return run instanceof Reduction || run instanceof FolderReduction;
}
