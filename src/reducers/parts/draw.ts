/** Random numbers for a search that can be walked twice: they depend on the seed, the test and the element only. */

/** 0 … 2³² − 1. */
export function draw(seed: number, tests: number, element: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(tests + 1, 0x85ebca6b) ^ Math.imul(element + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
