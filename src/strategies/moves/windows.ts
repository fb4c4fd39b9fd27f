/**
 * Window patterns (Vulcan, Xu et al. 2023): deletes every combination of two or more among four neighbouring children. It finds
 * elements that can only go with another one that is not next to them.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';

const width = 4;

/** Deleted children among the four, as bits; the first one always goes, so that no pattern comes twice. */
const patterns = [0b1111, 0b0111, 0b1011, 0b1101, 0b0011, 0b0101, 0b1001];

export const windowPatterns = named(() => l10n.t('Removing elements near each other'), tryMoves(patternsOf));

function patternsOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const windows = windowsOf(tree, (element) => deletableIn(tree, fixed, element));
  return {
    count: windows.length * patterns.length,
    edits(index) {
      const window = windows[Math.floor(index / patterns.length)];
      const pattern = patterns[index % patterns.length];
      const gone = window.filter((_, place) => (pattern >> place) & 1);
      if (pattern >> window.length !== 0 || gone.length < 2) return [];
      const removed = new Uint8Array(tree.count);
      for (const element of gone) removed[element] = 1;
      return tidyCuts(tree.text, removalRanges(tree, removed), scope);
    },
  };
}

/** Up to four neighbouring children, starting at each child. */
function windowsOf({ count, parent }: ElementTree, fits: (element: number) => boolean): number[][] {
  const children = new Map<number, number[]>();
  for (let element = 1; element < count; element++) {
    if (!fits(element)) continue;
    const family = children.get(parent[element]);
    if (family) family.push(element);
    else children.set(parent[element], [element]);
  }
  return [...children.values()].flatMap((family) => family.map((_, place) => family.slice(place, place + width)));
}
