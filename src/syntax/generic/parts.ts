/** How a run of tokens falls into parts: lines by their indentation, items between separators, terms between blanks, single tokens. */
import { gaps, type Tokens } from './tokens';

/** Tokens `from`…`to` (exclusive), whole groups only, that may become one element. */
export interface Part {
  /** Its type, unless it is a single group. */
  readonly type: string;
  readonly from: number;
  readonly to: number;
  /** Start of the separator between it and the member before it; -1: none. */
  readonly separator: number;
  /** End of the separator that trails the list, if it is the last member; -1: none. */
  readonly trailing: number;
  /** A comment, or a separator without a member: not a member of a list. */
  readonly extra?: boolean;
  /** Its parts if they are already known; else they are found in its turn. */
  readonly parts?: () => readonly Part[];
}

/** Longer lists become lists of runs, so that no list is too long to handle. */
const longestList = 1000;

/** Parts of one parent, in runs if there are many. */
export function inRuns(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= longestList) return parts;
  const size = Math.ceil(Math.sqrt(parts.length));
  const runs: Part[] = [];
  for (let from = 0; from < parts.length; from += size) runs.push(partOf('run', parts.slice(from, from + size)));
  return runs;
}

/** Several neighbours as one part, with their outer separators. */
export function partOf(type: string, parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0];
  const members = parts.filter(isMember);
  return {
    type,
    from: parts[0].from,
    to: parts[parts.length - 1].to,
    separator: members[0]?.separator ?? -1,
    trailing: members[members.length - 1]?.trailing ?? -1,
    extra: members.length === 0,
    parts: () => parts,
  };
}

/** The parts of tokens on one line, or of tokens that were joined to one line. */
export function inlineParts(tokens: Tokens, from: number, to: number): readonly Part[] {
  const separator = weakestSeparator(tokens, from, to);
  if (separator === undefined) return terms(tokens, from, to);
  const ended = separator === ';' && isSeparator(tokens, lastGroup(tokens, from, to), ';');
  return ended ? statements(tokens, from, to) : items(tokens, from, to, separator);
}

const separators = [';', '|', ','];

const isSeparator = (tokens: Tokens, token: number, separator: string) =>
  tokens.kind[token] === 'separator' && tokens.text[tokens.start[token]] === separator;

/** The separator between groups of the run that separates the largest parts. */
function weakestSeparator({ kind, text, start, next }: Tokens, from: number, to: number): string | undefined {
  let rank = separators.length;
  for (let at = from; at < to; at = next[at])
    if (kind[at] === 'separator') rank = Math.min(rank, separators.indexOf(text[start[at]]));
  return separators[rank];
}

function lastGroup({ next }: Tokens, from: number, to: number): number {
  let last = from;
  while (next[last] < to) last = next[last];
  return last;
}

/** Runs that end with a semicolon each. The semicolon belongs to the run; a single run has it among its parts. */
function statements(tokens: Tokens, from: number, to: number): readonly Part[] {
  const found: Part[] = [];
  let start = from;
  for (let at = from; at < to; at = tokens.next[at]) {
    if (!isSeparator(tokens, at, ';')) continue;
    found.push(plainPart('item', start, at + 1));
    start = at + 1;
  }
  if (found.length > 1) return found;
  const end = { ...plainPart('punctuation', to - 1, to), extra: true };
  return to - from === 1 ? [end] : [...inlineParts(tokens, from, to - 1), end];
}

function items(tokens: Tokens, from: number, to: number, separator: string): readonly Part[] {
  const found: Part[] = [];
  let start = from;
  let pending = -1;
  let hasMember = false;
  const close = (end: number) => {
    if (end === start) return;
    hasMember = true;
    const before = pending < 0 ? -1 : tokens.start[pending];
    found.push({ ...plainPart('item', start, end), separator: before });
    pending = -1;
  };
  for (let at = from; at < to; at = tokens.next[at]) {
    if (!isSeparator(tokens, at, separator)) continue;
    close(at);
    if (pending < 0 && hasMember) pending = at;
    else found.push({ ...plainPart('punctuation', at, at + 1), extra: true });
    start = at + 1;
  }
  close(to);
  return pending < 0 ? found : closeList(tokens, found, pending, plainPart('punctuation', pending, pending + 1));
}

/** A separator after the last member may go alone, as `single`, or with all members. */
export function closeList<P extends Part>(tokens: Tokens, parts: P[], separator: number, single: P): P[] {
  const last = parts.findLastIndex(isMember);
  parts.splice(last, 1, { ...parts[last], trailing: tokens.end[separator] }, { ...single, extra: true });
  return parts;
}

export const isMember = ({ extra }: { readonly extra?: boolean }) => !extra;

/** A word with the group right after it: `f(x)`, `a[i]`. */
function isCalled({ kind, next, gap, text, start }: Tokens, word: number, at: number): boolean {
  const isGroup = kind[at] === 'open' && next[at] > at + 1 && '(['.includes(text[start[at]]);
  return isGroup && gap[at] === gaps.none && kind[word] === 'word' && next[word] === at;
}

/** The parts between blanks; without blanks, the tokens, groups and calls themselves. */
function terms(tokens: Tokens, from: number, to: number): readonly Part[] {
  const [together, single]: [Part[], Part[]] = [[], []];
  let start = from;
  for (let at = from; at < to; at = tokens.next[at]) {
    const [before, end] = [single.at(-1), tokens.next[at]];
    // Unless that is all there is.
    if (before && (before.from > from || end < to) && isCalled(tokens, before.from, at))
      single.splice(-1, 1, plainPart('call', before.from, end));
    else single.push(plainPart('', at, end));
    if (at > start && tokens.gap[at] > gaps.none) {
      together.push(plainPart('term', start, at));
      start = at;
    }
  }
  return start === from ? single : [...together, plainPart('term', start, to)];
}

export function plainPart(type: string, from: number, to: number): Part {
  return { type, from, to, separator: -1, trailing: -1 };
}
