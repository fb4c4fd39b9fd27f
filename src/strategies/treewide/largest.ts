/** The largest of many values without sorting them all. */

/** Indices of about `most` of the largest positive values, the largest first; equal ones as they come. O(n). */
export function largest(values: Float64Array, most: number): number[] {
  const counts = new Int32Array(buckets);
  for (const value of values) if (value > 0) counts[bucketOf(value)]++;
  let lowest = buckets - 1;
  for (let found = counts[lowest]; found < most && lowest > 0; found += counts[lowest]) lowest--;
  const chosen: number[] = [];
  values.forEach((value, index) => {
    if (value > 0 && bucketOf(value) >= lowest) chosen.push(index);
  });
  return chosen.sort((a, b) => values[b] - values[a] || a - b).slice(0, most);
}

const buckets = 512;

/** Larger values are in later buckets, eight for each power of two. */
function bucketOf(value: number): number {
  return Math.max(0, Math.min(buckets - 1, 256 + Math.floor(8 * Math.log2(value))));
}
