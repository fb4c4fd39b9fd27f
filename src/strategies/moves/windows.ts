/**
 * Window patterns (Vulcan, Xu et al. 2023): deletes every combination of two or more among four neighbouring children. It finds
 * elements that can only go with another one that is not next to them.
 */
import * as l10n from '@vscode/l10n';
import { cutsOfElements, deletableElements, type ParsedText } from '../parsedText';
import { tryMoves, type Moves } from './moves';

const width = 4;

/** Deleted children among the four, as bits; the first one always goes, so that no pattern comes twice. */
const patterns = [0b1111, 0b0111, 0b1011, 0b1101, 0b0011, 0b0101, 0b1001];

export const windowPatterns = tryMoves(() => l10n.t('Removing elements near each other'), patternsOf);

function patternsOf(text: ParsedText): Moves<readonly number[]> {
  return {
    targets: windowsOf(text),
    each: patterns.length,
    edits(window, index) {
      const pattern = patterns[index];
      const gone = window.filter((_, place) => (pattern >> place) & 1);
      return pattern >> window.length !== 0 || gone.length < 2 ? [] : cutsOfElements(text, gone);
    },
  };
}

/** Up to four neighbouring children, starting at each child. */
function windowsOf(text: ParsedText): number[][] {
  const children = new Map<number, number[]>();
  for (const element of deletableElements(text)) {
    const parent = text.tree.parent[element];
    const family = children.get(parent);
    if (family) family.push(element);
    else children.set(parent, [element]);
  }
  return [...children.values()].flatMap((family) => family.map((_, place) => family.slice(place, place + width)));
}
