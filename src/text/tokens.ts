/** Tokens are matches of `\w+|\S`; sizes are told in them, the measure by which reducers are compared. Texts may have 10⁷ of them. */
import { matchRanges, type Range } from './ranges';

/** Brackets that open, with those that close them. */
export const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** What a character is to a token. */
const blank = 0;
const sign = 1;
const inWord = 2;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? inWord : /\s/.test(character) ? blank : sign;
});

function kindOf(code: number): number {
  return code < 128 ? kinds[code] : /\s/.test(String.fromCharCode(code)) ? blank : sign;
}

/** `counts`, if given, gets the number of tokens that start before each offset 0…length. */
export function countTokens(text: string, counts?: Int32Array): number {
  let count = 0;
  let before = blank;
  for (let offset = 0; offset < text.length; offset++) {
    const kind = kindOf(text.charCodeAt(offset));
    if (kind === sign || (kind === inWord && before !== inWord)) count++;
    if (counts) counts[offset + 1] = count;
    before = kind;
  }
  return count;
}

/** Number of tokens that start before each offset 0…length. The tokens of a range are then one subtraction. */
export function tokensBefore(text: string): Int32Array {
  const counts = new Int32Array(text.length + 1);
  countTokens(text, counts);
  return counts;
}

/** The tokens of `scope`, of whole code points. */
export function tokenRanges(text: string, scope?: Range): Range[] {
  return matchRanges(text, /\w+|\S/gu, scope);
}
