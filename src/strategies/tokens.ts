/** Windows of a few tokens, whatever the tree says of them: keywords, lone operators, half of a construct. */
import type { Range } from '../text/ranges';
import { render } from '../text/source';
import type { SourceText } from '../text/source';
import { tidyCuts } from '../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { named, shrinking, untilSettled } from './steps';
import { scopeOf } from './strategy';
import type { Strategy, StrategyContext } from './strategy';

/** Tokens of a window, the widest first. */
const widths = [8, 7, 6, 5, 4, 3, 2, 1];

export const tokenWindows = named('token windows', (text, context) =>
  tryMoves(text, (rest) => windowsOf(rest, context)),
);

export const tokens: Strategy = {
  name: 'tokens',
  description: 'Windows of eight tokens down to one are deleted, until none can go. Works on any text.',
  needsTree: false,
  treeMinimal: false,
  options: [],
  search: shrinking(untilSettled(tokenWindows)),
};

function windowsOf(source: SourceText, { fixed }: StrategyContext): Moves {
  const text = render(source);
  const scope = scopeOf(text.length, fixed);
  const list = tokensOf(text, scope);
  return {
    count: widths.length * list.length,
    edits(index) {
      const [width, first] = [widths[Math.floor(index / list.length)], index % list.length];
      if (first + width > list.length) return [];
      return tidyCuts(text, [{ start: list[first].start, end: list[first + width - 1].end }], scope);
    },
  };
}

/** Matches of `\w+|\S`, of whole code points. */
function tokensOf(text: string, scope: Range): Range[] {
  return [...text.slice(scope.start, scope.end).matchAll(/\w+|\S/gu)].map(({ index, 0: { length } }) => ({
    start: scope.start + index,
    end: scope.start + index + length,
  }));
}
