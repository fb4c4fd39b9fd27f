/** An element becomes a part of it: one descendant, or its body. */
import * as l10n from '@vscode/l10n';
import { childrenOf, rangeOf, type ElementTree } from '../../syntax/elementTree';
import { dedented } from '../../syntax/indentation';
import type { Range } from '../../text/ranges';
import type { Edit } from '../../text/source';
import { lineStart } from '../../text/tidy';
import { cutsAround, cutsOfElements, deletableElements, heaviestFirst, mayGo, type ParsedText } from '../parsedText';
import { inSequence, parsing, shrinking, untilSettled } from '../pipelines/steps';
import type { Step, Strategy } from '../strategy';
import { isControl, statementsIn } from '../treewide/statements';
import { tryMoves, tryTogether, type Moves } from './moves';

const simplifyingNesting = () => l10n.t('Simplifying nesting');

/** Limits on the descendants of an element that are tried: their number and depth. */
const mostSources = 6;
const deepestSource = 4;

/**
 * Hoisting: replaces an element by one of its descendants (Perses, Sun et al. 2018: "replace"), heavy elements first. The parse filter
 * and the oracle decide whether a descendant fits.
 */
export const hoists = tryMoves<number>(
  () => l10n.t('Replacing elements with their parts'),
  (text) => {
    const { tree } = text;
    return {
      targets: heaviestFirst(tree, deletableElements(text)).filter((element) => tree.last[element] > element),
      each: mostSources,
      edits(target, index) {
        const source = sourcesOf(tree, target).at(index);
        return source === undefined ? [] : cutsAround(text, target, rangeOf(tree, source));
      },
    };
  },
);

/** The descendants to try in place of `target`: those of the same type first, then the heaviest. */
export function sourcesOf(tree: ElementTree, target: number): number[] {
  const { type, weight } = tree;
  const isOther = (element: number) => Number(type[element] !== type[target]);
  return near(tree, target, deepestSource)
    .slice(1)
    .sort((a, b) => isOther(a) - isOther(b) || weight[b] - weight[a] || a - b)
    .slice(0, mostSources);
}

/** The element, and what is inside it down to this depth. */
function near({ last, depth }: ElementTree, target: number, deepest: number): number[] {
  const found: number[] = [];
  for (let element = target; element <= last[target]; element++) {
    if (depth[element] - depth[target] <= deepest) found.push(element);
    else element = last[element];
  }
  return found;
}

/** Shortest long chain, in links, and shortest jump, in levels; hoists do the rest. */
const shortestChain = 16;
const shortestJump = 8;

/** Of a long text a jump removes at least one token in this many: each success costs another parse. */
const leastShare = 1000;

/** Replaces `target` by `source`. */
interface Jump {
  readonly target: number;
  readonly source: number;
}

/**
 * Jumps: hoists over many levels, the widest first. They remove thousands of nested wrappers around a core in some tens of tests, not
 * level by level. Only trees with long chains have jumps; in a chain each element is most of the one around it.
 */
export const jumps = tryMoves(simplifyingNesting, (text): Moves<Jump> => {
  const { tree } = text;
  const gain = ({ target, source }: Jump) => tree.weight[target] - tree.weight[source];
  return {
    targets: longChains(tree)
      .flatMap((chain) => jumpsAlong(chain, tree))
      .filter((jump) => mayGo(text, jump.target) && gain(jump) * leastShare >= tree.weight[0])
      .sort((a, b) => gain(b) - gain(a) || a.target - b.target),
    edits: ({ target, source }) => cutsAround(text, target, rangeOf(tree, source)),
  };
});

/** Parts of a chain whose siblings go or stay together. */
const mostParts = 64;

/** Where only the nesting matters, all that stands beside it goes at once, not level by level. */
export const besideChains = tryTogether(simplifyingNesting, (text) => {
  const { tree } = text;
  const isBeside = (element: number, link: number) =>
    element !== link && tree.slot[element] >= 0 && mayGo(text, element);
  const besideLink = (link: number) => childrenOf(tree, tree.parent[link]).filter((one) => isBeside(one, link));
  return longChains(tree).flatMap((chain) => {
    const links = [...chain.slice(1), ...belowChain(chain, tree)];
    const length = Math.ceil(links.length / mostParts);
    return Array.from({ length: mostParts }, (_, part) => links.slice(part * length, (part + 1) * length))
      .map((part) => part.flatMap(besideLink))
      .filter((elements) => elements.length > 0)
      .map((elements) => cutsOfElements(text, elements));
  });
});

export const hoist: Strategy = {
  name: 'hoist',
  description: 'Replaces elements by one of their descendants, heavy elements first.',
  needsTree: true,
  options: [],
  search: parsing(shrinking(untilSettled(inSequence(jumps, hoists)))),
};

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

/** The heaviest child of the last link, and so on. */
function belowChain(chain: readonly number[], tree: ElementTree): number[] {
  const [heaviest] = heaviestFirst(tree, childrenOf(tree, chain.at(-1)!));
  return heaviest === undefined ? [] : [heaviest, ...belowChain([heaviest], tree)];
}

function chainFrom(head: number, heavy: Int32Array): number[] {
  const chain: number[] = [];
  for (let link = head; link >= 0; link = heavy[link]) chain.push(link);
  return chain;
}

/** Limits on the bodies tried per element: their number and depth. */
const mostBodies = 3;
const deepestBody = 3;

/**
 * Unwrapping: deletes head and tail of an element, keeps its body: `if (x) { a(); b(); }` becomes `a(); b();`. The longest body is tried
 * first. `bodyOf`: what it is in an element in the target, or in that itself. `isTidy`: its lines move to the left also where the text parses
 * as they are.
 */
function unwrapping(
  targetsIn: (text: ParsedText) => number[],
  bodyOf: (tree: ElementTree, element: number, target: number) => readonly number[],
  isTidy = false,
): Step {
  const bodiesIn = (tree: ElementTree, target: number): Range[] =>
    near(tree, target, deepestBody)
      .map((element) => bodyOf(tree, element, target))
      .filter((body) => body.length > 0)
      .map((body) => ({ start: tree.start[body[0]], end: tree.end[body.at(-1)!] }))
      .sort((a, b) => b.end - b.start - (a.end - a.start))
      .slice(0, mostBodies);
  return tryMoves<number>(
    () => l10n.t('Removing wrappers'),
    (text) => ({
      targets: heaviestFirst(text.tree, targetsIn(text)),
      each: 1 + mostBodies,
      edits(target, index) {
        const body = bodiesIn(text.tree, target).at(Math.max(0, index - 1));
        const row = body && index === 0 ? rowBefore(text, target, body) : { insert: '', cuts: [] };
        if (!body || row === undefined) return [];
        const cuts: Edit[] = cutsAround(text, target, body);
        const isDedented = isTidy || text.isWorse(cuts);
        const edits = isDedented ? [...cuts, ...dedented(text.tree, target, body)] : cuts;
        const head = { start: text.tree.start[target], end: body.start, insert: row.insert };
        const all =
          row.insert === '' ? edits : [...row.cuts, head, ...edits.filter(({ start }) => start >= body.start)];
        return all.sort((a, b) => a.start - b.start);
      },
    }),
  );
}

const rows = /^(?:array|list|tuple|set)(?:_expression)?$/;

/** In place of the head of a loop over one row: `const a = b;` for `for (const a of [b]) {`, also of a variable with that row, which goes. */
function rowBefore(parsed: ParsedText, target: number, body: Range) {
  const { tree } = parsed;
  const { text, start, end, parent } = tree;
  if (!text.startsWith('for', start[target])) return undefined;
  const head = /^for\s*(\(?)\s*((?:const|let|var)\s+)?([^]+?)\s+(?:of|in)\s+$/;
  const [before, variable] =
    /^(for\s[^]*?\s(?:of|in)\s+)([\w$]+)\)?\s*[{:]?\s*$/.exec(text.slice(start[target], body.start))?.slice(1) ?? [];
  const isPython = /:\s*$/.test(text.slice(start[target], body.start));
  for (let list = 1; list < tree.count; list++) {
    const [row, ...others] = rows.test(tree.types[tree.type[list]]) ? childrenOf(tree, list) : [];
    if (row === undefined || others.length > 0) continue;
    const isIn = list > target && end[list] <= body.start;
    const isOfVariable = variable !== undefined && text.endsWith(`${variable} = `, start[list]);
    const [, bracket, word, name] =
      head.exec(isIn ? text.slice(start[target], start[list]) : isOfVariable ? before : '') ?? [];
    if (name === undefined) continue;
    const declaring = isPython ? '' : (word ?? (bracket ? 'const ' : 'let '));
    const line = `${declaring}${name} = ${text.slice(start[row], end[row])}${isPython ? '' : ';'}\n`;
    const insert = line + /[ \t]*$/.exec(text.slice(lineStart(text, start[target]), start[target]))![0];
    let declaration = list;
    while (start[parent[declaration]] >= lineStart(text, start[list]) && end[parent[declaration]] <= start[target])
      declaration = parent[declaration];
    const isUsed = variable && text.split(new RegExp(`\\b${variable}\\b`)).length > 3;
    return { insert, cuts: isOfVariable && !isUsed ? cutsOfElements(parsed, [declaration]) : [] };
  }
  return undefined;
}

/** From the first to the last of several children that may go. */
export const unwraps = unwrapping(deletableElements, (tree, element) => {
  const children = childrenOf(tree, element).filter((child) => tree.slot[child] >= 0);
  return children.length > 1 ? children : [];
});

/** Statements take the place of what decides whether they run: `if (x) { a(); b(); } else c();` becomes `c();`. */
export const statementUnwraps = unwrapping(
  (text) => deletableElements(text).filter((element) => isControl(text.tree, element)),
  (tree, element, target) => (element === target ? [] : statementsIn(tree, element)),
  true,
);
