/**
 * Jumps: hoists over many levels. They remove thousands of nested wrappers around a core in some tens of tests, not level by level.
 * Only trees with long chains have jumps; in a chain each element is most of the one around it.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { cutsAround, mayGo, type ParsedText } from '../parsedText';
import { tryMoves, type Moves } from './moves';

/** Shortest long chain, in links, and shortest jump, in levels; hoists do the rest. */
const shortestChain = 16;
const shortestJump = 8;

/** Of a long text a jump removes at least one token in this many: each success costs another parse. */
const leastShare = 1000;

export const jumps = tryMoves(() => l10n.t('Simplifying nesting'), jumpsOf);

/** Replaces `target` by `source`. */
interface Jump {
  readonly target: number;
  readonly source: number;
}

/** The widest jumps first. */
function jumpsOf(text: ParsedText): Moves<Jump> {
  const { tree } = text;
  const gain = ({ target, source }: Jump) => tree.weight[target] - tree.weight[source];
  return {
    targets: longChains(tree)
      .flatMap((chain) => jumpsAlong(chain, tree))
      .filter((jump) => mayGo(text, jump.target) && gain(jump) * leastShare >= tree.weight[0])
      .sort((a, b) => gain(b) - gain(a) || a.target - b.target),
    edits: ({ target, source }) => cutsAround(text, target, { start: tree.start[source], end: tree.end[source] }),
  };
}

/** From one end to the other; over each half, over each quarter, … as ddmin cuts a list. */
function jumpsAlong(chain: readonly number[], tree: ElementTree): Jump[] {
  const last = chain.length - 1;
  const found: Jump[] = [{ target: chain[0], source: chain[last] }];
  for (let width = Math.ceil(last / 2); width >= shortestJump; width = Math.ceil(width / 2)) {
    for (let from = 0; from + width <= last; from += width) {
      found.push({ target: chain[from], source: nearestOfKind(chain, from, width, tree) });
    }
  }
  return found;
}

/** The first link of the same type, `width` or more below `from`: it fits in its place. */
function nearestOfKind(chain: readonly number[], from: number, width: number, { type }: ElementTree): number {
  const below = chain.slice(from + width, from + 2 * width);
  return below.find((link) => type[link] === type[chain[from]]) ?? below[0];
}

/** Each link is a child of the one before it and more than half of it; the root is in no chain. */
function longChains({ count, parent, weight }: ElementTree): number[][] {
  const heavy = new Int32Array(count).fill(-1);
  const links = new Int32Array(count).fill(1);
  for (let element = count - 1; element > 0; element--) {
    const around = parent[element];
    if (2 * weight[element] <= weight[around]) continue;
    heavy[around] = element;
    links[around] = links[element] + 1;
  }
  const chains: number[][] = [];
  for (let head = 1; head < count; head++) {
    const inside = parent[head] !== 0 && heavy[parent[head]] === head;
    if (!inside && links[head] >= shortestChain) chains.push(chainFrom(head, heavy));
  }
  return chains;
}

function chainFrom(head: number, heavy: Int32Array): number[] {
  const chain: number[] = [];
  for (let link = head; link >= 0; link = heavy[link]) chain.push(link);
  return chain;
}
