/** The difference between the two results of an isolation. */
import { createTwoFilesPatch } from 'diff';
import type { IsolatedPair } from '../isolate';

/** Longer differences are not printed: the shortest patch takes too long to find. */
const longestPatch = 1000;

/** `paths`: of the two files. */
export function patchOf(pair: IsolatedPair, paths: { readonly passing: string; readonly failing: string }): string {
  const [before, after] = [pair.passing, pair.failing].map((bytes) => bytes.toString());
  const options = { maxEditLength: longestPatch };
  const patch = createTwoFilesPatch(paths.passing, paths.failing, before, after, undefined, undefined, options);
  return patch ?? `${paths.passing} and ${paths.failing} differ too much to print the difference.\n`;
}
