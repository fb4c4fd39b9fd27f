/** The largest of many values without sorting them all. */

/** Indices of at most `most` of the largest positive values, the largest first; equal ones as they come. O(n). */
export function largest(values: Float32Array, most: number): number[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const counts = new Int32Array(buckets);
  for (let index = 0; index < bits.length; index++) counts[bits[index] >>> shift]++;
  let lowest = buckets - 1;
  for (let found = counts[lowest]; found < most && lowest > 1; found += counts[lowest]) lowest--;
  const chosen: number[] = [];
  for (let index = 0; index < bits.length; index++) if (bits[index] >>> shift >= lowest) chosen.push(index);
  return chosen.sort((a, b) => values[b] - values[a] || a - b).slice(0, most);
}

/** The exponent of a float and three bits more: buckets in the order of the values, eight for each power of two; 0 is in the first. */
const shift = 20;
const buckets = 1 << 11;
