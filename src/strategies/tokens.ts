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

/** Tokens of a window, the widest first: wide ones start at every half of their width, narrow ones at every token. */
const widths = [8, 6, 4, 3, 2, 1];
const stride = (width: number) => (width > 3 ? width / 2 : 1);

export const tokenWindows = named('token windows', (text, context) =>
  tryMoves(text, (rest) => windowMoves(rest, context)),
);

export const tokens: Strategy = {
  name: 'tokens',
  description: 'Windows of eight tokens down to one are deleted, until none can go. Works on any text.',
  needsTree: false,
  treeMinimal: false,
  options: [],
  search: shrinking(untilSettled(tokenWindows)),
};

function windowMoves(source: SourceText, { fixed }: StrategyContext): Moves {
  const text = render(source);
  const scope = scopeOf(text.length, fixed);
  const list = tokensOf(text, scope);
  const windows = widths.flatMap((width) => windowsOf(list.length, width));
  return {
    count: windows.length,
    edits(index) {
      const { first, width } = windows[index];
      return tidyCuts(text, [{ start: list[first].start, end: list[first + width - 1].end }], scope);
    },
  };
}

function windowsOf(count: number, width: number): { first: number; width: number }[] {
  const starts = Math.max(0, Math.floor((count - width) / stride(width)) + 1);
  return Array.from({ length: starts }, (_, turn) => ({ first: turn * stride(width), width }));
}

/** Matches of `\w+|\S`, of whole code points. */
function tokensOf(text: string, scope: Range): Range[] {
  return [...text.slice(scope.start, scope.end).matchAll(/\w+|\S/gu)].map(({ index, 0: { length } }) => ({
    start: scope.start + index,
    end: scope.start + index + length,
  }));
}
