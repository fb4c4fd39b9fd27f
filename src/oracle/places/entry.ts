/** What trees are made of (see `tree.ts`): a picture of directories of the user, which tests get in their place. */

/** One entry of a picture. Directories know theirs by name. */
export type Entry =
  | {
      readonly kind: 'directory';
      readonly mode: number;
      readonly entries: ReadonlyMap<string, Entry>;
      /** Names of new entries that stay from one test to the next: caches of tools. */
      readonly stays?: (name: string) => boolean;
    }
  /** `from`: our copy. */
  | { readonly kind: 'file'; readonly from: string }
  /** `to` as it is written in the link. */
  | { readonly kind: 'link'; readonly to: string };

export type Directory = Extract<Entry, { kind: 'directory' }>;

export function linkTo(path: string): Entry {
  return { kind: 'link', to: path };
}

/** Never copied: what others have installed, what can be built again, and histories but that of git. */
export const linked = new Set(['node_modules', '.hg', '.svn', '.venv', 'venv', '.tox', '.nox', 'target', '.gradle']);

/** Left out: where tests run, ours and those of others. */
export const runRoots = /^whittle-run-/;
