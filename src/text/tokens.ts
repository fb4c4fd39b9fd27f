/** Sizes in tokens: matches of `\w+|\S`, the measure by which reducers are compared. */

const token = /\w+|\S/g;

export function countTokens(text: string): number {
  let count = 0;
  token.lastIndex = 0;
  while (token.test(text)) count++;
  return count;
}

export function tokensOf(text: string): string[] {
  return text.match(token) ?? [];
}

/** Number of tokens that start before each offset 0…length. The tokens of a range are then one subtraction. */
export function tokensBefore(text: string): Int32Array {
  const counts = new Int32Array(text.length + 1);
  for (const match of text.matchAll(token)) counts[match.index + 1] = 1;
  for (let offset = 1; offset <= text.length; offset++) counts[offset] += counts[offset - 1];
  return counts;
}
