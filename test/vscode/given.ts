/** What commands that start runs give. */
import type { FolderReduction, Isolation, Reduction } from '../../src/vscode/runs/kinds';

export type ReductionResult = NonNullable<Reduction['result']>;
export type IsolationResult = NonNullable<Isolation['result']>;
export type FolderResult = NonNullable<FolderReduction['result']>;
