/** Where a small text stands in a large one, whose names may be others, and whose lines may be in another order. */
import { complement, type Range } from './ranges';
import { tokenRanges } from './tokens';

/** Results have such names for what a user may call as he likes; longer ones are words of the language, or of a library. */
const isName = (token: string) => /^[A-Za-z_]\w?$/.test(token);
const isWord = (token: string) => /^[A-Za-z_]\w*$/.test(token);
const isValue = (token: string) => /^\d/.test(token);

/**
 * The ranges of `large` that are not in `small`, line by line of the latter: its tokens in their order, one name for one other name, and
 * any number for a number. Undefined if a line is nowhere. Takes the narrowest place of each line, the longest line first.
 */
export function rangesBeside(small: string, large: string): Range[] | undefined {
  const ranges = tokenRanges(large);
  const tokens = tokensOf(large);
  const names = new Map<string, string>();
  const taken = new Set<number>();
  const lines = small.split('\n').map(tokensOf);
  lines.sort((a, b) => b.length - a.length);
  for (const line of lines.filter(({ length }) => length > 0)) {
    const place = narrowest(line, tokens, names, taken);
    if (!place) return undefined;
    place.at.forEach((index) => taken.add(index));
    place.names.forEach((name, of) => names.set(of, name));
  }
  const inOrder = [...taken].sort((a, b) => a - b).map((index) => ranges[index]);
  // Blanks between two tokens of it stay.
  return complement(inOrder, large.length).filter(({ start, end }) => large.slice(start, end).trim() !== '');
}

const tokensOf = (text: string) => tokenRanges(text).map(({ start, end }) => text.slice(start, end));

interface Place {
  readonly at: readonly number[];
  readonly names: ReadonlyMap<string, string>;
}

function narrowest(
  line: readonly string[],
  tokens: readonly string[],
  names: ReadonlyMap<string, string>,
  taken: ReadonlySet<number>,
): Place | undefined {
  let best: Place | undefined;
  let width = tokens.length;
  for (let start = 0; start < tokens.length; start++) {
    const own = new Map(names);
    const at: number[] = [];
    for (let index = start; at.length < line.length && index - start < width && index < tokens.length; index++) {
      const wanted = line[at.length];
      const token = tokens[index];
      const isIt = isValue(wanted) ? isValue(token) : isName(wanted) ? isAs(wanted, token, own) : wanted === token;
      if (!isIt || taken.has(index)) {
        if (at.length === 0) break;
        continue;
      }
      if (isName(wanted)) own.set(wanted, token);
      at.push(index);
    }
    if (at.length < line.length) continue;
    best = { at, names: own };
    width = at.at(-1)! - start;
  }
  return best;
}

/** A name stands for one other name. */
function isAs(wanted: string, token: string, names: ReadonlyMap<string, string>): boolean {
  const known = names.get(wanted);
  return known === undefined ? isWord(token) : known === token;
}
